import { attemptStatuses } from './machine.ts'

export const paymentEventTypes = [
  'order.created',
  'order.withdrawn',
  'order.expired',
  /** Or withdrew the match. */
  'order.received',
  'order.unmatched',
  'order.taken_back',
  /** On the refunded payment (`detail.status`). */
  'refund.created',
  'refund.changed',
  ...attemptStatuses.map(status => `attempt.${status}` as const),
  'payer.returned',
  'payer.redirected',
  'payer.not_returned',
  'bank.status',
  'cancellation.asked',
  'cancellation.executed',
  'cancellation.refused',
  'cancellation.failed',
  'cancellation.lost',
  /** An impossible status, or another payment (P15): an operator investigates. */
  'alarm',
] as const
export type PaymentEventType = (typeof paymentEventTypes)[number]

export const paymentActors = ['payer', 'owner', 'bank', 'us'] as const
export type PaymentActor = (typeof paymentActors)[number]
