import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { newCallers, type RawReport, runRaw } from '#e2e/routes/raw.ts'
import { secretMark } from '#testing/bank/scripted.ts'
import { type Case, type Family, families } from '#testing/bank/scripted-answer.ts'
import { type HostileStack, openHostileStack } from '#testing/stack/built.ts'
import { catalogues } from './catalogue.ts'
import { judge } from './judge.ts'
import { type LargeInput, largeInputs, newCaller } from './large-inputs.ts'
import type { Pulse, Target } from './pulse.ts'
import { tryCase } from './try-case.ts'

/**
 * Plays every answer of the hostile bank to the application in two processes, judged by the table of judge.ts: in parallel,
 * except for those whose cost is measured (H41).
 */
export type HostileReport = {
  readonly answers: number
  readonly byFamily: Readonly<Partial<Record<Family, number>>>
  readonly passed: number
  /** Failed cases, with their deviations. */
  readonly failures: readonly { readonly name: string; readonly faults: readonly string[] }[]
  readonly peakMb: number
  /** The maximum growth of a process through a single answer. */
  readonly grownMb: number
  readonly healthMs: number
  readonly longestMs: number
  readonly longestReadingMs: number
  readonly largestPage: number
  /** Processes of ours that ended. */
  readonly deaths: number
  /** The result of the raw requests after all answers. */
  readonly raw: RawReport | null
}

export type HostileOptions = {
  /** `short`: one of each kind, for every change; `whole`: all of them, with the measurements checked. */
  readonly form: 'short' | 'whole'
  /** Only cases whose family and name (`values: accounts: no id`) match, in either form. */
  readonly only?: RegExp
  readonly tell?: (line: string) => void
}

/**
 * Limits for one answer: memory and the time of `/api/health` while nothing else runs, the longest wait of a person (three tries
 * at a slow bank, with pauses), and the longest reading, which shows its progress. The short form runs on busy machines and only
 * checks liveness, the whole one the numbers.
 */
const limits = {
  short: { grownMb: Number.POSITIVE_INFINITY, healthMs: 60_000, waitMs: 240_000, readingMs: 300_000 },
  whole: { grownMb: 128, healthMs: 250, waitMs: 30_000, readingMs: 120_000 },
} as const

type Named = { readonly code: string; readonly name: string; readonly scripted: Case }

export async function runHostile({ form, only, tell = () => undefined }: HostileOptions): Promise<HostileReport> {
  const chosen = catalogues.flatMap(({ family, cases }) =>
    cases
      .filter(
        one =>
          (form === 'whole' || one.short === true || only !== undefined) &&
          (only?.test(`${family}: ${one.name}`) ?? true),
      )
      .map(one => ({ family, one })),
  )
  const stack = await openHostileStack(chosen.map(({ one }) => one))
  const pulse = openPulse(stack)
  try {
    const named = [...stack.cases].map(([code, scripted], at) => {
      return { code, scripted, name: `${chosen[at]?.family}: ${scripted.name}` }
    })
    const report = await playAll(stack, pulse, named, { form, tell, ...(only && { only }) })
    const raw = only === undefined ? await runRaw(stack, form, tell) : null
    const byFamily = Object.fromEntries(
      families.map(family => [family, chosen.filter(one => one.family === family).length]),
    )
    return { ...report, byFamily, raw }
  } finally {
    await pulse.stop()
    await stack.stop()
  }
}

