import { describe, expect, test } from 'vitest'
import { isBudgetCategory, statusOf } from './budget.ts'
import { builtInCategories } from './category.ts'

describe('a budget', () => {
  test.each([
    [40_000n, 0n, 0n, 40_000n, 0],
    [40_000n, -1n, 1n, 39_999n, 0],
    [40_000n, -10_000n, 10_000n, 30_000n, 25],
    [40_000n, -39_999n, 39_999n, 1n, 99],
    [40_000n, -40_000n, 40_000n, 0n, 100],
    [40_000n, -40_001n, 40_001n, -1n, 100],
    [1n, -9_999_999_999_999n, 9_999_999_999_999n, -9_999_999_999_998n, 100],
    // More came back than was spent.
    [40_000n, 2_500n, 0n, 40_000n, 0],
  ])('of %d with a sum of %d: %d spent, %d left, %d %%', (limit, sum, spentMinor, leftMinor, percent) => {
    expect(statusOf(limit, sum)).toEqual({ spentMinor, leftMinor, percent })
  })

  test('is for what is spent: not for income, not for what is still to file', () => {
    expect(builtInCategories.filter(category => !isBudgetCategory(category))).toEqual([
      'salary',
      'benefits',
      'other_income',
      'interest',
      'refund',
      'sales',
      'to_file',
    ])
    expect(isBudgetCategory('018f3f3e-0000-7000-8000-000000000000'), 'an own category').toBe(true)
  })
})
