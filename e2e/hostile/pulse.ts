import { readFileSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'

/**
 * Requests the health of each of our processes every 50 ms, and reads its memory. In its own thread, so that delays of the
 * hostile bank's thread are not measured.
 */

export type Target = { readonly port: number; readonly pid: number; readonly host: string }
/** Since the last call: the longest time of `/api/health`, the maximum memory of one process, and its memory now. */
export type Pulse = { readonly healthMs: number; readonly peakMb: number; readonly nowMb: readonly number[] }

const everyMs = 50
const agent = new Agent({ keepAlive: true })
const targets = workerData as readonly Target[]
const seen = { healthMs: 0, peakMb: 0 }
const asked = new Map<number, number>()

function residentMb(pid: number): number {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1_024
  } catch {
    return 0
  }
}

/** A pending answer counts with the time so far. */
function waitedMs(): number {
  return Math.max(0, ...[...asked.values()].map(since => performance.now() - since))
}

function look(): Pulse {
  const nowMb = targets.map(({ pid }) => Math.round(residentMb(pid)))
  const pulse = { healthMs: Math.round(Math.max(seen.healthMs, waitedMs())), peakMb: Math.round(seen.peakMb), nowMb }
  Object.assign(seen, { healthMs: 0, peakMb: 0 })
  return pulse
}

function ask({ port, host }: Target): Promise<void> {
  return new Promise(done => {
    const since = performance.now()
    asked.set(port, since)
    const end = () => {
      asked.delete(port)
      seen.healthMs = Math.max(seen.healthMs, performance.now() - since)
      done()
    }
    get({ host: '127.0.0.1', port, path: '/api/health', agent, headers: { host } }, answer =>
      answer.resume().once('end', end),
    ).once('error', end)
  })
}

async function watch(target: Target): Promise<never> {
  for (;;) {
    await ask(target)
    seen.peakMb = Math.max(seen.peakMb, residentMb(target.pid))
    await delay(everyMs)
  }
}

parentPort?.on('message', () => parentPort?.postMessage(look()))
for (const target of targets) void watch(target)
