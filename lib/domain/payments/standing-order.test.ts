import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { frequencies } from './request.ts'
import { nextOccurrence, occurrence } from './standing-order.ts'

const order = (firstDay: string, frequency: (typeof frequencies)[number], endDate: string | null = null) => ({
  firstDay,
  frequency,
  endDate,
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
    expect(nextOccurrence(order('2026-11-21', 'DAIL', '2026-11-22'), '2026-11-22')).toBeNull()
  })

  test('the next one is the smallest that is later', () => {
    const day = fc
      .integer({ min: 0, max: 9_000 })
      .map(days => new Date(Date.UTC(2020, 0, 1 + days)).toISOString().slice(0, 10))
    fc.assert(
      fc.property(day, day, fc.constantFrom(...frequencies), (first, after, frequency) => {
        const next = nextOccurrence(order(first, frequency), after)
        const walked = Array.from({ length: 10_000 }, (_, count) => count).find(
          count => (occurrence(order(first, frequency), count) ?? '') > after,
        )
        expect(next).toBe(occurrence(order(first, frequency), walked ?? -1))
      }),
      { numRuns: 60 },
    )
  })
})
