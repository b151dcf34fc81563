import { useTranslations } from 'next-intl'
import { Badge, type Tone } from '#components/ui/badge.tsx'
import { paymentReasons } from '#lib/domain/payments/attempt.ts'
import { type PaymentEventType, paymentEventTypes } from '#lib/domain/payments/event.ts'
import type { OrderStatus } from '#lib/domain/payments/order.ts'

const tones: Record<OrderStatus, Tone> = {
  open: 'neutral',
  pending: 'info',
  confirmed: 'info',
  executed: 'success',
  partly_executed: 'warning',
  cancelled: 'neutral',
  expired: 'neutral',
  held: 'danger',
}

/** The status of a payment, in words; the colour only repeats them. */
export function PaymentStatus({ status }: { status: OrderStatus }) {
  const t = useTranslations('merchant.statuses')
  return <Badge tone={tones[status]}>{t(status)}</Badge>
}

const ownReasons = ['timed_out', 'superseded', 'confirmation_impossible'] as const

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

/** The text of a timeline event. */
export function EventText({ type }: { type: string }) {
  const t = useTranslations('merchant.events')
  const known = paymentEventTypes.find(one => one === type)
  return <>{known === undefined || !t.has(keyOf(known)) ? t('other', { type }) : t(keyOf(known))}</>
}
