import { expect, test } from 'vitest'
import { sumTrends, trendOf } from './balance-trend.ts'

const today = '2026-11-23'

test('ends with the balance that is shown, and goes back along what was booked', () => {
  const sums = new Map([
    ['2026-11-23', -500n],
    ['2026-11-20', -2_000n],
    ['2026-10-24', 9_999n],
  ])
  const trend = trendOf({ main: 10_000n, booked: { day: today, amountMinor: 10_000n }, sums, today })
  expect(trend).toHaveLength(31)
  expect([trend[0], trend[26], trend[27], trend[29], trend[30]]).toEqual([12_500n, 12_500n, 10_500n, 10_500n, 10_000n])
})

test('an instant balance counts for today alone: the days before agree with booked lines', () => {
  const trend = trendOf({ main: 7_000n, booked: { day: '2026-11-21', amountMinor: 10_000n }, sums: new Map(), today })
  expect(new Set(trend.slice(0, 30))).toEqual(new Set([10_000n]))
  expect(trend[30]).toBe(7_000n)
})

test('trends are added day by day', () => {
  expect(
    sumTrends([
      [1n, 2n],
      [10n, -20n],
    ]),
  ).toEqual([11n, -18n])
  expect(sumTrends([])).toEqual([])
})
