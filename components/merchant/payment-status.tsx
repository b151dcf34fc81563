import { useTranslations } from 'next-intl'
import { Badge, type Tone } from '#components/ui/card.tsx'
import { type PaymentEventType, paymentEventTypes } from '#lib/domain/payments/attempt/event.ts'
import { paymentReasons } from '#lib/domain/payments/attempt/machine.ts'
import { type PaidBy, type ShownStatus, shownStatus } from '#lib/domain/payments/order/paid.ts'
import type { OrderStatus } from '#lib/domain/payments/order/status.ts'
import type { OrderSummaryView } from '#lib/views/payment.ts'

export const orderTones: Record<ShownStatus, Tone> = {
  open: 'neutral',
  pending: 'info',
  confirmed: 'info',
  executed: 'success',
  partly_executed: 'warning',
  cancelled: 'neutral',
  expired: 'neutral',
  held: 'danger',
  paid_by_transfer: 'success',
}

/** The status of a payment, in words; the colour only repeats them. */
export function PaymentStatus({ status, paidBy = null }: { status: OrderStatus; paidBy?: PaidBy | null }) {
  const t = useTranslations('merchant')
  const shown = shownStatus({ status, paidBy })
  return <Badge tone={orderTones[shown]}>{t(`statuses.${shown}`)}</Badge>
}

const ownReasons = ['timed_out', 'superseded', 'received', 'confirmation_impossible'] as const

/** Why an attempt ended, in words, with the unchanged code. */
export function ReasonText({ code }: { code: string }) {
  const t = useTranslations('merchant.reasons')
  const known = [...paymentReasons, ...ownReasons].find(one => one === code)
  if (known === undefined) return <>{t('unknown', { code })}</>
  const isOurs = ownReasons.some(one => one === code)
  return (
    <>
      {t(known)}
      {isOurs ? null : <span className="text-soft"> ({code})</span>}
    </>
  )
}

type EventKey<Type extends string> = Type extends `${infer Noun}.${infer Verb}` ? `${Noun}_${Verb}` : Type
const keyOf = (type: PaymentEventType) => type.replace('.', '_') as EventKey<PaymentEventType>

/** The text of a timeline event. Who approves a refund at the bank is its reader. */
export function EventText({ type, kind }: { type: string; kind: OrderSummaryView['kind'] }) {
  const t = useTranslations('merchant')
  const known = paymentEventTypes.find(one => one === type)
  if (known === undefined) return <>{t('events.other', { type })}</>
  const ofRefund = refundEvents.find(key => key === keyOf(known))
  return <>{kind === 'refund' && ofRefund ? t(`refundEvents.${ofRefund}`) : t(`events.${keyOf(known)}`)}</>
}

/** What is said differently of a refund. */
const refundEvents = [
  'order_created',
  'order_withdrawn',
  'order_expired',
  'attempt_authorised',
  'payer_returned',
  'payer_redirected',
  'payer_not_returned',
] as const
