import { expect, test } from 'vitest'
import { enterLane, lanes } from './bulkhead.ts'

test.each(['attended', 'batch'] as const)('%s: places first, then the queue, then no more', lane => {
  const { places, queue } = lanes[lane]
  expect(enterLane(lane, { calling: places - 1, waiting: 0 })).toBe('go')
  expect(enterLane(lane, { calling: places, waiting: 0 })).toBe('queue')
  expect(enterLane(lane, { calling: places, waiting: queue - 1 })).toBe('queue')
  expect(enterLane(lane, { calling: places, waiting: queue })).toBe('refuse')
})

test('nobody overtakes who waits, also when a place has just become free', () => {
  expect(enterLane('attended', { calling: 0, waiting: 1 })).toBe('queue')
})

test('people have four times the places of batches', () => {
  expect(lanes.attended.places).toBeGreaterThanOrEqual(4 * lanes.batch.places)
})
