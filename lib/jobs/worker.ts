import { setTimeout as delay } from 'node:timers/promises'
import { recordFault } from '#lib/services/operator/faults.ts'
import { listenUntil } from './listen.ts'

/**
 * Runs a table of tasks. The rows are the queue: what is due, when and for whom stands in the row that it is about, and its lease
 * says who does it. A task is looked at when it is woken by name (`lib/wake.ts`), when something that it ran has ended, and after
 * `everyMs` at the latest.
 */

export interface Task<Item extends { readonly id: string } = { readonly id: string }> {
  readonly name: string
  /** Answers what is due, at most `room`, claimed or not. What is already running in this process is not run again. */
  take(room: number): Promise<readonly Item[]>
  /** Does one of them. `stopping` aborts when the worker is told to stop. */
  run(item: Item, stopping: AbortSignal): Promise<unknown>
  /** How many run at once in this process. */
  readonly atOnce: number
  /** The longest time between two looks; enough by itself where no notification arrives. */
  readonly everyMs: number
}

/** A task, its items checked between `take` and `run`. */
export const task = <Item extends { readonly id: string }>(one: Task<Item>): Task => one

/** A task without items: every `everyMs`, one run in this process at a time. */
export function sweep(name: string, everyMs: number, act: () => Promise<unknown>): Task {
  const take = async () => {
    await act()
    return []
  }
  return { name, take, run: async () => undefined, atOnce: 1, everyMs }
}

export type Worker = { readonly stop: () => Promise<void> }

/** Between two looks of a task at least: what ends one after the other is followed by one look. */
const gapMs = 20

/** Runs the tasks until stopped. `stop` takes nothing new, and resolves when what is under way has ended. */
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

/** Takes once what is due of each task, runs it to its end, and answers how many. */
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
      // Whoever wakes us from here on may mean something that this look does not see.
      woken = Promise.withResolvers<void>()
      await look(one, running, stopping, wake)
      await pause(gapMs, stopping)
      await pause(one.everyMs, stopping, woken.promise)
    }
    await Promise.all(running.values())
  }
  return { name: one.name, wake, ended: loop() }
}

/** Begins what is due as far as there is room; answers how many. A look that fails leaves its work to the next. */
async function look(one: Task, running: Running, stopping: AbortSignal, onEnd?: () => void): Promise<number> {
  const room = one.atOnce - running.size
  if (room < 1) return 0
  const items = await one.take(room).catch((error: unknown) => {
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

/** Waits so long, or less: until stopped, or `sooner`. */
async function pause(ms: number, stopping: AbortSignal, sooner?: Promise<void>): Promise<void> {
  const over = new AbortController()
  const waited = delay(ms, undefined, { signal: AbortSignal.any([stopping, over.signal]) }).catch(() => undefined)
  await (sooner ? Promise.race([waited, sooner]) : waited)
  over.abort()
}
