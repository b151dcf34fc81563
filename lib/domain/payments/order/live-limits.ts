import { type LiveLimitName, liveLimitNames } from '#lib/domain/refusals/failure.ts'

/** In cents, per payment, Paris day and month. An attempt counts from its start unless it ended without money. */

export type LiveLimits = { readonly [limit in LiveLimitName]: bigint }

/** €5,000, €20,000, €100,000, unless an operator sets others. */
export const defaultLimits: LiveLimits = { payment: 500_000n, day: 2_000_000n, month: 10_000_000n }

/** Of one test payment: €1,000,000, so that a trial meets a limit as well. */
export const testLimit = 100_000_000n

/** SEPA's largest. */
export const largestLimit = 99_999_999_999n

/** Null: default. */
export type LimitColumns = {
  readonly limitPaymentMinor: bigint | null
  readonly limitDayMinor: bigint | null
  readonly limitMonthMinor: bigint | null
}

export function limitsOf({ limitPaymentMinor, limitDayMinor, limitMonthMinor }: LimitColumns): LiveLimits {
  return {
    payment: limitPaymentMinor ?? defaultLimits.payment,
    day: limitDayMinor ?? defaultLimits.day,
    month: limitMonthMinor ?? defaultLimits.month,
  }
}

/** Without this order. */
export type LimitUse = { readonly day: bigint; readonly month: bigint }

export type LimitExcess = {
  readonly limit: LiveLimitName
  readonly maxMinor: bigint
  /** Never below zero. */
  readonly leftMinor: bigint
}

/** In the order payment, day, month; null if it fits. */
export function findLimitExcess(amountMinor: bigint, limits: LiveLimits, use: LimitUse): LimitExcess | null {
  const used = { payment: 0n, ...use }
  for (const limit of liveLimitNames) {
    const leftMinor = limits[limit] - used[limit]
    if (amountMinor > leftMinor) return { limit, maxMinor: limits[limit], leftMinor: leftMinor > 0n ? leftMinor : 0n }
  }
  return null
}

/** Of a test payment. */
export const findTestExcess = (amountMinor: bigint): LimitExcess | null =>
  amountMinor > testLimit ? { limit: 'payment', maxMinor: testLimit, leftMinor: testLimit } : null

/** Not above zero, too large, or below a shorter time's; null if all can be set. */
export function findLimitsFault(limits: LiveLimits): LiveLimitName | null {
  let least = 1n
  for (const limit of liveLimitNames) {
    if (limits[limit] < least || limits[limit] > largestLimit) return limit
    least = limits[limit]
  }
  return null
}
