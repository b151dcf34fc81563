import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { calendarOf, dayOf, isBankDay, isoOf, lastDayOfMonth } from '#sandbox/people/days.ts'
import { frequencies } from '#sandbox/store/payments.ts'
import { executionDay, nominalDay, type Series } from './calendar.ts'

const series = (change: Partial<Series> = {}): Series => ({
  firstOn: '2026-01-31',
  frequency: 'MNTH',
  rule: 'FWNG',
  endOn: null,
  ...change,
})

describe('the days of a series (bank:D41)', () => {
  test.each([
    ['DAIL', ['2026-01-31', '2026-02-01', '2026-02-02']],
    ['WEEK', ['2026-01-31', '2026-02-07', '2026-02-14']],
    ['TOWK', ['2026-01-31', '2026-02-14', '2026-02-28']],
    ['MNTH', ['2026-01-31', '2026-02-28', '2026-03-31']],
    ['TOMN', ['2026-01-31', '2026-03-31', '2026-05-31']],
    ['QUTR', ['2026-01-31', '2026-04-30', '2026-07-31']],
    ['SEMI', ['2026-01-31', '2026-07-31', '2027-01-31']],
    ['YEAR', ['2026-01-31', '2027-01-31', '2028-01-31']],
  ] as const)('%s', (frequency, days) => {
    expect([0, 1, 2].map(count => nominalDay(series({ frequency }), count))).toEqual(days)
  })

  test('29 February is the 28th in other years and the 29th again in the next leap year', () => {
    const yearly = series({ firstOn: '2028-02-29', frequency: 'YEAR' })
    expect([1, 4].map(count => nominalDay(yearly, count))).toEqual(['2029-02-28', '2032-02-29'])
  })

  test('the end date is the last day', () => {
    const ending = series({ endOn: '2026-03-31' })
    expect([1, 2, 3].map(count => nominalDay(ending, count))).toEqual(['2026-02-28', '2026-03-31', null])
  })

  test.each([
    ['FWNG', '2026-11-21', '2026-11-23'],
    ['PREC', '2026-11-21', '2026-11-20'],
    ['FWNG', '2026-04-03', '2026-04-07'],
    ['PREC', '2026-04-06', '2026-04-02'],
    ['FWNG', '2026-05-01', '2026-05-04'],
    ['PREC', '2026-12-26', '2026-12-24'],
    ['FWNG', '2027-01-01', '2027-01-04'],
    ['FWNG', '2026-11-23', '2026-11-23'],
  ] as const)('%s of %s is %s', (rule, firstOn, expected) => {
    expect(executionDay(series({ rule, firstOn }), 0)).toBe(expected)
  })

  test('a single transfer is executed once on its date, even on a Sunday', () => {
    const single = series({ frequency: null, firstOn: '2026-11-22' })
    expect([executionDay(single, 0), executionDay(single, 1)]).toEqual(['2026-11-22', null])
  })
})

describe('any series', () => {
  const anySeries = fc.record({
    firstOn: fc.integer({ min: dayOf('2020-01-01'), max: dayOf('2060-12-31') }).map(isoOf),
    frequency: fc.constantFrom(...frequencies),
    rule: fc.constantFrom('FWNG' as const, 'PREC' as const),
    endOn: fc.constant(null),
  })
  const count = fc.integer({ min: 0, max: 400 })

  test('is executed on bank days, at most four days off, on the right side of the date', () => {
    fc.assert(
      fc.property(anySeries, count, (any, at) => {
        const nominal = dayOf(nominalDay(any, at) ?? '')
        const executed = dayOf(executionDay(any, at) ?? '')
        expect(isBankDay(executed)).toBe(true)
        const off = any.rule === 'FWNG' ? executed - nominal : nominal - executed
        expect(off).toBeGreaterThanOrEqual(0)
        expect(off).toBeLessThanOrEqual(4)
        if (isBankDay(nominal)) expect(off).toBe(0)
      }),
    )
  })

  test('moves forward, and keeps its date of the month or takes the last day', () => {
    fc.assert(
      fc.property(anySeries, count, (any, at) => {
        const day = dayOf(nominalDay(any, at) ?? '')
        expect(dayOf(nominalDay(any, at + 1) ?? '')).toBeGreaterThan(day)
        if (any.frequency === 'DAIL' || any.frequency === 'WEEK' || any.frequency === 'TOWK') return
        const { date } = calendarOf(dayOf(any.firstOn))
        expect(calendarOf(day).date).toBe(Math.min(date, calendarOf(lastDayOfMonth(day)).date))
      }),
    )
  })

  test('executes every day up to its end date, and none after', () => {
    fc.assert(
      fc.property(anySeries, count, fc.integer({ min: 0, max: 4_000 }), (any, at, length) => {
        const endOn = isoOf(dayOf(any.firstOn) + length)
        const open = nominalDay(any, at) ?? ''
        expect(nominalDay({ ...any, endOn }, at)).toBe(open <= endOn ? open : null)
      }),
    )
  })
})
