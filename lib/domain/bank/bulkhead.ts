/**
 * Who may call a bank at the same time (one bulkhead per bank and process): people and batches apart, so that a batch never
 * takes a person's place, and a bank that hangs holds its own places and nobody else's. Pure: a queue as a value.
 */

export type Lane = 'attended' | 'batch'

/** Places on the wire and places in the queue, for each lane. */
export const lanes: { readonly [lane in Lane]: { readonly places: number; readonly queue: number } } = {
  attended: { places: 16, queue: 256 },
  batch: { places: 4, queue: 256 },
}

/** How long a caller stands in the queue before it is told that the bank is busy, in milliseconds. */
export const longestQueueMs = { attended: 10_000, batch: 60_000 } as const

export type LaneLoad = { readonly calling: number; readonly waiting: number }

/** What a new caller does: go, stand in the queue, or be refused because the queue is full. */
export function enterLane(lane: Lane, { calling, waiting }: LaneLoad): 'go' | 'queue' | 'refuse' {
  const { places, queue } = lanes[lane]
  if (calling < places && waiting === 0) return 'go'
  return waiting < queue ? 'queue' : 'refuse'
}
