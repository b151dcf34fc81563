import { describe, expect, test } from 'vitest'
import { mondayAfter, summaryTurn } from './weekly-summary.ts'

test.each([
  ['2026-11-22', '2026-11-23'],
  ['2026-11-23', '2026-11-30'],
  ['2026-11-24', '2026-11-30'],
  ['2026-11-28', '2026-11-30'],
  ['2026-12-29', '2027-01-04'],
  ['2028-02-28', '2028-03-06'],
])('after %s comes Monday %s', (day, monday) => {
  expect(mondayAfter(day)).toBe(monday)
  expect(new Date(monday).getUTCDay()).toBe(1)
})

describe('the summary of Monday 23 November 2026', () => {
  test.each([
    ['2026-11-22T22:59:59Z', 'early'],
    ['2026-11-23T06:59:59Z', 'early'],
    ['2026-11-23T07:00:00Z', 'due'],
    ['2026-11-23T22:59:59Z', 'due'],
    ['2026-11-24T22:59:59Z', 'due'],
    ['2026-11-24T23:00:00Z', 'missed'],
    ['2026-12-07T08:00:00Z', 'missed'],
  ])('at %s is %s', (at, turn) => {
    expect(summaryTurn('2026-11-23', new Date(at))).toBe(turn)
  })

  test('in summer eight o’clock comes an hour earlier', () => {
    expect(summaryTurn('2026-07-06', new Date('2026-07-06T05:59:59Z'))).toBe('early')
    expect(summaryTurn('2026-07-06', new Date('2026-07-06T06:00:00Z'))).toBe('due')
  })
})
