import { useTranslations } from 'next-intl'
import { DateText } from '#components/format/date.tsx'
import { RefundStatus } from '#components/refunds/status-badge.tsx'
import { Card, CardHeader } from '#components/ui/card.tsx'
import { orderStatuses } from '#lib/domain/payments/order/status.ts'
import type { OrderView, PaymentEventView } from '#lib/views/payment.ts'
import { EventText, ReasonText } from './payment-status.tsx'

/** Every event of a payment, oldest first: what, when, by whom and at which bank, and the bank's code if any. */
export function PaymentTimeline({ payment }: { payment: OrderView }) {
  const t = useTranslations('merchant')
  const actorsOf = ({ by, attemptId }: PaymentEventView) => {
    const bank = payment.attempts.find(({ id }) => id === attemptId)?.bankName
    const who = by === 'payer' && payment.kind === 'refund' ? 'owner' : by
    return [who === 'bank' && bank ? null : t(`actors.${who}`), bank].filter(Boolean).join(' · ')
  }
  return (
    <Card>
      <CardHeader title={t('payment.timeline')} description={t('payment.timelineText')} />
      <ol className="mt-5 border-l border-line pl-5">
        {payment.timeline.map(event => (
          <li key={event.seq} className="relative pb-4 last:pb-0">
            <span
              aria-hidden="true"
              className="absolute top-2 -left-[1.53rem] size-2 rounded-full bg-control ring-4 ring-surface"
            />
            <p className="font-medium">
              <EventText type={event.type} kind={payment.kind} />
            </p>
            <p className="text-sm text-soft">
              <DateText value={event.at} style="moment" /> · {actorsOf(event)}
            </p>
            <EventDetail event={event} />
          </li>
        ))}
      </ol>
    </Card>
  )
}

/** The bank's status codes, unchanged, and its reasons in words. */
function EventDetail({ event }: { event: PaymentEventView }) {
  const t = useTranslations('merchant')
  const text = (name: string) => {
    const value = event.detail[name]
    return typeof value === 'string' && value !== '' ? value : null
  }
  const ours = event.type === 'refund.changed' ? orderStatuses.find(one => one === event.detail.status) : undefined
  if (ours !== undefined) return <RefundStatus status={ours} lastTry={null} />
  const status = text('status') ?? text('bankStatus')
  const reason = text('reason') ?? text('bankReason') ?? text('code')
  if (status === null && reason === null) return null
  return (
    <p className="text-sm text-soft">
      {status === null ? null : t('bankCode', { code: status })}
      {status !== null && reason !== null ? ' · ' : null}
      {reason === null ? null : <ReasonText code={reason} />}
    </p>
  )
}
