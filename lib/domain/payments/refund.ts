import type { IsoDate } from '@guichet/values/calendar/day.ts'
import type { OrderStatus } from './order.ts'
import { type TransferFacts, type TransferState, transferState } from './transfer-state.ts'

/** Refunds: a payment back, of all or part of what arrived. Never more than that in total, even concurrently. */

export type RefundedPayment = {
  /** The amount the bank executed, in minor units. */
  readonly executedMinor: bigint
  /** The amount that arrived, by reconciliation. */
  readonly receivedMinor: bigint
}

export type EarlierRefund = { readonly amountMinor: bigint; readonly status: OrderStatus }

/** The refundable base: what arrived according to reconciliation, else what the payer's bank executed. Never negative. */
export function refundBaseMinor({ executedMinor, receivedMinor }: RefundedPayment): bigint {
  const base = receivedMinor > 0n ? receivedMinor : executedMinor
  return base > 0n ? base : 0n
}

/** Only these never move money; any other refund still may, so it counts. */
export function isSpentRefund({ status }: Pick<EarlierRefund, 'status'>): boolean {
  return status !== 'cancelled' && status !== 'expired'
}

/** The amount that may still be refunded; never negative, even if more was paid back than arrived. */
export function refundableMinor(payment: RefundedPayment, refunds: readonly EarlierRefund[]): bigint {
  const given = refunds.filter(isSpentRefund).reduce((sum, { amountMinor }) => sum + amountMinor, 0n)
  const left = refundBaseMinor(payment) - given
  return left > 0n ? left : 0n
}

export type RefundObstacle = 'nothing_to_refund' | 'not_positive' | 'more_than_left'

/** Why an amount can't be refunded; null if it can. */
export function refundObstacle(
  payment: RefundedPayment,
  refunds: readonly EarlierRefund[],
  amountMinor: bigint,
): RefundObstacle | null {
  if (refundBaseMinor(payment) === 0n) return 'nothing_to_refund'
  if (amountMinor <= 0n) return 'not_positive'
  return amountMinor > refundableMinor(payment, refunds) ? 'more_than_left' : null
}

/** What became of the latest authorisation of a refund. */
export const refundTries = [
  'at_bank',
  'not_returned',
  'refused_by_person',
  'refused_by_bank',
  'timed_out',
  'answer_lost',
  'unanswered',
] as const satisfies readonly TransferState[]
export type RefundTry = (typeof refundTries)[number]

/** The latest authorisation of a refund; null before the first, and once the refund's own status says all. `today` is the day in Paris. */
export function refundTry({ status, attempt }: Omit<TransferFacts, 'isRecurrent'>, today: IsoDate): RefundTry | null {
  if (status !== 'open' && status !== 'pending') return null
  const state = transferState({ status, attempt, isRecurrent: false }, today)
  return refundTries.find(one => one === state) ?? null
}
