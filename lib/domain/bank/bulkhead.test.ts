import { expect, test } from 'vitest'
import { enterLane, longestQueueMs } from './bulkhead.ts'

test.each([
  ['attended', 16],
  ['batch', 16],
] as const)('%s: %i slots first, then a queue of 256, then refusal', (lane, slots) => {
  expect(enterLane(lane, { calling: slots - 1, waiting: 0 })).toBe('go')
  expect(enterLane(lane, { calling: slots, waiting: 0 })).toBe('queue')
  expect(enterLane(lane, { calling: slots, waiting: 255 })).toBe('queue')
  expect(enterLane(lane, { calling: slots, waiting: 256 })).toBe('refuse')
})

test('a person waits ten seconds in the queue, a batch a minute', () => {
  expect(longestQueueMs).toEqual({ attended: 10_000, batch: 60_000 })
})

test('nobody overtakes a waiting caller, also when a slot has just become free', () => {
  expect(enterLane('attended', { calling: 0, waiting: 1 })).toBe('queue')
})
