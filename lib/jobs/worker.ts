import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { readDirectDatabaseUrl } from '#lib/env.ts'
import { log } from '#lib/log.ts'
import { recordFault } from '#lib/services/operator/faults.ts'
import { wakeChannel } from '#lib/wake.ts'

/**
 * Rows are the queue: due time and lease. A task is polled when woken (`lib/wake.ts`), when an item ends, and every
 * `everyMs`.
 */

export interface Task<Item extends { readonly id: string } = { readonly id: string }> {
  readonly name: string
  /** At most `capacity`; items running here are skipped. */
  take(capacity: number): Promise<readonly Item[]>
  run(item: Item, stopping: AbortSignal): Promise<unknown>
  /** In this process. */
  readonly atOnce: number
  /** Enough even without notifications. */
  readonly everyMs: number
}

/** Type-checks `take` against `run`. */
export const task = <Item extends { readonly id: string }>(one: Task<Item>): Task => one

/** No items; one at a time per process. */
export function sweep(name: string, everyMs: number, act: () => Promise<unknown>): Task {
  const take = async () => {
    await act()
    return []
  }
  return { name, take, run: async () => undefined, atOnce: 1, everyMs }
}

export type Worker = { readonly stop: () => Promise<void> }

/** Items that end together cause one poll. */
const gapMs = 20

/** `stop` resolves when running items ended. */
export function startWorker(tasks: readonly Task[]): Worker {
  const stopped = new AbortController()
  const loops = tasks.map(one => openLoop(one, stopped.signal))
  const listening = listenUntil(stopped.signal, name => {
    for (const loop of loops) if (name === null || name === loop.name) loop.wake()
  })
  return {
    stop: async () => {
      stopped.abort()
      await Promise.all([listening, ...loops.map(({ ended }) => ended)])
    },
  }
}

/** To the end; returns the number of items. */
export async function runOnce(tasks: readonly Task[]): Promise<number> {
  const stopping = new AbortController().signal
  const ends: Promise<void>[] = []
  let began = 0
  for (const one of tasks) {
    const running: Running = new Map()
    began += await look(one, running, stopping)
    ends.push(...running.values())
  }
  await Promise.all(ends)
  return began
}

type Running = Map<string, Promise<void>>

function openLoop(one: Task, stopping: AbortSignal) {
  let woken = Promise.withResolvers<void>()
  const wake = () => woken.resolve()
  const loop = async () => {
    const running: Running = new Map()
    while (!stopping.aborted) {
      // A later wake-up may concern what this poll doesn't see.
      woken = Promise.withResolvers<void>()
      await look(one, running, stopping, wake)
      await pause(gapMs, stopping)
      await pause(one.everyMs, stopping, woken.promise)
    }
    await Promise.all(running.values())
  }
  return { name: one.name, wake, ended: loop() }
}

/** Returns how many. A failed poll leaves its work to the next. */
async function look(one: Task, running: Running, stopping: AbortSignal, onEnd?: () => void): Promise<number> {
  const capacity = one.atOnce - running.size
  if (capacity < 1) return 0
  const items = await one.take(capacity).catch((error: unknown) => {
    recordFault(error, { method: 'JOB', path: one.name })
    return []
  })
  let began = 0
  for (const item of items) {
    if (running.has(item.id)) continue
    began += 1
    const work = one
      .run(item, stopping)
      .catch((error: unknown) => void recordFault(error, { method: 'JOB', path: `${one.name}.run` }))
      .then(() => {
        running.delete(item.id)
        onEnd?.()
      })
    running.set(item.id, work)
  }
  return began
}

async function pause(ms: number, stopping: AbortSignal, sooner?: Promise<void>): Promise<void> {
  const over = new AbortController()
  const waited = delay(ms, undefined, { signal: AbortSignal.any([stopping, over.signal]) }).catch(() => undefined)
  await (sooner ? Promise.race([waited, sooner]) : waited)
  over.abort()
}

const reopenMs = 1_000

/** Null: notifications may have been missed. */
type OnWake = (task: string | null) => void

/** On its own connection, reopened when lost; `onWake(null)` after each connect. */
async function listenUntil(stopped: AbortSignal, onWake: OnWake): Promise<void> {
  while (!stopped.aborted) {
    await listenOnce(stopped, onWake).catch(error => log().warn({ err: error }, 'listening for work failed'))
    await delay(reopenMs, undefined, { signal: stopped }).catch(() => undefined)
  }
}

/** Resolves when stopped or disconnected; throws if it can't connect. */
async function listenOnce(stopped: AbortSignal, onWake: OnWake): Promise<void> {
  const client = new pg.Client({
    connectionString: readDirectDatabaseUrl(),
    application_name: 'guichet-listen',
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
  })
  // An unhandled error would end the process; 'end' follows.
  client.on('error', () => undefined)
  client.on('notification', ({ payload }) => onWake(payload ?? null))
  try {
    await client.connect()
    await client.query(`LISTEN ${wakeChannel}`)
    onWake(null)
    await once(client, 'end', { signal: stopped }).catch(() => undefined)
  } finally {
    await client.end().catch(() => undefined)
  }
}
