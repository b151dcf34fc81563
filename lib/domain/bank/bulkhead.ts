/**
 * Limits concurrent calls per bank and process. Attended calls and batches have their own slots, so a batch never
 * blocks a person.
 */

export type Lane = 'attended' | 'batch'

/** Per lane. */
export const lanes: { readonly [lane in Lane]: { readonly slots: number; readonly queue: number } } = {
  attended: { slots: 16, queue: 256 },
  batch: { slots: 16, queue: 256 },
}

/** Milliseconds in the queue before `crowded`. */
export const longestQueueMs = { attended: 10_000, batch: 60_000 } as const

export type LaneLoad = { readonly calling: number; readonly waiting: number }

export function enterLane(lane: Lane, { calling, waiting }: LaneLoad): 'go' | 'queue' | 'refuse' {
  const { slots, queue } = lanes[lane]
  if (calling < slots && waiting === 0) return 'go'
  return waiting < queue ? 'queue' : 'refuse'
}
