import { describe, expect, test } from 'vitest'
import { mayCallUnattended, nextParisMidnight, parisDay, parisMinute, quotaResource } from './quota.ts'

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

describe('quota', () => {
  test('names resources with their page', () => {
    expect(quotaResource({ operation: 'accounts', page: 2 })).toBe('accounts#2')
    expect(quotaResource({ operation: 'identity', page: 1 })).toBe('identity#1')
    expect(quotaResource({ operation: 'balances', resourceId: 'R1' })).toBe('balances:R1')
    expect(quotaResource({ operation: 'transactions', resourceId: 'R1', page: 3 })).toBe('transactions:R1#3')
    expect(quotaResource({ operation: 'owners', resourceId: 'R1', page: 1 })).toBe('owners:R1#1')
    expect(quotaResource({ operation: 'overdrafts', resourceId: 'R1', page: 1 })).toBe('overdrafts:R1#1')
  })

  test('three planned calls and one in reserve', () => {
    expect([0, 1, 2, 3, 4, 5].map(used => mayCallUnattended(used))).toEqual([true, true, true, false, false, false])
    const repeated = [0, 1, 2, 3, 4, 5].map(used => mayCallUnattended(used, { repetition: true }))
    expect(repeated).toEqual([true, true, true, true, false, false])
  })
})
