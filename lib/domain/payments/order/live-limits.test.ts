import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { liveLimitNames } from '#lib/domain/refusals/failure.ts'
import {
  defaultLimits,
  findLimitExcess,
  findLimitsFault,
  findTestExcess,
  largestLimit,
  limitsOf,
  testLimit,
} from './live-limits.ts'

const limits = { payment: 100n, day: 250n, month: 600n }
const unused = { day: 0n, month: 0n }

describe('a live payment within the limits', () => {
  test.each([
    [1n, unused, null],
    [100n, unused, null],
    [101n, unused, { limit: 'payment', maxMinor: 100n, leftMinor: 100n }],
    [100n, { day: 150n, month: 150n }, null],
    [100n, { day: 151n, month: 151n }, { limit: 'day', maxMinor: 250n, leftMinor: 99n }],
    [1n, { day: 250n, month: 250n }, { limit: 'day', maxMinor: 250n, leftMinor: 0n }],
    [100n, { day: 0n, month: 500n }, null],
    [100n, { day: 0n, month: 501n }, { limit: 'month', maxMinor: 600n, leftMinor: 99n }],
    // The shortest time is named, and lowered limits leave nothing.
    [101n, { day: 250n, month: 600n }, { limit: 'payment', maxMinor: 100n, leftMinor: 100n }],
    [1n, { day: 250n, month: 600n }, { limit: 'day', maxMinor: 250n, leftMinor: 0n }],
    [1n, { day: 9_999n, month: 9_999n }, { limit: 'day', maxMinor: 250n, leftMinor: 0n }],
  ] as const)('%s after %o', (amount, use, excess) => {
    expect(findLimitExcess(amount, limits, use)).toEqual(excess)
  })

  test('payments that each fit never exceed a limit together', () => {
    fc.assert(
      fc.property(fc.array(fc.bigInt({ min: 1n, max: 150n }), { maxLength: 30 }), amounts => {
        let taken = 0n
        for (const amount of amounts) {
          if (findLimitExcess(amount, limits, { day: taken, month: taken }) === null) taken += amount
        }
        expect(taken <= limits.day).toBe(true)
      }),
    )
  })

  test('what is left fits, and a cent more does not', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 300n }), fc.bigInt({ min: 0n, max: 700n }), (day, month) => {
        const excess = findLimitExcess(largestLimit, { ...limits, payment: largestLimit }, { day, month })
        const left = excess?.leftMinor ?? 0n
        const open = { ...limits, payment: largestLimit, month: largestLimit }
        if (left > 0n) expect(findLimitExcess(left, open, { day, month })).toBeNull()
        expect(findLimitExcess(left + 1n, open, { day, month })).toMatchObject({ limit: 'day' })
      }),
    )
  })
})

test('a test payment has a ceiling of its own', () => {
  expect(findTestExcess(testLimit)).toBeNull()
  expect(findTestExcess(testLimit + 1n)).toEqual({ limit: 'payment', maxMinor: testLimit, leftMinor: testLimit })
})

describe('the limits of an organisation', () => {
  test('are the defaults until others are set, each by itself', () => {
    const none = { limitPaymentMinor: null, limitDayMinor: null, limitMonthMinor: null }
    expect(limitsOf(none)).toEqual(defaultLimits)
    expect(limitsOf({ ...none, limitDayMinor: 7n })).toEqual({ ...defaultLimits, day: 7n })
    expect(findLimitsFault(defaultLimits)).toBeNull()
  })

  test.each([
    [{ payment: 1n, day: 1n, month: 1n }, null],
    [{ payment: largestLimit, day: largestLimit, month: largestLimit }, null],
    [{ payment: 0n, day: 1n, month: 1n }, 'payment'],
    [{ payment: -1n, day: 1n, month: 1n }, 'payment'],
    [{ payment: 2n, day: 1n, month: 3n }, 'day'],
    [{ payment: 2n, day: 3n, month: 2n }, 'month'],
    [{ payment: 1n, day: 1n, month: largestLimit + 1n }, 'month'],
  ] as const)('%o: %s', (wanted, fault) => expect(findLimitsFault(wanted)).toBe(fault))

  test('each has a name', () => expect(Object.keys(defaultLimits)).toEqual([...liveLimitNames]))
})
