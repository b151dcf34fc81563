import { attemptStatuses } from './attempt.ts'

/** What stands in the timeline of an order: every change of an attempt, and what people and banks did about it. */
export const paymentEventTypes = [
  'order.created',
  'order.withdrawn',
  'order.expired',
  /** Reconciliation saw money arrive for it, or learnt that it was not for it after all. */
  'order.received',
  'order.unmatched',
  /** Of the payment that is refunded: a refund was made, and how it stands since (`detail.status`). */
  'refund.created',
  'refund.changed',
  ...attemptStatuses.map(status => `attempt.${status}` as const),
  /** The payer's browser came back from the bank. */
  'payer.returned',
  /** The payer left for the bank's screens. */
  'payer.redirected',
  'bank.status',
  'cancellation.asked',
  'cancellation.executed',
  'cancellation.refused',
  'cancellation.failed',
  'cancellation.lost',
  /** The bank says of an attempt what can't be, or holds another payment than asked for (P15): an operator looks. */
  'alarm',
] as const
export type PaymentEventType = (typeof paymentEventTypes)[number]

export const paymentActors = ['payer', 'owner', 'bank', 'us'] as const
export type PaymentActor = (typeof paymentActors)[number]
