import { expect, test } from 'vitest'
import { deliveryOutcome, mostTries, nextTryMs } from './webhook-delivery.ts'

test('tries begin 5 seconds apart, grow, and end a day after the first', () => {
  const gaps = Array.from({ length: mostTries }, (_, at) => nextTryMs(at + 1))
  expect(gaps[0]).toBe(5_000)
  expect(gaps.at(-1)).toBeNull()
  const known = gaps.filter(gap => gap !== null)
  expect(known).toHaveLength(mostTries - 1)
  for (const [at, gap] of known.slice(1).entries()) expect(gap).toBeGreaterThan(known[at] ?? 0)
  expect(known.reduce((sum, gap) => sum + gap, 0)).toBe(24 * 60 * 60_000)
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
