import { setTimeout as delay } from 'node:timers/promises'
import { recordFault } from '#lib/services/operator/faults.ts'
import { listenUntil } from './listen.ts'

/**
 * Runs a table of tasks. The rows are the queue: a row stores what is due, when and for whom, and its lease says who
 * works on it. A task is polled when it is woken by name (`lib/wake.ts`), when one of its items ends, and every
 * `everyMs`.
 */

export interface Task<Item extends { readonly id: string } = { readonly id: string }> {
  readonly name: string
  /** Returns due items, at most `capacity`, claimed or not. Items already running in this process are skipped. */
  take(capacity: number): Promise<readonly Item[]>
  /** Processes one item. `stopping` aborts when the worker is stopped. */
  run(item: Item, stopping: AbortSignal): Promise<unknown>
  /** How many run at once in this process. */
  readonly atOnce: number
  /** The longest time between two polls; sufficient by itself where no notifications arrive. */
  readonly everyMs: number
}

/** A task, type-checked between `take` and `run`. */
export const task = <Item extends { readonly id: string }>(one: Task<Item>): Task => one

/** A task without items: runs every `everyMs`, one at a time per process. */
export function sweep(name: string, everyMs: number, act: () => Promise<unknown>): Task {
  const take = async () => {
    await act()
    return []
  }
  return { name, take, run: async () => undefined, atOnce: 1, everyMs }
}

export type Worker = { readonly stop: () => Promise<void> }

/** Minimum time between two polls of a task: items that end shortly after each other cause one poll. */
const gapMs = 20

/** Runs the tasks until stopped. `stop` takes no new items and resolves when running ones have ended. */
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

/** Takes what is due of each task once, runs it to the end and returns the number of items. */
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
      // A wake-up from here on may concern something this poll does not see.
      woken = Promise.withResolvers<void>()
      await look(one, running, stopping, wake)
      await pause(gapMs, stopping)
      await pause(one.everyMs, stopping, woken.promise)
    }
    await Promise.all(running.values())
  }
  return { name: one.name, wake, ended: loop() }
}

/** Starts due items up to the free capacity; returns how many. A failed poll leaves its work to the next one. */
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

/** Waits this long, or until stopped, or until `sooner`. */
async function pause(ms: number, stopping: AbortSignal, sooner?: Promise<void>): Promise<void> {
  const over = new AbortController()
  const waited = delay(ms, undefined, { signal: AbortSignal.any([stopping, over.signal]) }).catch(() => undefined)
  await (sooner ? Promise.race([waited, sooner]) : waited)
  over.abort()
}
