import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { faultWorker } from '#testing/setup/programs.ts'
import type { ModuleName } from './modules.ts'
import type { FaultOrder, Order, Reply } from './orders.ts'
import type { StatementOrder } from './statements.ts'

/**
 * Our services in their own process, with this test's database and bank (its environment: call `startStack` first). Two of them
 * are two workers; `kill` is like a machine's crash.
 */
export type OurProcess = {
  readonly pid: number
  /** Calls an exported function: `call('lib/services/refresh/connection.ts', 'refreshConnection', { userId }, …)`. Rejects with its `code`. */
  readonly call: <T = unknown>(module: ModuleName, name: string, ...args: readonly unknown[]) => Promise<T>
  /** Its clock: a fixed instant, one that continues from there (`running`), or null for real time. */
  readonly setClock: (at: Date | null, options?: { readonly running?: boolean }) => Promise<void>
  /** Starts the worker of that process. */
  readonly startJobs: () => Promise<void>
  readonly addFault: (fault: FaultOrder) => Promise<void>
  /** Removes all faults that did not apply yet, and restores real time. */
  readonly heal: () => Promise<void>
  /** Starts recording requests to a bank, for `sent`. `addFault` does so too. */
  readonly watch: (bankCode: string, options?: { readonly withBreaker?: boolean }) => Promise<void>
  readonly sent: () => Promise<readonly string[]>
  /** The maximum number of parallel calls to the bank since recording started. */
  readonly peak: () => Promise<number>
  /** Dies or pauses at a database statement. */
  readonly addStatement: (statement: StatementOrder) => Promise<void>
  /** Number of database statements since this was first called. */
  readonly statements: () => Promise<number>
  /** SIGKILL (default), SIGSTOP, SIGCONT; waits for the end after SIGKILL. */
  readonly kill: (signal?: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT') => Promise<void>
  /** Stops it gracefully, like a deployment. */
  readonly stop: () => Promise<void>
  /** Resolves when it has ended in any way. */
  readonly gone: Promise<void>
}

/** The error with which `call` rejects. */
export class ProcessFault extends Error {
  readonly code: string | null

  constructor(message: string, code: string | null) {
    super(message)
    this.code = code
  }
}

type Waiting = { readonly resolve: (value: unknown) => void; readonly reject: (error: Error) => void }
/** An order without its id, which `ask` adds. */
type Wish = Order extends infer Each ? (Each extends Order ? Omit<Each, 'id'> : never) : never

/** Starts a process that is ready for orders. */
export async function startProcess(env: Readonly<Record<string, string>> = {}): Promise<OurProcess> {
  const child = spawn(
    process.execPath,
    ['--conditions=react-server', '--disable-warning=ExperimentalWarning', faultWorker],
    {
      env: { ...process.env, NODE_OPTIONS: '', ...env },
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      serialization: 'advanced',
    },
  )
  // An interrupted test run leaves none running.
  const killLeftover = () => child.kill('SIGKILL')
  process.once('exit', killLeftover)
  const gone = once(child, 'exit').then(() => {
    process.off('exit', killLeftover)
  })
  const ask = await openChannel(child)
  return {
    pid: child.pid ?? 0,
    // The caller knows the function's result type; it is sent between the processes as plain data.
    call: async <T>(module: ModuleName, name: string, ...args: readonly unknown[]) =>
      (await ask({ does: 'call', module, name, args })) as T,
    setClock: async (at, { running = false } = {}) => void (await ask({ does: 'clock', at, running })),
    startJobs: async () => void (await ask({ does: 'jobs' })),
    addFault: async fault => void (await ask({ does: 'fault', fault })),
    heal: async () => void (await ask({ does: 'heal' })),
    watch: async (bankCode, { withBreaker = false } = {}) => void (await ask({ does: 'watch', bankCode, withBreaker })),
    sent: async () => (await ask({ does: 'sent' })) as readonly string[],
    peak: async () => (await ask({ does: 'peak' })) as number,
    addStatement: async statement => void (await ask({ does: 'statement', statement })),
    statements: async () => (await ask({ does: 'statements' })) as number,
    kill: async (signal = 'SIGKILL') => {
      child.kill(signal)
      if (signal === 'SIGKILL') await gone
    },
    stop: async () => {
      child.kill('SIGTERM')
      await gone
    },
    gone,
  }
}

/** Matches orders and answers by id. Unanswered ones are rejected when the process ends. */
async function openChannel(child: ChildProcess): Promise<(wish: Wish) => Promise<unknown>> {
  const waiting = new Map<string, Waiting>()
  const errors: string[] = []
  child.stderr?.on('data', (chunk: Buffer) => errors.push(chunk.toString()))
  const ready = new Promise((resolve, reject) => waiting.set('ready', { resolve, reject }))
  child.on('message', ({ id, value, error }: Reply) => {
    const asked = waiting.get(id)
    waiting.delete(id)
    if (error) asked?.reject(new ProcessFault(error.message, error.code))
    else asked?.resolve(value)
  })
  let end: ProcessFault | null = null
  child.once('exit', (code, signal) => {
    end = new ProcessFault(`ended: ${code ?? signal}\n${errors.join('')}`, null)
    for (const { reject } of waiting.values()) reject(end)
  })
  await ready
  return wish =>
    new Promise((resolve, reject) => {
      if (end !== null) return reject(end)
      const id = randomUUID()
      waiting.set(id, { resolve, reject })
      child.send({ ...wish, id }, error => error && reject(error))
    })
}

/** Whether the process is stopped by SIGSTOP. */
export function isStopped({ pid }: Pick<OurProcess, 'pid'>): boolean {
  return /\) [Tt] /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
}
