import { setTimeout as delay } from 'node:timers/promises'
import { recordFault } from '#lib/services/operator/faults.ts'
import { runDueRefresh, takeDueRefreshes } from '#lib/services/refresh/schedule.ts'

/**
 * The part of a worker that reads banks by schedule. Not through the queue: how many may run depends on the bank, and rows
 * alone say what is due. Readings wait for banks most of the time, so one process carries many; each bank has its own
 * bound, so that a few slow ones leave room for the rest.
 */
const atOnce = 48
const pollMs = 2_000

/** Takes what is due until stopped, and returns when the last of it has ended or been left to others. */
export async function refreshUntil(stopped: AbortSignal): Promise<void> {
  const running = new Set<Promise<void>>()
  while (!stopped.aborted) {
    const taken = await refreshDue(running, stopped)
    // With every place of a bank taken, the next one is taken as soon as one is free.
    const pause = delay(taken > 0 ? pollMs / 10 : pollMs, undefined, { signal: stopped }).catch(() => undefined)
    await (running.size >= atOnce ? Promise.race([...running, pause]) : pause)
  }
  await Promise.all(running)
}

async function refreshDue(running: Set<Promise<void>>, stopped: AbortSignal): Promise<number> {
  try {
    const claimed = await takeDueRefreshes(atOnce - running.size)
    for (const lease of claimed) {
      const work = runDueRefresh(lease, stopped)
        .catch((error: unknown) => recordFault(error, { method: 'JOB', path: 'refresh' }))
        .then(() => void running.delete(work))
      running.add(work)
    }
    return claimed.length
  } catch (error) {
    recordFault(error, { method: 'JOB', path: 'refreshes.due' })
    return 0
  }
}

/** One round: what is due now, to its end. Returns how many were read. For tests and for the operator's own hand. */
export async function refreshDueOnce(): Promise<number> {
  const running = new Set<Promise<void>>()
  const count = await refreshDue(running, new AbortController().signal)
  await Promise.all(running)
  return count
}
