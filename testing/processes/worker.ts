import { flushCompileCache } from 'node:module'
import type { WireAnswer, WireRequest } from '@guichet/stet/transport.ts'
import { openBank } from '#lib/banks.ts'
import { setClock } from '#lib/clock.ts'
import { startJobs } from '#lib/jobs/tasks.ts'
import type { Worker } from '#lib/jobs/worker.ts'
import { type Fault, tapWire } from '#testing/stack/start.ts'
import { modules } from './modules.ts'
import type { FaultOrder, Order, Reply } from './orders.ts'
import { addStatementOrder, countStatements, outsideTransactions, tapStatements } from './statements.ts'

/**
 * One of our processes, for tests of concurrency and of what a dead process leaves behind. Started by processes.ts, controlled
 * through its channel; it runs the unchanged services with the test's database and bank.
 */
let worker: Worker | null = null
let faults: FaultOrder[] = []
const sent: string[] = []
const load = { now: 0, peak: 0 }
const tapped = new Set<string>()
async function obey(order: Order): Promise<unknown> {
  if (order.does === 'call') {
    const module: Record<string, unknown> = await modules[order.module]()
    const called = module[order.name]
    if (typeof called !== 'function') throw new Error(`${order.module} has no function ${order.name}`)
    return called(...order.args)
  }
  if (order.does === 'clock') return setClockTo(order)
  if (order.does === 'jobs') worker = startJobs()
  if (order.does === 'sent') return [...sent]
  if (order.does === 'peak') return load.peak
  if (order.does === 'statements') return countStatements()
  if (order.does === 'statement') return addStatementOrder(order.statement)
  if (order.does === 'fault') {
    faults = [...faults, order.fault]
    await tap(order.fault.bankCode)
  }
  if (order.does === 'heal') heal()
  if (order.does === 'watch') await tap(order.bankCode, order.withBreaker)
  return undefined
}

function heal(): void {
  faults = []
  setClock(null)
}

/** A fixed instant, or one that continues from there; null is real time. */
function setClockTo({ at, running }: Extract<Order, { does: 'clock' }>): void {
  const aheadMs = at === null ? 0 : at.getTime() - Date.now()
  setClock(running ? () => new Date(Date.now() + aheadMs) : at)
}

/** Records requests to a bank, and applies the ordered faults. */
async function tap(bankCode: string, withBreaker = false): Promise<void> {
  if (tapped.has(bankCode)) return
  tapped.add(bankCode)
  tapStatements()
  const spoil = async (request: WireRequest): Promise<Fault> => {
    const line = `${request.method} ${request.target}`
    sent.push(line)
    const fault = takeFault(line)
    if (fault === null) return 'none'
    if (fault.act === 'die_before') die()
    // The bank processes and answers; this process is gone before it can use the answer.
    if (fault.act === 'die_after') return { rewrite: () => die() }
    if (fault.act === 'stop_before') await standStill()
    if (fault.act === 'stop_before') return 'none'
    // When resumed, the process has the answer.
    if (fault.act === 'stop_after') return { rewrite: answer => standStill().then(() => answer) }
    if (fault.act === 'hang') return new Promise(() => undefined)
    if (typeof fault.act === 'object' && 'replace' in fault.act) return { rewrite: replaceIn(fault.act.replace) }
    return fault.act
  }
  await tapWire(bankCode, spoil, { withBreaker })
  await measureLoad(bankCode)
}

/** The maximum number of parallel calls of this process to the bank. */
async function measureLoad(bankCode: string): Promise<void> {
  const bank = await openBank(bankCode)
  if (!bank) return
  const { transport, seal } = bank.credentials
  const exchange = async (request: WireRequest): Promise<WireAnswer> => {
    load.now += 1
    load.peak = Math.max(load.peak, load.now)
    return transport.exchange(request).finally(() => {
      load.now -= 1
    })
  }
  bank.credentials = { transport: { exchange, close: transport.close }, seal }
}

function replaceIn(pairs: readonly (readonly [string, string])[]) {
  return (answer: WireAnswer): WireAnswer => {
    const text = pairs.reduce((said, [theirs, other]) => said.replaceAll(theirs, other), answer.text)
    return { ...answer, text }
  }
}

/** Pauses this process between its transactions, until somebody resumes it. */
async function standStill(): Promise<void> {
  await outsideTransactions()
  process.kill(process.pid, 'SIGSTOP')
}

function die(): never {
  process.kill(process.pid, 'SIGKILL')
  throw new Error('dead')
}

function takeFault(line: string): FaultOrder | null {
  const index = faults.findIndex(({ match }) => line.includes(match))
  const fault = faults[index]
  if (fault === undefined) return null
  const after = (fault.after ?? 0) - 1
  if (after >= 0) {
    faults = faults.with(index, { ...fault, after })
    return null
  }
  const times = (fault.times ?? 1) - 1
  faults = times > 0 ? faults.with(index, { ...fault, times }) : faults.toSpliced(index, 1)
  return fault
}

process.on('message', (order: Order) => {
  const reply = (answer: Reply) => process.send?.(answer)
  obey(order).then(
    value => reply({ id: order.id, value }),
    (error: unknown) => reply({ id: order.id, error: wordsOf(error) }),
  )
})

function wordsOf(error: unknown): { message: string; code: string | null } {
  const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : null
  return { message: error instanceof Error ? (error.stack ?? error.message) : String(error), code }
}

process.once('SIGTERM', async () => {
  await worker?.stop()
  process.exit(0)
})
process.once('disconnect', () => process.exit(0))
// Most of these processes end by SIGKILL and write nothing then; the next one finds these modules compiled.
flushCompileCache()
process.send?.({ id: 'ready' } satisfies Reply)
