import { type BuiltInCategory, isBuiltInCategory } from './category.ts'

/** Monthly spending limits per category, per calendar month, in euros. */

export const budgetCurrency = 'EUR'

/** Income and transactions without a category are not spending. */
const notSpent: ReadonlySet<BuiltInCategory> = new Set([
  'salary',
  'benefits',
  'other_income',
  'interest',
  'refund',
  'to_file',
])

/** Whether a category can have a budget: all of the person's own, and the built-in spending categories. */
export function isBudgetCategory(category: string): boolean {
  return !isBuiltInCategory(category) || !notSpent.has(category)
}

export type BudgetStanding = {
  readonly spentMinor: bigint
  /** Negative if the limit is exceeded. */
  readonly leftMinor: bigint
  /** Whole percents of the limit, rounded down, from 0 to 100. */
  readonly percent: number
}

/**
 * The status of a budget: `limitMinor` is positive, `sumMinor` the signed sum of the month's booked transactions in the
 * category, in minor units. Refunds reduce what was spent, but never below zero.
 */
export function statusOf(limitMinor: bigint, sumMinor: bigint): BudgetStanding {
  const spentMinor = sumMinor < 0n ? -sumMinor : 0n
  const percent = Number((spentMinor * 100n) / limitMinor)
  return { spentMinor, leftMinor: limitMinor - spentMinor, percent: Math.min(100, percent) }
}
