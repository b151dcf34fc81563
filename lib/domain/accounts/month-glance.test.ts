import { describe, expect, test } from 'vitest'
import { byWeight, paydayOf, usualOf } from './month-glance.ts'
import type { Recurring, Upcoming } from './recurring.ts'

const today = '2026-11-28'
const spent = (month: string, outMinor: bigint) => ({ month, outMinor })

describe('what is usual', () => {
  const months = [
    spent('2026-07', -1_000n),
    spent('2026-08', -100n),
    spent('2026-09', -200n),
    spent('2026-10', -301n),
    spent('2026-11', -9_999n),
  ]

  test('is the mean of three whole months before this one', () => {
    expect(usualOf(months, { firstDay: '2020-01-01', today })).toEqual({ outMinor: -200n, months: 3 })
  })

  test('leaves out a month that is known in part, and those without transactions', () => {
    expect(usualOf(months, { firstDay: '2026-08-02', today })).toEqual({ outMinor: -250n, months: 2 })
    expect(usualOf(months, { firstDay: '2026-08-01', today })).toEqual({ outMinor: -200n, months: 3 })
    expect(usualOf([spent('2026-08', -10n), spent('2026-10', -30n)], { firstDay: '2020-01-01', today })).toEqual({
      outMinor: -20n,
      months: 2,
    })
  })

  test('is unknown with fewer than two', () => {
    expect(usualOf(months, { firstDay: '2026-09-02', today })).toBeNull()
    expect(usualOf([], { firstDay: '2020-01-01', today })).toBeNull()
  })
})

const income = (category: string, amountMinor: bigint, nextDay: string | null): Recurring => ({
  accountId: 'a',
  counterparty: category,
  label: category,
  category,
  rhythm: 'month',
  steady: true,
  amountMinor,
  deviationMinor: 0n,
  currency: 'EUR',
  count: 3,
  rise: null,
  chosen: false,
  previousDay: null,
  lastDay: '2026-10-28',
  nextDay,
})

test.each([
  ['the next salary', [income('benefits', 300n, '2026-12-05'), income('salary', 200n, '2026-12-28')], '2026-12-28'],
  ['an overdue salary is expected today', [income('salary', 200n, '2026-11-26')], today],
  [
    'without one the largest benefit',
    [income('benefits', 1n, '2026-12-05'), income('benefits', 9n, '2026-12-09')],
    '2026-12-09',
  ],
  ['none that stopped', [income('salary', 200n, null)], null],
  ['neither rent nor sales', [income('housing', -9n, '2026-12-05'), income('income', 9n, '2026-12-05')], null],
])('payday: %s', (_, recurring, day) => {
  expect(paydayOf(recurring, today)).toBe(day)
})

test('rent comes before bread, and of equals the earlier', () => {
  const line = (label: string, amountMinor: bigint, day: string): Upcoming => ({
    day,
    label,
    category: 'other',
    accountId: 'a',
    amountMinor,
    currency: 'EUR',
    source: 'expected',
  })
  const lines = [line('bread', -5n, '2026-11-29'), line('rent', -900n, '2026-12-05'), line('tax', -5n, '2026-11-28')]
  expect(byWeight(lines).map(({ label }) => label)).toEqual(['rent', 'tax', 'bread'])
})
