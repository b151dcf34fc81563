import { useTranslations } from 'next-intl'
import { DateText, Money } from '#components/format/value.tsx'
import { outgoing, RefundStatus } from '#components/refunds/list.tsx'
import { LinkRows } from '#components/ui/link-rows.tsx'
import type { OrderSummaryView } from '#lib/views/payment.ts'
import { PaymentStatus } from './payment-status.tsx'

type PaymentTableProps = { payments: readonly OrderSummaryView[]; caption: string }

/** Payments, each a link to its page. */
export function PaymentTable({ payments, caption }: PaymentTableProps) {
  const t = useTranslations('merchant')
  const rows = payments.map(payment => ({
    key: payment.id,
    href: `/payments/${payment.id}`,
    name: payment.reference,
    amount: <Money value={payment.kind === 'refund' ? outgoing(payment.amount) : payment.amount} />,
    text: (
      <>
        {t(`kinds.${payment.kind}`)}
        {payment.bankName === null ? null : ` · ${payment.bankName}`}
        {' · '}
        <DateText value={payment.createdAt} style="moment" />
      </>
    ),
    badge:
      payment.kind === 'refund' ? (
        <RefundStatus status={payment.status} lastTry={payment.lastTry} />
      ) : (
        <span className="flex flex-wrap items-center gap-2">
          {payment.failedTry === null ? null : t(`failedTries.${payment.failedTry}`)}
          <PaymentStatus status={payment.status} paidBy={payment.paidBy} />
        </span>
      ),
  }))
  return <LinkRows label={caption} rows={rows} />
}
