import { expect, test } from 'vitest'
import { announcedTrend, sumTrends, trendOf } from './balance-trend.ts'
import { afterUpcomingDebits } from './upcoming.ts'

const today = '2026-11-23'

test('ends with the displayed balance, and goes back by booked transactions', () => {
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

test('looks back the requested number of days', () => {
  const booked = { day: today, amountMinor: 5n }
  expect(trendOf({ main: 5n, booked, sums: new Map([[today, -1n]]), today, days: 2 })).toEqual([6n, 6n, 5n])
})

test('continues with upcoming debits, each on its day, to the amount displayed next to the balance', () => {
  const line = (day: string, amountMinor: bigint, status = 'FUTR') => {
    return { day, status, amount: { amountMinor, currency: 'EUR' } }
  }
  const from = {
    balance: { type: 'CLBD', amount: { amountMinor: 1_000n, currency: 'EUR' } },
    lines: [
      line('2026-11-22', -1n, 'PDNG'),
      line('2026-11-25', -100n),
      line('2026-12-08', -10n),
      line('2026-12-09', -500n),
      line('2026-11-26', 700n),
      line('2026-11-26', -300n, 'INFO'),
    ],
    today,
  }
  const announced = announcedTrend(from)
  expect(announced).toHaveLength(15)
  expect([announced[0], announced[1], announced[13], announced[14]]).toEqual([999n, 899n, 899n, 889n])
  expect(announced.at(-1)).toBe(afterUpcomingDebits(from).after.amountMinor)
  expect(announcedTrend({ ...from, lines: [] })).toEqual([])
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
