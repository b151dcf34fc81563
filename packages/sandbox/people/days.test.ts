import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bankDayFrom, calendarOf, dayAt, dayOf, isBankDay, isoOf, lastBankDayOfMonth, weekdayOf } from './days.ts'

const anyDay = fc.integer({ min: 0, max: 60_000 })

describe('days', () => {
  test('a day and its text are equivalent', () => {
    fc.assert(fc.property(anyDay, day => dayOf(isoOf(day)) === day))
    fc.assert(
      fc.property(anyDay, day => {
        const { year, month, date } = calendarOf(day)
        return dayAt(year, month, date) === day
      }),
    )
  })

  test('an invalid day throws', () => {
    for (const text of ['2026-02-29', '2026-13-01', '2026-1-1', '', 'today']) expect(() => dayOf(text)).toThrow()
  })

  test('weekdays, across the epoch and a leap day', () => {
    expect(weekdayOf(dayOf('2026-11-21'))).toBe(6)
    expect(weekdayOf(dayOf('2024-02-29'))).toBe(4)
    expect(weekdayOf(0)).toBe(4)
  })

  test('banks are closed on weekends and the six TARGET holidays', () => {
    const closed = ['2026-01-01', '2026-04-03', '2026-04-06', '2026-05-01', '2026-12-25', '2026-12-26', '2026-11-21']
    for (const day of [...closed, '2025-04-18', '2025-04-21'])
      expect([day, isBankDay(dayOf(day))]).toEqual([day, false])
    // French holidays on which TARGET is open.
    for (const day of ['2026-07-14', '2026-11-11', '2026-05-08'])
      expect([day, isBankDay(dayOf(day))]).toEqual([day, true])
  })

  test('the next bank day is at most five days away', () => {
    fc.assert(fc.property(anyDay, day => isBankDay(bankDayFrom(day)) && bankDayFrom(day) - day <= 5))
  })

  test('the last bank day of a month', () => {
    expect(isoOf(lastBankDayOfMonth(dayOf('2026-10-02')))).toBe('2026-10-30')
    expect(isoOf(lastBankDayOfMonth(dayOf('2026-11-30')))).toBe('2026-11-30')
  })
})