async function playAll(
  stack: HostileStack,
  pulse: PulseReader,
  named: readonly Named[],
  { form, only, tell = () => undefined }: HostileOptions,
): Promise<Omit<HostileReport, 'byFamily' | 'raw'>> {
  const failures: { name: string; faults: string[] }[] = []
  const most = { peakMb: 0, grownMb: 0, healthMs: 0, longestMs: 0, longestReadingMs: 0, largestPage: 0 }
  const play = async ({ code, name, scripted }: Named) => {
    const faults = await tryOne(stack, code, scripted, form, most)
    if (faults.length > 0) failures.push({ name, faults })
    tell(`${faults.length === 0 ? '✔' : '✖'} ${name}${faults.map(fault => `\n    ${fault}`).join('')}`)
  }
  await inTurn(
    named.filter(({ scripted }) => scripted.alone !== true),
    2 * availableParallelism(),
    play,
  )
  most.peakMb = Math.max(most.peakMb, (await pulse.read()).peakMb)
  for (const one of named.filter(({ scripted }) => scripted.alone === true)) {
    const before = await pulse.read()
    await play(one)
    const after = await pulse.read()
    const grownMb = after.peakMb - Math.max(...before.nowMb)
    Object.assign(most, {
      peakMb: Math.max(most.peakMb, after.peakMb),
      grownMb: Math.max(most.grownMb, grownMb),
      healthMs: Math.max(most.healthMs, after.healthMs),
    })
    const costs = [
      ...(after.healthMs > limits[form].healthMs ? [`/api/health took ${after.healthMs} ms`] : []),
      ...(grownMb > limits[form].grownMb ? [`a process grew by ${grownMb} MB`] : []),
    ]
    if (costs.length > 0) {
      failures.push({ name: `${one.name} (cost)`, faults: costs })
      tell(`✖ ${one.name}: ${costs.join(', ')}`)
    }
  }
  const caller = newCaller(stack, await newCallers(stack))
  const isPlayed = ({ name, short = false }: LargeInput) => only?.test(`large: ${name}`) ?? (form === 'whole' || short)
  for (const { name, send } of largeInputs.filter(isPlayed)) {
    await pulse.read()
    const statuses = await send(caller)
    const { healthMs, peakMb } = await pulse.read()
    Object.assign(most, { peakMb: Math.max(most.peakMb, peakMb), healthMs: Math.max(most.healthMs, healthMs) })
    const faults = [
      ...statuses.filter(status => status >= 500).map(status => `answered ${status}`),
      ...(healthMs > limits[form].healthMs ? [`/api/health took ${healthMs} ms`] : []),
    ]
    if (faults.length > 0) failures.push({ name: `large: ${name}`, faults })
    tell(`${faults.length === 0 ? '✔' : '✖'} large: ${name}: ${statuses.join(' ')}, health ${healthMs} ms`)
  }
  const dead = stack.servers.filter(server => !server.isAlive())
  failures.push(...dead.map(({ name }) => ({ name, faults: ['the process ended'] })))
  failures.push(...findInLog(stack.log()))
  const broken = new Set(failures.map(({ name }) => name))
  return {
    answers: named.length,
    passed: named.filter(({ name }) => !broken.has(name)).length,
    failures,
    ...most,
    deaths: dead.length,
  }
}

async function tryOne(
  stack: HostileStack,
  code: string,
  scripted: Case,
  form: HostileOptions['form'],
  most: { longestMs: number; longestReadingMs: number; largestPage: number },
): Promise<string[]> {
  try {
    const seen = await tryCase(stack, code, scripted, form === 'whole' ? 'all' : 'half')
    most.longestMs = Math.max(most.longestMs, seen.longestMs)
    most.longestReadingMs = Math.max(most.longestReadingMs, seen.longestReadingMs)
    most.largestPage = Math.max(most.largestPage, seen.largest)
    const { waitMs, readingMs } = limits[form]
    return [
      ...judge(scripted, seen),
      ...(seen.longestMs > waitMs ? [`somebody waited for ${seen.longestMs} ms`] : []),
      ...(seen.longestReadingMs > readingMs ? [`a reading took ${seen.longestReadingMs} ms`] : []),
    ]
  } catch (error) {
    return [`the trial broke off: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`]
  }
}

/** Checks the log for the bank's secrets and faults of ours. */
function findInLog(log: string): { name: string; faults: string[] }[] {
  const lines = log.split('\n')
  const secrets = lines.filter(line => line.includes(secretMark))
  const ours = lines.filter(line => line.includes('our fault') || line.includes('unhandled'))
  return [
    ...(secrets.length > 0
      ? [{ name: 'log: a secret', faults: secrets.slice(0, 3).map(line => line.slice(0, 400)) }]
      : []),
    ...(ours.length > 0 ? [{ name: 'log: our fault', faults: ours.slice(0, 5).map(line => line.slice(0, 600)) }] : []),
  ]
}

async function inTurn<T>(items: readonly T[], atOnce: number, act: (item: T) => Promise<void>): Promise<void> {
  const waiting = [...items]
  const work = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await act(item)
  }
  await Promise.all(Array.from({ length: atOnce }, work))
}

type PulseReader = { readonly read: () => Promise<Pulse>; readonly stop: () => Promise<unknown> }

function openPulse({ servers, host }: HostileStack): PulseReader {
  const targets: Target[] = servers.map(({ port, pid }) => ({ port, pid, host }))
  const worker = new Worker(new URL('./pulse.ts', import.meta.url), { workerData: targets })
  return {
    read: () =>
      new Promise(done => {
        worker.once('message', done)
        worker.postMessage('look')
      }),
    stop: () => worker.terminate(),
  }
}
