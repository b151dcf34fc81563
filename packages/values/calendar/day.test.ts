import { expect, test } from 'vitest'
import { addDays, addMonths, daysBetween } from './day.ts'

test('a month later is the same day, or the last one of a shorter month', () => {
  expect(addMonths('2026-01-31', 1)).toBe('2026-02-28')
  expect(addMonths('2026-12-15', 1)).toBe('2027-01-15')
  expect(addMonths('2026-03-31', -1)).toBe('2026-02-28')
})

test('a month later on a given day, or the last one of a shorter month', () => {
  expect(addMonths('2026-12-31', 2, 31)).toBe('2027-02-28')
  expect(addMonths('2027-11-30', 3, 29)).toBe('2028-02-29')
  expect(addMonths('2026-11-12', 0, Number.POSITIVE_INFINITY)).toBe('2026-11-30')
})

test('days later, and between', () => {
  expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
  expect(addDays('2028-03-01', -1)).toBe('2028-02-29')
  expect(daysBetween('2026-12-31', '2027-01-02')).toBe(2)
})
