import { pauseSeconds } from '@guichet/stet/bank-time.ts'
import type { PlannedCall } from '@guichet/stet/call.ts'
import { BankError } from '@guichet/stet/errors.ts'
import { enterLane, type Lane, type LaneLoad, lanes, longestQueueMs } from '#lib/domain/bank/bulkhead.ts'

/** First come, first served, attended calls and batches apart. */

type Waiting = { readonly go: () => void }
type Side = { calling: number; readonly waiting: Set<Waiting> }

/** `enter` gives the release; throws `crowded`, or the signal's reason. */
export function openLanes() {
  const sides: Record<Lane, Side> = {
    attended: { calling: 0, waiting: new Set() },
    batch: { calling: 0, waiting: new Set() },
  }
  const releaseOf = (side: Side) => () => {
    side.calling -= 1
    const [next] = side.waiting
    next?.go()
  }
  const enter = async (lane: Lane, call: PlannedCall, signal: AbortSignal | null): Promise<() => void> => {
    const side = sides[lane]
    const decision = enterLane(lane, loadOf(side))
    if (decision === 'refuse') throw crowded(call)
    if (decision === 'queue') await waitInQueue(side, lane, call, signal)
    side.calling += decision === 'go' ? 1 : 0
    return releaseOf(side)
  }
  const load = (): { readonly [lane in Lane]: LaneLoad & { readonly slots: number } } => ({
    attended: { ...loadOf(sides.attended), slots: lanes.attended.slots },
    batch: { ...loadOf(sides.batch), slots: lanes.batch.slots },
  })
  return { enter, load }
}

function loadOf({ calling, waiting }: Side): LaneLoad {
  return { calling, waiting: waiting.size }
}

/** Who waits too long or aborts leaves without a slot. */
function waitInQueue(side: Side, lane: Lane, call: PlannedCall, signal: AbortSignal | null): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => {
      side.waiting.delete(waiting)
      clearTimeout(timer)
      signal?.removeEventListener('abort', onAbort)
    }
    const waiting: Waiting = {
      go: () => {
        end()
        side.calling += 1
        resolve()
      },
    }
    const rejectWith = (error: BankError) => {
      end()
      reject(error)
    }
    const onAbort = () => rejectWith(gaveUp(call, signal))
    const timer = setTimeout(() => rejectWith(crowded(call)), longestQueueMs[lane])
    side.waiting.add(waiting)
    if (signal?.aborted) onAbort()
    else signal?.addEventListener('abort', onAbort, { once: true })
  })
}

function crowded({ operation, requestId }: PlannedCall): BankError {
  const detail = 'too many calls to this bank are waiting'
  return new BankError({
    kind: 'crowded',
    sent: 'no',
    operation,
    requestId,
    detail,
    retryAfterSeconds: pauseSeconds(10),
  })
}

function gaveUp({ operation, requestId }: PlannedCall, signal: AbortSignal | null): BankError {
  return new BankError({ kind: 'aborted', sent: 'no', operation, requestId, detail: 'left', cause: signal?.reason })
}
