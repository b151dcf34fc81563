import { expect, test } from 'vitest'
import { enterLane, lanes } from './bulkhead.ts'

test.each(['attended', 'batch'] as const)('%s: slots first, then the queue, then refusal', lane => {
  const { slots, queue } = lanes[lane]
  expect(enterLane(lane, { calling: slots - 1, waiting: 0 })).toBe('go')
  expect(enterLane(lane, { calling: slots, waiting: 0 })).toBe('queue')
  expect(enterLane(lane, { calling: slots, waiting: queue - 1 })).toBe('queue')
  expect(enterLane(lane, { calling: slots, waiting: queue })).toBe('refuse')
})

test('nobody overtakes a waiting caller, also when a slot has just become free', () => {
  expect(enterLane('attended', { calling: 0, waiting: 1 })).toBe('queue')
})

test('attended calls have four times the slots of batches', () => {
  expect(lanes.attended.slots).toBeGreaterThanOrEqual(4 * lanes.batch.slots)
})
