import { type LiveLimitName, liveLimitNames } from '#lib/domain/refusals/failure.ts'

/**
 * How much a merchant may take in live mode, in cents: per payment, Paris day and Paris month. Money counts from the start of an attempt
 * at a bank, and no longer once that attempt has ended without moving any.
 */

export type LiveLimits = { readonly [limit in LiveLimitName]: bigint }

/** For every organisation until an operator sets others: €5,000, €20,000 and €100,000. */
export const defaultLimits: LiveLimits = { payment: 500_000n, day: 2_000_000n, month: 10_000_000n }

/** SEPA's largest amount: 999,999,999.99. */
export const largestLimit = 99_999_999_999n

/** Columns of an organisation; null for the default. */
export type LimitColumns = {
  readonly limitPaymentMinor: bigint | null
  readonly limitDayMinor: bigint | null
  readonly limitMonthMinor: bigint | null
}

/** The limits of an organisation. */
export function limitsOf({ limitPaymentMinor, limitDayMinor, limitMonthMinor }: LimitColumns): LiveLimits {
  return {
    payment: limitPaymentMinor ?? defaultLimits.payment,
    day: limitDayMinor ?? defaultLimits.day,
    month: limitMonthMinor ?? defaultLimits.month,
  }
}

/** What was taken already, this order not included. */
export type LimitUse = { readonly day: bigint; readonly month: bigint }

export type LimitExcess = {
  readonly limit: LiveLimitName
  readonly maxMinor: bigint
  /** What could still be paid under this limit: never below zero. */
  readonly leftMinor: bigint
}

/** The first limit that an amount exceeds, in the order payment, day, month; null if it fits all. Reaching a limit exactly fits. */
export function findLimitExcess(amountMinor: bigint, limits: LiveLimits, use: LimitUse): LimitExcess | null {
  const used = { payment: 0n, ...use }
  for (const limit of liveLimitNames) {
    const leftMinor = limits[limit] - used[limit]
    if (amountMinor > leftMinor) return { limit, maxMinor: limits[limit], leftMinor: leftMinor > 0n ? leftMinor : 0n }
  }
  return null
}

/** The limit that can't be set: not above zero, too large, or lower than that of a shorter time; null if all can. */
export function findLimitsFault(limits: LiveLimits): LiveLimitName | null {
  let least = 1n
  for (const limit of liveLimitNames) {
    if (limits[limit] < least || limits[limit] > largestLimit) return limit
    least = limits[limit]
  }
  return null
}
