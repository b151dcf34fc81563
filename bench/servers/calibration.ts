import { type ChildProcess, fork } from 'node:child_process'
import { generateKeyPairSync, sign } from 'node:crypto'
import { Pool } from 'undici'
import { buildEmptyNext } from './empty-next.ts'
import { atOnce, cpuMsOf } from './load.ts'

/**
 * What this machine does a second and core, measured in the run of every benchmark. Machines differ by three times, and a busy one by as
 * much again, so every target of speed is a ratio to one of these (docs/costs.md).
 */
export type Calibration = {
  /** RSA-2048 signatures of 400 bytes: what no call to a bank can do without. */
  readonly signatures: number
  /** Answers of a Next route with nothing in it. */
  readonly routes: number
  /** Answers of a dynamic Next page with nothing in it. */
  readonly pages: number
  /** The share of a core that one busy thread got, 1 on a quiet machine. Below 0.9 the times on the clock mean little. */
  readonly quiet: number
}

/** On a busy machine a measurement ends after this time with what it has. */
const longestMs = 6_000

/** Measures and prints it, as one line. The first time on a machine it builds the empty application, half a minute. */
export async function calibrate(): Promise<Calibration> {
  const { signatures, quiet } = measureSignatures()
  const [routes, pages] = await measureNext()
  const calibration = { signatures, routes, pages, quiet }
  console.log(JSON.stringify({ bench: 'calibration', ...calibration }))
  return calibration
}

function measureSignatures() {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const text = Buffer.from('x'.repeat(400))
  for (let warm = 0; warm < 100; warm += 1) sign('RSA-SHA256', text, privateKey)
  const [cpu, from] = [process.cpuUsage(), performance.now()]
  let [count, usedMs] = [0, 0]
  for (; usedMs < 500 && performance.now() - from < longestMs; count += 1) {
    sign('RSA-SHA256', text, privateKey)
    const { user, system } = process.cpuUsage(cpu)
    usedMs = (user + system) / 1_000
  }
  return { signatures: perSecond(count, usedMs), quiet: Math.round((100 * usedMs) / (performance.now() - from)) / 100 }
}

async function measureNext(): Promise<readonly [routes: number, pages: number]> {
  const { child, origin } = await startEmptyNext()
  const pool = new Pool(origin, { connections: 8 })
  const ask = async (path: string) => {
    const { statusCode, body } = await pool.request({ path, method: 'GET' })
    await body.arrayBuffer()
    if (statusCode !== 200) throw new Error(`${path} answered ${statusCode}`)
  }
  const measure = async (path: string) => {
    await atOnce(8, 600, () => ask(path))
    const { count, ms } = await within(1_000, child.pid, () => Promise.all(Array.from({ length: 8 }, () => ask(path))))
    return perSecond(8 * count, ms)
  }
  try {
    return [await measure('/route'), await measure('/')]
  } finally {
    await pool.close()
    child.disconnect()
  }
}

/** The empty application in a process of its own, which ends with its channel. */
export async function startEmptyNext(): Promise<{ readonly child: ChildProcess; readonly origin: string }> {
  const child = fork(new URL('empty-next.ts', import.meta.url), [await buildEmptyNext()], {
    env: { ...process.env, NODE_ENV: 'production' },
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const port = await new Promise<number>((done, failed) => {
    child.once('message', message => done(Number(message)))
    child.once('exit', code => failed(new Error(`the empty application ended with ${code}`)))
  })
  return { child, origin: `http://127.0.0.1:${port}` }
}

/**
 * Repeats `act` until a process has used its processor for so long, or the clock went on for so long where that can't be read; returns how
 * often, and how long that took it.
 */
async function within(durationMs: number, pid: number | undefined, act: () => Promise<unknown>) {
  const [cpuBefore, from] = [cpuMsOf(pid), performance.now()]
  const hasTimes = cpuBefore > 0
  for (let count = 1; ; count += 1) {
    await act()
    const onClock = performance.now() - from
    const ms = hasTimes ? cpuMsOf(pid) - cpuBefore : onClock
    if (ms >= durationMs || onClock >= longestMs) return { count, ms }
  }
}

function perSecond(count: number, ms: number): number {
  return Math.round((1_000 * count) / ms)
}

/** What a measurement is compared with. */
type Unit = 'signatures' | 'routes' | 'pages'

/** A measurement as a ratio to what the machine does in the same run, and its limit. */
type Judged = { readonly ratio: number; readonly of: Unit } & (
  | { readonly atMost: number }
  | { readonly atLeast: number }
)

/** A duration, as how many of these would take as long: 15 ms where an empty route takes 0.6 ms are 25 routes. */
export function timesOf(ms: number, calibration: Calibration, of: Unit): number {
  return toTwoDigits((ms * calibration[of]) / 1_000)
}

/** A number a second, as a share of how many of these are possible. */
export function shareOf(perSecond: number, calibration: Calibration, of: Unit): number {
  return toTwoDigits(perSecond / calibration[of])
}

/** A duration that may last as long as so many of these. */
export function judgeTime(ms: number, calibration: Calibration, of: Unit, atMost: number): Judged {
  return { ratio: timesOf(ms, calibration, of), of, atMost }
}

/** A number a second that must be such a share of how many of these are possible. */
export function judgeRate(perSecond: number, calibration: Calibration, of: Unit, atLeast: number): Judged {
  return { ratio: shareOf(perSecond, calibration, of), of, atLeast }
}

function toTwoDigits(value: number): number {
  return Number(value.toPrecision(value < 10 ? 2 : 3))
}

/** Whether all ratios are within their limits: the last member of a benchmark's line. */
export function isWithin(
  judged: Readonly<Record<string, { readonly ratio: number; readonly atMost?: number; readonly atLeast?: number }>>,
): boolean {
  return Object.values(judged).every(
    ({ ratio, atMost = Number.POSITIVE_INFINITY, atLeast = 0 }) => ratio <= atMost && ratio >= atLeast,
  )
}
