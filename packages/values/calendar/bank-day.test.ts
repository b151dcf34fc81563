import { describe, expect, test } from 'vitest'
import { addBankDays, isBankDay, moveToBankDay } from './bank-day.ts'

describe('bank days', () => {
  test.each([
    ['2026-11-20', true, 'a Friday'],
    ['2026-11-21', false, 'a Saturday'],
    ['2026-11-22', false, 'a Sunday'],
    ['2026-01-01', false, 'New Year'],
    ['2026-05-01', false, 'Labour Day'],
    ['2026-12-25', false, 'Christmas'],
    ['2029-12-26', false, 'Boxing Day'],
    ['2026-04-03', false, 'Good Friday'],
    ['2026-04-06', false, 'Easter Monday'],
    ['2027-03-26', false, 'Good Friday'],
    ['2024-04-01', false, 'Easter Monday'],
    ['2038-04-26', false, 'Easter Monday, as late as it can be'],
    ['2026-07-14', true, 'a holiday of France alone'],
    ['2026-05-14', true, 'Ascension'],
  ])('%s: %s, %s', (day, expected) => {
    expect(isBankDay(day)).toBe(expected)
  })

  test.each([
    ['1943-04-26', 'as late as it can be'],
    ['1954-04-19', 'a week before the latest'],
    ['1981-04-20', 'a week before the latest'],
    ['2000-04-24', 'in a century that is a leap year'],
    ['2008-03-24', 'nearly as early as it can be'],
    ['2049-04-19', 'a week before the latest'],
    ['2076-04-20', 'a week before the latest'],
    ['2100-03-29', 'in a century that is none'],
    ['2199-04-15', 'at the end of a century'],
    ['2200-04-07', 'in another'],
    ['2285-03-23', 'as early as it can be'],
    ['2300-04-09', 'in a third'],
    ['2400-04-17', 'in one that is a leap year again'],
  ])('Easter Monday of %s, %s', day => {
    const dayBefore = (count: number) => new Date(Date.parse(day) - count * 86_400_000).toISOString().slice(0, 10)
    expect([day, dayBefore(3), dayBefore(4)].map(isBankDay)).toEqual([false, false, true])
    expect(isBankDay(dayBefore(-1))).toBe(true)
  })

  test.each([
    ['2026-11-20', 0, '2026-11-20'],
    ['2026-11-20', 1, '2026-11-23'],
    ['2026-11-21', 2, '2026-11-24'],
    ['2026-04-02', 1, '2026-04-07'],
    ['2026-12-24', 2, '2026-12-29'],
  ])('%s and %i bank days: %s', (day, count, expected) => {
    expect(addBankDays(day, count)).toBe(expected)
  })

  test.each([
    ['2026-12-05', 1, '2026-12-07'],
    ['2026-12-05', -1, '2026-12-04'],
    ['2026-12-07', 1, '2026-12-07'],
    ['2026-04-03', 1, '2026-04-07'],
    ['2026-04-06', -1, '2026-04-02'],
  ] as const)('%s moved by %i is %s', (day, direction, expected) => {
    expect(moveToBankDay(day, direction)).toBe(expected)
  })
})
