import { expect, test } from 'vitest'
import { deliveryOutcome, deliveryTimeoutMs, nextTryMs, politeNextTryMs } from './delivery.ts'

/** The first one included. */
const maxTries = 11

test('tries begin 5 seconds apart, grow, and end a day after the first', () => {
  const gaps = Array.from({ length: maxTries }, (_, at) => nextTryMs(at + 1))
  expect(gaps[0]).toBe(5_000)
  expect(gaps.at(-1)).toBeNull()
  const known = gaps.filter(gap => gap !== null)
  expect(known).toHaveLength(maxTries - 1)
  for (const [at, gap] of known.slice(1).entries()) expect(gap).toBeGreaterThan(known[at] ?? 0)
  expect(known.reduce((sum, gap) => sum + gap, 0)).toBe(24 * 60 * 60_000)
})

test('an endpoint has ten seconds to answer', () => {
  expect(deliveryTimeoutMs).toBe(10_000)
})

test.each([
  [200, 'delivered'],
  [204, 'delivered'],
  [299, 'delivered'],
  [199, 'again'],
  [300, 'again'],
  [302, 'again'],
  [400, 'again'],
  [404, 'again'],
  [410, 'gone'],
  [429, 'again'],
  [500, 'again'],
  [null, 'again'],
] as const)('%s means %s', (status, outcome) => {
  expect(deliveryOutcome(status)).toBe(outcome)
})

const at = new Date('2026-11-21T10:00:00Z')

test.each([
  [1, null, 5_000],
  [1, '60', 60_000],
  [1, ' 60 ', 60_000],
  [1, '1', 5_000],
  [2, '10', 30_000],
  [1, 'Sat, 21 Nov 2026 10:02:00 GMT', 120_000],
  [1, 'Sat, 21 Nov 2026 09:00:00 GMT', 5_000],
  [1, '999999999', 37_045_000],
  [1, 'soon', 5_000],
  [1, '2026-11-21T10:02:00Z', 5_000],
  [1, '-60', 5_000],
  [1, '', 5_000],
  [maxTries, '60', null],
] as const)('after %s tries, Retry-After %j waits %s ms', (tries, retryAfter, expected) => {
  expect(politeNextTryMs(tries, retryAfter, at)).toBe(expected)
})
