import { describe, expect, test } from 'vitest'
import { byWeight, splitAtPayday, usualOf } from './month-glance.ts'
import type { Upcoming } from './recurring.ts'

const today = '2026-11-28'
const spent = (month: string, outMinor: bigint) => ({ day: `${month}-05`, outMinor })

describe('what is usual', () => {
  const months = [
    spent('2026-07', -1_000n),
    spent('2026-08', -100n),
    { day: '2026-08-29', outMinor: -5_000n },
    spent('2026-09', -200n),
    spent('2026-10', -301n),
    spent('2026-11', -9_999n),
  ]
  const since = (from: string, to = today) => ({
    today,
    recurring: [],
    covers: [{ spans: [{ from, to }], ended: false }],
  })

  test('is the mean of three whole months before this one', () => {
    expect(usualOf(months, since('2020-01-01'))).toEqual({ outMinor: -200n, months: 3 })
  })

  test('leaves out a month that is known in part, and those without transactions', () => {
    expect(usualOf(months, since('2026-08-02'))).toEqual({ outMinor: -250n, months: 2 })
    expect(usualOf(months, since('2026-08-01'))).toEqual({ outMinor: -200n, months: 3 })
    expect(usualOf([spent('2026-08', -10n), spent('2026-10', -30n)], since('2020-01-01'))).toEqual({
      outMinor: -20n,
      months: 2,
    })
    const hole = { from: '2026-01-01', to: '2026-09-20' }
    const spans = [hole, { from: '2026-09-25', to: today }]
    expect(usualOf(months, { ...since(''), covers: [{ spans, ended: false }] })).toEqual({ outMinor: -200n, months: 2 })
  })

  test('is unknown with fewer than two, or when this month is known in part', () => {
    expect(usualOf(months, since('2026-09-02'))).toBeNull()
    expect(usualOf([], since('2020-01-01'))).toBeNull()
    expect(usualOf(months, since('2020-01-01', '2026-11-20'))).toBeNull()
  })
})

const line = (label: string, amountMinor: bigint, day: string): Upcoming => ({
  day,
  label,
  category: 'other',
  accountId: 'a',
  amountMinor,
  currency: 'EUR',
  source: 'expected',
})

describe('what comes, split at payday', () => {
  const purchases = [
    line('bread', -5n, '2026-11-30'),
    line('train', -60n, '2026-12-04'),
    line('refund', 20n, '2026-11-30'),
  ]
  const others = [
    line('loan', -500n, '2026-12-01'),
    line('from savings', 930n, '2026-12-01'),
    line('rent', -900n, '2026-12-02'),
    line('salary', 2_684n, '2026-12-02'),
    line('phone', -20n, today),
  ]
  const split = (payday: string | null) => {
    const { due, income, later } = splitAtPayday({ purchases, others }, { payday, today })
    return [due, income, later].map(part => [...part.purchases, ...part.others].map(({ label }) => label).join(', '))
  }

  test.each([
    ['ahead', '2026-12-02', 'bread, train, loan, phone', 'refund, from savings', 'rent, salary'],
    ['tomorrow', '2026-11-29', 'bread, train, phone', '', 'refund, loan, from savings, rent, salary'],
    ['late', today, 'bread, train, phone', '', 'refund, loan, from savings, rent, salary'],
    ['unknown', null, '', '', 'bread, train, refund, loan, from savings, rent, salary, phone'],
  ])('that is %s', (_, payday, due, income, later) => expect(split(payday)).toEqual([due, income, later]))
})

test('rent comes before bread, and of equals the earlier', () => {
  const lines = [line('bread', -5n, '2026-11-29'), line('rent', -900n, '2026-12-05'), line('tax', -5n, '2026-11-28')]
  expect(byWeight(lines).map(({ label }) => label)).toEqual(['rent', 'tax', 'bread'])
})
