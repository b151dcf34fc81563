import { describe, expect, test } from 'vitest'
import { nextParisMidnight, parisDay, parisInstant, parisMinute } from './paris.ts'

describe('Paris days', () => {
  test.each([
    ['2026-11-20T22:59:59Z', '2026-11-20'],
    ['2026-11-20T23:00:00Z', '2026-11-21'],
    ['2026-07-14T21:59:59Z', '2026-07-14'],
    ['2026-07-14T22:00:00Z', '2026-07-15'],
    ['2026-12-31T23:00:00Z', '2027-01-01'],
    // The clocks change on 29 March and 25 October 2026.
    ['2026-03-28T23:00:00Z', '2026-03-29'],
    ['2026-03-29T21:59:59Z', '2026-03-29'],
    ['2026-03-29T22:00:00Z', '2026-03-30'],
    ['2026-10-24T22:00:00Z', '2026-10-25'],
    ['2026-10-25T22:59:59Z', '2026-10-25'],
    ['2026-10-25T23:00:00Z', '2026-10-26'],
  ])('%s is %s', (instant, day) => {
    expect(parisDay(new Date(instant))).toBe(day)
  })

  test.each([
    ['2026-11-21T12:00:00Z', '2026-11-21T23:00:00.000Z'],
    ['2026-07-14T12:00:00Z', '2026-07-14T22:00:00.000Z'],
    ['2026-03-28T23:30:00Z', '2026-03-29T22:00:00.000Z'],
    ['2026-03-28T12:00:00Z', '2026-03-28T23:00:00.000Z'],
    ['2026-10-25T00:30:00Z', '2026-10-25T23:00:00.000Z'],
    ['2026-10-24T12:00:00Z', '2026-10-24T22:00:00.000Z'],
    ['2026-12-31T22:59:59Z', '2026-12-31T23:00:00.000Z'],
  ])('after %s the next day begins at %s', (instant, midnight) => {
    expect(nextParisMidnight(new Date(instant)).toISOString()).toBe(midnight)
  })

  test('every hour of a year lies before its midnight, in the day before it', () => {
    for (let at = Date.UTC(2026, 0, 1); at < Date.UTC(2027, 0, 1); at += 3_600_000) {
      const midnight = nextParisMidnight(new Date(at))
      expect(midnight.getTime()).toBeGreaterThan(at)
      expect(parisMinute(midnight)).toBe(0)
      expect(parisDay(new Date(midnight.getTime() - 1))).toBe(parisDay(new Date(at)))
    }
  })
})

describe('the instant of a time in Paris', () => {
  test('has that Paris time, for every quarter of an hour of years with clock changes', () => {
    for (let day = Date.UTC(2026, 0, 1); day < Date.UTC(2027, 0, 1); day += 86_400_000) {
      const date = new Date(day).toISOString().slice(0, 10)
      for (let minute = 0; minute < 1_440; minute += 15) {
        const skipped = date === '2026-03-29' && minute >= 120 && minute < 180
        const instant = parisInstant(date, minute)
        expect(parisDay(instant)).toBe(date)
        expect(parisMinute(instant)).toBe(skipped ? minute + 60 : minute)
      }
    }
  })

  test.each([
    ['2026-10-25', 150, '2026-10-25T00:30:00.000Z'],
    ['2026-03-29', 150, '2026-03-29T01:30:00.000Z'],
    ['2026-11-21', 0, '2026-11-20T23:00:00.000Z'],
  ])('%s, minute %d is %s', (day, minute, instant) => {
    expect(parisInstant(day, minute).toISOString()).toBe(instant)
  })
})
