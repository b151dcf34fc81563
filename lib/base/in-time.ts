import { setTimeout as delay } from 'node:timers/promises'
import { finishBeforeEnd } from '#lib/last-writes.ts'

/** Null after `maxMs`; the work goes on, must not fail, and the process waits for it. */
export async function inTime<Value>(work: Promise<Value>, maxMs: number): Promise<Value | null> {
  finishBeforeEnd(work)
  const over = new AbortController()
  const late = delay(maxMs, null, { signal: over.signal }).catch(() => null)
  return Promise.race([work, late]).finally(() => over.abort())
}
