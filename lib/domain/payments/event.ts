import { attemptStatuses } from './attempt.ts'

/** Entries of an order's timeline: every change of an attempt, and what people and banks did. */
export const paymentEventTypes = [
  'order.created',
  'order.withdrawn',
  'order.expired',
  /** Reconciliation found money for the order, or withdrew the match. */
  'order.received',
  'order.unmatched',
  /** On the refunded payment: a refund was created, or its state changed (`detail.status`). */
  'refund.created',
  'refund.changed',
  ...attemptStatuses.map(status => `attempt.${status}` as const),
  /** The payer's browser came back from the bank. */
  'payer.returned',
  /** The payer left for the bank's screens. */
  'payer.redirected',
  /** The payer approved at the bank and did not come back in time. */
  'payer.not_returned',
  'bank.status',
  'cancellation.asked',
  'cancellation.executed',
  'cancellation.refused',
  'cancellation.failed',
  'cancellation.lost',
  /**
   * The bank reports an impossible status of an attempt, or another payment than requested (P15): an operator
   * investigates.
   */
  'alarm',
] as const
export type PaymentEventType = (typeof paymentEventTypes)[number]

export const paymentActors = ['payer', 'owner', 'bank', 'us'] as const
export type PaymentActor = (typeof paymentActors)[number]
