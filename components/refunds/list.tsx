import { useTranslations } from 'next-intl'
import { DateText, Money } from '#components/format/value.tsx'
import { orderTones, ReasonText } from '#components/merchant/payment-status.tsx'
import { Alert, Badge } from '#components/ui/card.tsx'
import { Link } from '#components/ui/link.tsx'
import { nameBank } from '#lib/domain/bank/french-name.ts'
import type { OrderStatus } from '#lib/domain/payments/order/status.ts'
import type { RefundTry } from '#lib/domain/payments/refund/rules.ts'
import type { RefundPageView, RefundTryView } from '#lib/views/reconciliation.ts'

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

const tones = { ...orderTones, open: 'warning' } as const

/** The state of a refund, or how its latest try ended, in words; the colour only repeats them. */
export function RefundStatus({ status, lastTry }: { status: OrderStatus; lastTry: RefundTry | null }) {
  const t = useTranslations('reconciliation.refunds')
  return (
    <Badge tone={tones[status]}>
      {lastTry === null || lastTry === 'at_bank' ? t(`statuses.${status}`) : t(`tries.${lastTry}.status`)}
    </Badge>
  )
}

/** The result of the latest attempt at the merchant's bank, and what is left to do for a member who may. */
export function LastTry({ how, bankName, reason, mayAct }: RefundTryView & { mayAct: boolean }) {
  const t = useTranslations('reconciliation.refunds.tries')
  const values = nameBank(bankName)
  return (
    <Alert tone={how === 'at_bank' ? 'info' : 'warning'} title={t(`${how}.title`, values)} className="mb-6">
      {mayAct || how === 'unanswered' ? t(`${how}.text`, values) : null}
      {how === 'refused_by_bank' && reason !== null ? (
        <p className="mt-1">
          <ReasonText code={reason} />
        </p>
      ) : null}
    </Alert>
  )
}
