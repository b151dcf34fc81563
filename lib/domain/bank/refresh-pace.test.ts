import { expect, test } from 'vitest'
import { type Heard, paceAfter, paceOf } from './refresh-pace.ts'

test.each([
  [null, null, { most: 30, atOnce: 30 }],
  [10, null, { most: 10, atOnce: 10 }],
  [200, null, { most: 200, atOnce: 30 }],
  [200, 45, { most: 200, atOnce: 45 }],
  [20, 45, { most: 20, atOnce: 20 }],
  [null, 1, { most: 30, atOnce: 1 }],
])('an operator’s %s and %s learned', (most, learned, pace) => {
  expect(paceOf(most, learned)).toEqual(pace)
})

const quick: Heard = { calls: 5, slowestMs: 1_000, isTooMuch: false }

test.each<[string, number, Heard, boolean, number]>([
  ['quick and full', 10, quick, true, 11],
  ['quick, but not used', 10, quick, false, 10],
  ['quick at the most', 40, quick, true, 40],
  ['slow', 30, { ...quick, slowestMs: 1_001 }, true, 30],
  ['slow, below the usual number', 29, { ...quick, slowestMs: 1_001 }, true, 30],
  ['slow, after an outage', 1, { ...quick, slowestMs: 9_000 }, true, 2],
  ['without a call', 10, { ...quick, calls: 0, slowestMs: 0 }, true, 10],
  ['too much', 11, { ...quick, isTooMuch: true }, true, 5],
  ['too much, though not full', 40, { ...quick, isTooMuch: true }, false, 20],
  ['too much at one', 1, { ...quick, isTooMuch: true }, true, 1],
])('%s', (_, atOnce, heard, isFull, after) => {
  expect(paceAfter({ atOnce, most: 40 }, heard, isFull)).toBe(after)
})
