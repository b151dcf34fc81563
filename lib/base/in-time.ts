import { setTimeout as delay } from 'node:timers/promises'
import { finishBeforeEnd } from '#lib/last-writes.ts'

/**
 * The result of `work`, or null if it takes longer than `maxMs`. The work goes on then, and the process does not end before it. It
 * must not fail.
 */
export async function inTime<Value>(work: Promise<Value>, maxMs: number): Promise<Value | null> {
  finishBeforeEnd(work)
  const over = new AbortController()
  const late = delay(maxMs, null, { signal: over.signal }).catch(() => null)
  return Promise.race([work, late]).finally(() => over.abort())
}
