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
  'to_file',
])

/** All of one's own, and spending categories. */
export function isBudgetCategory(category: string): boolean {
  return !isBuiltInCategory(category) || !notSpent.has(category)
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
