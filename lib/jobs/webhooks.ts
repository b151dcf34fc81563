import { setTimeout as delay } from 'node:timers/promises'
import { sweepAnswers } from '#lib/services/merchant/idempotency.ts'
import { recordFault } from '#lib/services/operator/faults.ts'
import { deliver, takeDueDeliveries } from '#lib/services/webhooks/webhook-dispatch.ts'

/**
 * The part of a worker that delivers webhooks: rows say what is due and a lease who sends it. It looks often, because a shop
 * waits for it (T8); a look that finds nothing is one indexed query.
 */
const atOnce = 64
const pollMs = 200
const sweepMs = 10 * 60_000

/** Delivers until stopped, and returns when the last one under way has ended. */
export async function deliverUntil(stopped: AbortSignal): Promise<void> {
  const running = new Set<Promise<void>>()
  let sweptAt = 0
  while (!stopped.aborted) {
    const began = await deliverOnce(running)
    if (Date.now() - sweptAt > sweepMs) {
      sweptAt = Date.now()
      await guard('answers', sweepAnswers)
    }
    // Much to do: no pause, as soon as there is room.
    if (began > 0 && running.size < atOnce) continue
    if (running.size >= atOnce) await Promise.race(running)
    else await delay(pollMs, undefined, { signal: stopped }).catch(() => undefined)
  }
  await Promise.all(running)
}

/** One round: takes what is due, as far as there is room, and begins to send it. Answers how many. */
export async function deliverOnce(running: Set<Promise<void>> = new Set()): Promise<number> {
  let began = 0
  await guard('take', async () => {
    const taken = await takeDueDeliveries(atOnce - running.size)
    began = taken.length
    for (const one of taken) {
      const work: Promise<void> = guard('deliver', () => deliver(one)).then(() => void running.delete(work))
      running.add(work)
    }
  })
  return began
}

/** A round that fails (the database is away, say) leaves its work to the next. */
async function guard(path: string, act: () => Promise<unknown>): Promise<void> {
  try {
    await act()
  } catch (error) {
    recordFault(error, { method: 'JOB', path: `webhooks.${path}` })
  }
}
