import { useTranslations } from 'next-intl'
import { DateText, Money } from '#components/format/value.tsx'
import { RefundStatus } from '#components/refunds/list.tsx'
import { Link } from '#components/ui/link.tsx'
import type { OrderSummaryView } from '#lib/views/payment.ts'
import { PaymentStatus } from './payment-status.tsx'

type PaymentTableProps = { payments: readonly OrderSummaryView[]; caption: string }

/** Payments as rows on a computer and as cards on a phone; each is a link. */
export function PaymentTable({ payments, caption }: PaymentTableProps) {
  const t = useTranslations('merchant')
  return (
    <ul aria-label={caption} className="divide-y divide-line">
      {payments.map(payment => (
        <li key={payment.id} className="relative px-5 py-3.5 hover:bg-sunken sm:px-6">
          <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
            <Link
              href={`/payments/${payment.id}`}
              className="min-w-0 font-medium wrap-anywhere after:absolute after:inset-0 hover:underline"
            >
              {payment.reference}
            </Link>
            <span className="tabular font-semibold">
              <Money value={payment.kind === 'refund' ? outgoing(payment.amount) : payment.amount} />
            </span>
          </div>
          <div className="mt-1 flex flex-wrap items-center justify-between gap-x-4 gap-y-1 text-sm text-soft">
            <span className="min-w-0 wrap-anywhere">
              {t(`kinds.${payment.kind}`)}
              {payment.bankName === null ? null : ` · ${payment.bankName}`}
              {' · '}
              <DateText value={payment.createdAt} style="moment" />
            </span>
            {payment.kind === 'refund' ? (
              <RefundStatus status={payment.status} lastTry={payment.lastTry} />
            ) : (
              <span className="flex flex-wrap items-center gap-2">
                {payment.failedTry === null ? null : t(`failedTries.${payment.failedTry}`)}
                <PaymentStatus status={payment.status} paidBy={payment.paidBy} />
              </span>
            )}
          </div>
        </li>
      ))}
    </ul>
  )
}

/** A refund is outgoing, so its amount is negative. */
export const outgoing = ({ amount, currency }: OrderSummaryView['amount']) => ({ amount: `-${amount}`, currency })
