import { describe, expect, test } from 'vitest'
import { longestSeconds, pauseSeconds, readLifetime, readRetryAfter, readSkew } from './bank-time.ts'

const now = new Date('2026-11-22T08:00:00Z')
const in_ = (ms: number) => new Date(now.getTime() + ms).toUTCString()
const year = 365 * 86_400_000

describe('Retry-After', () => {
  test.each([
    ['0', 0],
    ['120', 120],
    [' 90 ', 90],
    ['86400', longestSeconds],
    ['86401', longestSeconds],
    ['999999999', longestSeconds],
    ['9'.repeat(40), longestSeconds],
    ['9'.repeat(10_000), longestSeconds],
    [in_(90_000), 90],
    [in_(31 * year), longestSeconds],
    ['Fri, 31 Dec 9999 23:59:59 GMT', longestSeconds],
    [in_(-year), 0],
    ['Thu, 01 Jan 1970 00:00:00 GMT', 0],
    ['1.5', 2],
    ['10, 20', 20],
    ['-5', null],
    ['soon', null],
    ['', null],
    [undefined, null],
  ])('%s is %s seconds', (header, seconds) => {
    expect(readRetryAfter(header, now)).toBe(seconds)
  })

  test('a date from a clock that is wrong by any amount', () => {
    for (const at of [new Date(0), new Date(8.64e15)]) {
      expect(readRetryAfter(in_(0), at)).toBeGreaterThanOrEqual(0)
      expect(readRetryAfter(in_(0), at)).toBeLessThanOrEqual(longestSeconds)
    }
  })
})

describe('expires_in', () => {
  test.each([
    [900, 900],
    ['900', 900],
    ['899.2', 900],
    [0.5, 1],
    [1e300, longestSeconds],
    [Number.MAX_VALUE, longestSeconds],
    [Number.POSITIVE_INFINITY, longestSeconds],
    ['9'.repeat(400), longestSeconds],
    [0, null],
    [-5, null],
    [Number.NaN, null],
    ['1e300', null],
    ['', null],
    ['never', null],
    [null, null],
    [undefined, null],
    [{}, null],
    [[900], null],
    [true, null],
  ])('%s is %s seconds', (said, seconds) => {
    expect(readLifetime(said)).toBe(seconds)
  })
})

describe('the bank’s clock', () => {
  test.each([
    [in_(0), 0],
    [in_(300_000), 299],
    [in_(-3_600_000), -3_600],
    [in_(31 * year), longestSeconds],
    ['Fri, 31 Dec 9999 23:59:59 GMT', longestSeconds],
    ['Thu, 01 Jan 1970 00:00:00 GMT', -longestSeconds],
    ['yesterday', null],
    [undefined, null],
  ])('%s', (header, seconds) => {
    expect(readSkew(header, now, 400)).toBe(seconds)
  })
})

test('a pause of our own is limited as well', () => {
  expect([10, -1, 0.2, 1e12, Number.NaN].map(pauseSeconds)).toEqual([10, 0, 1, longestSeconds, 0])
})
