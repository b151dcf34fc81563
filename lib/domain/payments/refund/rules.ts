import type { IsoDate } from '@guichet/values/calendar/day.ts'
import type { OrderStatus } from '#lib/domain/payments/order/status.ts'
import { type TransferFacts, transferState, triedStates } from '#lib/domain/payments/transfer/state.ts'

/** Never more than arrived, even concurrently. */

export type RefundedPayment = {
  /** Minor units. */
  readonly executedMinor: bigint
  /** By reconciliation. */
  readonly receivedMinor: bigint
}

export type EarlierRefund = { readonly amountMinor: bigint; readonly status: OrderStatus }

/** What arrived, else what the payer's bank executed; never negative. */
export function refundBaseMinor({ executedMinor, receivedMinor }: RefundedPayment): bigint {
  const base = receivedMinor > 0n ? receivedMinor : executedMinor
  return base > 0n ? base : 0n
}

/** These never move money; others still may. */
export function isSpentRefund({ status }: Pick<EarlierRefund, 'status'>): boolean {
  return status !== 'cancelled' && status !== 'expired'
}

export function refundedMinor(refunds: readonly EarlierRefund[]): bigint {
  return refunds.filter(isSpentRefund).reduce((sum, { amountMinor }) => sum + amountMinor, 0n)
}

/** Never negative. */
export function refundableMinor(payment: RefundedPayment, refunds: readonly EarlierRefund[]): bigint {
  const left = refundBaseMinor(payment) - refundedMinor(refunds)
  return left > 0n ? left : 0n
}

export type RefundRefusal = 'nothing_to_refund' | 'not_positive' | 'more_than_left'

/** Null if it can. */
export function refundRefusal(
  payment: RefundedPayment,
  refunds: readonly EarlierRefund[],
  amountMinor: bigint,
): RefundRefusal | null {
  if (refundBaseMinor(payment) === 0n) return 'nothing_to_refund'
  if (amountMinor <= 0n) return 'not_positive'
  return amountMinor > refundableMinor(payment, refunds) ? 'more_than_left' : null
}

export const refundTries = triedStates
export type RefundTry = (typeof refundTries)[number]

/** Null before the first, and once the status says all. `today` in Paris. */
export function refundTry({ status, attempt }: Omit<TransferFacts, 'isRecurrent'>, today: IsoDate): RefundTry | null {
  if (status !== 'open' && status !== 'pending') return null
  const state = transferState({ status, attempt, isRecurrent: false }, today)
  return refundTries.find(one => one === state) ?? null
}
