import type { OrderStatus } from './order.ts'

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
