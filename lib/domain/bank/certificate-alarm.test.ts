import { expect, test } from 'vitest'
import { alarmOf, daysToExpiry, dueThreshold } from './certificate-alarm.ts'

const at = new Date('2026-11-21T12:00:00Z')
const inHours = (hours: number) => new Date(at.getTime() + hours * 3_600_000)

test('days left are whole, the last one counts', () => {
  expect(daysToExpiry(inHours(24 * 30), at)).toBe(30)
  expect(daysToExpiry(inHours(25), at)).toBe(2)
  expect(daysToExpiry(inHours(1), at)).toBe(1)
  expect(daysToExpiry(at, at)).toBe(0)
  expect(daysToExpiry(inHours(-25), at)).toBe(-1)
})

test.each([
  [31, 'none', null],
  [30, 'notice', 30],
  [15, 'notice', 30],
  [14, 'warning', 14],
  [8, 'warning', 14],
  [7, 'danger', 7],
  [2, 'danger', 7],
  [1, 'danger', 1],
  [0, 'over', 1],
  [-5, 'over', 1],
])('%s days: %s, told at %s', (days, alarm, threshold) => {
  expect(alarmOf(days)).toBe(alarm)
  expect(dueThreshold(days)).toBe(threshold)
})
