import { ClientWords } from '#components/i18n/client-words.tsx'
import { isFinalOrder } from '#lib/domain/payments/order/status.ts'
import type { OrderView } from '#lib/views/payment.ts'
import { PaymentWatch } from './payment-watch.tsx'

type FollowPaymentProps = { payment: OrderView; organisation: string }

/** Makes a payment's or a refund's page follow it while it can change. */
export function FollowPayment({ payment, organisation }: FollowPaymentProps) {
  const { id, kind, status, timeline } = payment
  if (isFinalOrder(status)) return null
  return (
    <ClientWords areas={['merchant.live', 'merchant.statuses', 'reconciliation.refunds']}>
      <PaymentWatch id={id} organisation={organisation} kind={kind} status={status} events={timeline.length} />
    </ClientWords>
  )
}
