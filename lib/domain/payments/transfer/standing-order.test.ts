import { executionDay } from '@guichet/sandbox/pis/calendar.ts'
import { frequencies } from '@guichet/stet/terms/payment-request.ts'
import { moveToBankDay } from '@guichet/values/calendar/bank-day.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { firstExecutions, nextExecution, occurrence } from './standing-order.ts'

const order = (firstDay: string, frequency: (typeof frequencies)[number], endDate: string | null = null) => ({
  firstDay,
  frequency,
  endDate,
  executionRule: 'FWNG' as const,
})

describe('a standing order', () => {
  test.each([
    ['DAIL', '2026-11-22'],
    ['WEEK', '2026-11-28'],
    ['TOWK', '2026-12-05'],
    ['MNTH', '2026-12-21'],
    ['TOMN', '2027-01-21'],
    ['QUTR', '2027-02-21'],
    ['SEMI', '2027-05-21'],
    ['YEAR', '2027-11-21'],
  ] as const)('%s: the second day after 21 November 2026 is %s', (frequency, day) => {
    expect(occurrence(order('2026-11-21', frequency), 1)).toBe(day)
  })

  test('the end of the month stays the end, counted from the first date', () => {
    const days = [0, 1, 2, 3].map(count => occurrence(order('2027-01-31', 'MNTH'), count))
    expect(days).toEqual(['2027-01-31', '2027-02-28', '2027-03-31', '2027-04-30'])
    expect(occurrence(order('2028-02-29', 'YEAR'), 1)).toBe('2029-02-28')
  })

  test('the last day is included, then there is none', () => {
    expect(occurrence(order('2026-11-21', 'DAIL', '2026-11-22'), 1)).toBe('2026-11-22')
    expect(occurrence(order('2026-11-21', 'DAIL', '2026-11-22'), 2)).toBeNull()
    expect(nextExecution(order('2026-11-21', 'DAIL', '2026-11-22'), '2026-11-23')).toBeNull()
  })

  test('the next one is the smallest that is later', () => {
    const day = fc
      .integer({ min: 0, max: 9_000 })
      .map(days => new Date(Date.UTC(2020, 0, 1 + days)).toISOString().slice(0, 10))
    fc.assert(
      fc.property(day, day, fc.constantFrom(...frequencies), (first, after, frequency) => {
        const next = nextExecution(order(first, frequency), after)
        const walked = Array.from({ length: 10_000 }, (_, count) => count).find(
          count => moveToBankDay(occurrence(order(first, frequency), count) ?? '', 1) > after,
        )
        expect(next).toBe(moveToBankDay(occurrence(order(first, frequency), walked ?? -1) ?? '', 1))
      }),
      { numRuns: 60 },
    )
  })

  test.each([
    // bank:D41: moved off weekends and TARGET holidays as the order says
    ['2026-12-05', 'FWNG', '2026-11-23', '2026-12-07'],
    ['2026-12-05', 'PREC', '2026-11-23', '2026-12-04'],
    ['2026-12-05', 'FWNG', '2026-12-05', '2026-12-07'],
    ['2026-12-05', 'FWNG', '2026-12-07', '2027-01-05'],
    ['2026-12-05', 'PREC', '2026-12-04', '2027-01-05'],
    ['2026-12-25', 'FWNG', '2026-12-24', '2026-12-28'],
    ['2027-01-01', 'PREC', '2026-12-30', '2026-12-31'],
    ['2026-03-03', 'FWNG', '2026-04-02', '2026-04-07'],
    ['2026-06-14', 'FWNG', '2026-07-13', '2026-07-14'],
  ] as const)('from %s every month, %s: after %s comes %s', (firstDay, executionRule, after, expected) => {
    expect(nextExecution({ ...order(firstDay, 'MNTH'), executionRule }, after)).toBe(expected)
  })

  test('is the day on which our bank executes it', () => {
    const day = fc
      .integer({ min: 0, max: 4_000 })
      .map(days => new Date(Date.UTC(2024, 0, 1 + days)).toISOString().slice(0, 10))
    fc.assert(
      fc.property(
        day,
        fc.constantFrom('FWNG' as const, 'PREC' as const),
        fc.constantFrom('MNTH' as const, 'QUTR' as const, 'YEAR' as const),
        (first, rule, frequency) => {
          const bank = executionDay({ frequency, firstOn: first, endOn: null, rule }, 1) ?? ''
          const dayBefore = new Date(Date.parse(bank) - 86_400_000).toISOString().slice(0, 10)
          expect(nextExecution({ ...order(first, frequency), executionRule: rule }, dayBefore)).toBe(bank)
        },
      ),
      { numRuns: 60 },
    )
  })
})

test.each([
  ['on the 31st, as bank days', order('2026-12-31', 'MNTH'), ['2026-12-31', '2027-02-01', '2027-03-01']],
  [
    'before a weekend',
    { ...order('2027-01-31', 'MNTH'), executionRule: 'PREC' as const },
    ['2027-01-29', '2027-02-26', '2027-03-31'],
  ],
  ['until it ends', order('2026-12-01', 'MNTH', '2027-01-15'), ['2026-12-01', '2027-01-04']],
])('the first executions: %s', (_, standing, days) => {
  expect(firstExecutions(standing, 3)).toEqual(days.map(day => [day, 1]))
})

test('a daily order has one transfer for each day of a weekend', () => {
  const [monday, tuesday] = ['2026-12-07', '2026-12-08']
  const daily = order('2026-12-04', 'DAIL', tuesday)
  expect(firstExecutions(daily, 3)).toEqual([
    ['2026-12-04', 1],
    [monday, 3],
    [tuesday, 1],
  ])
  expect(firstExecutions({ ...daily, executionRule: 'PREC' }, 2)).toEqual([
    ['2026-12-04', 3],
    [monday, 1],
  ])
})
