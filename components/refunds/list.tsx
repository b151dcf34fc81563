import { useTranslations } from 'next-intl'
import { DateText, Money } from '#components/format/value.tsx'
import { Link } from '#components/ui/link.tsx'
import type { RefundPageView } from '#lib/views/reconciliation.ts'
import { RefundStatus } from './status-badge.tsx'

/** Refunds, each a link to its page. */
export function RefundList({ refunds, label }: { refunds: readonly RefundPageView[]; label: string }) {
  const t = useTranslations('reconciliation.refunds')
  return (
    <ul aria-label={label} className="divide-y divide-line">
      {refunds.map(refund => (
        <li key={refund.id} className="relative px-5 py-3.5 hover:bg-sunken sm:px-6">
          <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
            <Link
              href={`/refunds/${refund.id}`}
              className="min-w-0 font-medium wrap-anywhere after:absolute after:inset-0 hover:underline"
            >
              {t('of', { reference: refund.paymentReference })}
            </Link>
            <Money value={outgoing(refund.amount)} className="font-semibold" />
          </div>
          <div className="mt-1 flex flex-wrap items-center justify-between gap-x-4 gap-y-1 text-sm text-soft">
            <span className="min-w-0 wrap-anywhere">
              {refund.creditorName}
              {' · '}
              <DateText value={refund.createdAt} style="moment" />
            </span>
            <RefundStatus status={refund.status} lastTry={refund.lastTry?.how ?? null} />
          </div>
        </li>
      ))}
    </ul>
  )
}

/** Outgoing money is negative, as in the list of payments. */
const outgoing = ({ amount, currency }: RefundPageView['amount']) => ({ amount: `-${amount}`, currency })
