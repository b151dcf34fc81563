import { addMonths, daysBetween, type IsoDate } from '@guichet/values/calendar/day.ts'
import { type BuiltInCategory, isBuiltInCategory } from './category.ts'

/** Monthly limits per category, in euros. */

export const budgetCurrency = 'EUR'

const notSpent: ReadonlySet<BuiltInCategory> = new Set([
  'salary',
  'benefits',
  'other_income',
  'sales',
  'interest',
  'refund',
  'owner',
  'to_file',
])

/** All of one's own, and spending categories. */
export function isBudgetCategory(category: string): boolean {
  return !isBuiltInCategory(category) || !notSpent.has(category)
}

/** Not a category: everything that goes out, but to savings. */
export const everything = 'all'

/**
 * What is left of each of these months, oldest first, and goes to the next; what is over doesn't, nor what is left of one known in
 * part (null). `beforeMinor` came with the first.
 */
export function carriedOf(limitMinor: bigint, sums: readonly (bigint | null)[], beforeMinor = 0n): bigint {
  return sums.reduce((carried: bigint, sumMinor) => {
    if (sumMinor === null) return 0n
    const { leftMinor } = statusOf(limitMinor + carried, sumMinor)
    return leftMinor > 0n ? leftMinor : 0n
  }, beforeMinor)
}

/** What may be spent on each day until the end of the month, today included; rounded down, not below zero. */
export function perDayOf(leftMinor: bigint, today: IsoDate): bigint {
  const last = addMonths(today, 0, Number.POSITIVE_INFINITY)
  return leftMinor > 0n ? leftMinor / BigInt(daysBetween(today, last) + 1) : 0n
}

export type BudgetStanding = {
  readonly spentMinor: bigint
  readonly leftMinor: bigint
  /** Rounded down, 0 to 100. */
  readonly percent: number
}

/** `limitMinor` positive, `sumMinor` the month's signed booked sum. Refunds reduce what was spent, not below zero. */
export function statusOf(limitMinor: bigint, sumMinor: bigint): BudgetStanding {
  const spentMinor = sumMinor < 0n ? -sumMinor : 0n
  const percent = Number((spentMinor * 100n) / limitMinor)
  return { spentMinor, leftMinor: limitMinor - spentMinor, percent: Math.min(100, percent) }
}
