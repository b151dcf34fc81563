import { readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'

/** Load, and what it costs. */

/** Starts `act` so many times a second, whether earlier ones have ended or not; sorted times in ms. Waits for the last. */
export async function atRate(perSecond: number, count: number, act: (at: number) => Promise<unknown>) {
  const from = performance.now()
  const times: number[] = []
  const running: Promise<void>[] = []
  for (let at = 0; at < count; at += 1) {
    // Includes lateness: the clock starts when it should have started.
    const due = from + (at * 1_000) / perSecond
    const waitMs = due - performance.now()
    if (waitMs > 0) await delay(waitMs)
    running.push(act(at).then(() => void times.push(performance.now() - due)))
  }
  await Promise.all(running)
  return times.sort((one, other) => one - other)
}

/** Runs `act` with so many in parallel, as fast as possible; returns the number per second. */
export async function atOnce(lanes: number, count: number, act: (at: number) => Promise<unknown>): Promise<number> {
  const from = performance.now()
  let next = 0
  const lane = async () => {
    for (let at = next++; at < count; at = next++) await act(at)
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  return (1_000 * count) / (performance.now() - from)
}

/** A percentile of a sorted list, in ms with one decimal. */
export function percentile(sorted: readonly number[], share: number): number {
  return Math.round(10 * (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0)) / 10
}

/**
 * Processor milliseconds so far of one process with all of its threads: what a unit of work costs, whoever else uses the machine. Linux
 * only, 0 elsewhere. The kernel counts 100 a second on every usual system.
 */
export function cpuMsOf(pid = 0): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
    return 10 * (Number(fields[11]) + Number(fields[12]))
  } catch {
    return 0
  }
}
