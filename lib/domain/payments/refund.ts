import type { OrderStatus } from './order.ts'

/** Refunds: a payment in the other direction, of all or part of what came. Never more than came, however many at once. */

export type RefundedPayment = {
  /** What the bank executed of it, in minor units. */
  readonly executedMinor: bigint
  /** What reconciliation saw arrive. */
  readonly receivedMinor: bigint
}

export type EarlierRefund = { readonly amountMinor: bigint; readonly status: OrderStatus }

/** What there is to give back: what arrived where somebody looked, else what the payer's bank executed. Never negative. */
export function refundBaseMinor({ executedMinor, receivedMinor }: RefundedPayment): bigint {
  const base = receivedMinor > 0n ? receivedMinor : executedMinor
  return base > 0n ? base : 0n
}

/** Only these moved no money and never will; any other may still, so it counts. */
export function isSpentRefund({ status }: Pick<EarlierRefund, 'status'>): boolean {
  return status !== 'cancelled' && status !== 'expired'
}

/** What may still be refunded: never negative, also when more went back than came. */
export function refundableMinor(payment: RefundedPayment, refunds: readonly EarlierRefund[]): bigint {
  const given = refunds.filter(isSpentRefund).reduce((sum, { amountMinor }) => sum + amountMinor, 0n)
  const left = refundBaseMinor(payment) - given
  return left > 0n ? left : 0n
}

export type RefundObstacle = 'nothing_to_refund' | 'not_positive' | 'more_than_left'

/** Why an amount can't be refunded; null when it can. */
export function refundObstacle(
  payment: RefundedPayment,
  refunds: readonly EarlierRefund[],
  amountMinor: bigint,
): RefundObstacle | null {
  if (refundBaseMinor(payment) === 0n) return 'nothing_to_refund'
  if (amountMinor <= 0n) return 'not_positive'
  return amountMinor > refundableMinor(payment, refunds) ? 'more_than_left' : null
}
