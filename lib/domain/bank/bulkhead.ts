/**
 * Limits concurrent calls to one bank (one bulkhead per bank and process). Attended calls and batches have slots of their own, so
 * a batch never blocks a person, and a bank that hangs never blocks calls to others. Pure: the queue is a value.
 */

export type Lane = 'attended' | 'batch'

/** Concurrent calls (`slots`) and waiting callers (`queue`), per lane. */
export const lanes: { readonly [lane in Lane]: { readonly slots: number; readonly queue: number } } = {
  attended: { slots: 16, queue: 256 },
  batch: { slots: 4, queue: 256 },
}

/** How long a caller waits in the queue before it is refused with `crowded`, in milliseconds. */
export const longestQueueMs = { attended: 10_000, batch: 60_000 } as const

export type LaneLoad = { readonly calling: number; readonly waiting: number }

/** What a new caller does: call, wait in the queue, or be refused because the queue is full. */
export function enterLane(lane: Lane, { calling, waiting }: LaneLoad): 'go' | 'queue' | 'refuse' {
  const { slots, queue } = lanes[lane]
  if (calling < slots && waiting === 0) return 'go'
  return waiting < queue ? 'queue' : 'refuse'
}
