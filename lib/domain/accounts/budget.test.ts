import { describe, expect, test } from 'vitest'
import { carriedOf, isBudgetCategory, perDayOf, statusOf } from './budget.ts'
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

  test.each([
    ['nothing before', [], 0n],
    ['what is left of each', [-300n, -400n], 300n],
    ['what is over takes from what was carried', [-300n, -650n], 50n],
    ['but not from the month', [-300n, -900n], 0n],
    ['nothing spent', [0n, 0n], 1_000n],
    ['nothing of a month known in part', [0n, null], 0n],
    ['what is left since one', [0n, null, -100n], 400n],
  ])('of 500 carries %s', (_, sums, carried) => expect(carriedOf(500n, sums)).toBe(carried))

  test.each([
    ['2026-11-28', 900n, 300n],
    ['2026-11-30', 900n, 900n],
    ['2026-11-01', 1_000n, 33n],
    ['2026-11-28', -5n, 0n],
  ])('on %s, %d left are as much a day', (today, left, perDay) => expect(perDayOf(left, today)).toBe(perDay))

  test('is for what is spent: not for income, not for what is still to file', () => {
    expect(builtInCategories.filter(category => !isBudgetCategory(category))).toEqual([
      'salary',
      'benefits',
      'other_income',
      'interest',
      'refund',
      'sales',
      'owner',
      'to_file',
    ])
    expect(isBudgetCategory('018f3f3e-0000-7000-8000-000000000000'), 'an own category').toBe(true)
  })
})
