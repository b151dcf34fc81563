import { type BuiltInCategory, isBuiltInCategory } from './category.ts'

/** What a person wants to spend at most under a category, each month of the calendar, in euros. */

export const budgetCurrency = 'EUR'

/** What comes in, and what is not filed yet, is nothing to spend. */
const notSpent: ReadonlySet<BuiltInCategory> = new Set([
  'salary',
  'benefits',
  'other_income',
  'interest',
  'refund',
  'to_file',
])

/** Whether a category can have a budget: any of the person's own, and the built-in ones that money is spent on. */
export function isBudgetCategory(category: string): boolean {
  return !isBuiltInCategory(category) || !notSpent.has(category)
}

export type BudgetStanding = {
  readonly spentMinor: bigint
  /** Negative: spent over the limit by as much. */
  readonly leftMinor: bigint
  /** Whole percents of the limit, rounded down, from 0 to 100. */
  readonly percent: number
}

/**
 * How a budget stands: `limitMinor` is more than zero, `sumMinor` the signed sum of the month's booked lines in the category, in
 * minor units. What a shop gave back lessens what was spent; nothing is ever spent below zero.
 */
export function statusOf(limitMinor: bigint, sumMinor: bigint): BudgetStanding {
  const spentMinor = sumMinor < 0n ? -sumMinor : 0n
  const percent = Number((spentMinor * 100n) / limitMinor)
  return { spentMinor, leftMinor: limitMinor - spentMinor, percent: Math.min(100, percent) }
}
