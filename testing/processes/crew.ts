import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { db } from '#lib/db.ts'
import type { Person } from '#testing/bank/customers.ts'
import type { RunningBank } from '#testing/bank/start.ts'
import { newConsented, type Stack, startStack } from '#testing/stack/start.ts'
import type { Scope } from './acts.ts'
import { findBroken } from './invariants.ts'
import { isStopped, type OurProcess, startProcess } from './start.ts'

/** The processes of a test and what they share, and the passing of time for their rows. */

/** `npm run soak -- faults`: every round and window, instead of one or two of each. */
export const isWhole = process.env.FAULTS === 'all'

export type Crew = {
  /** Starts another process, whose calls to that bank are recorded. */
  readonly start: (env?: Readonly<Record<string, string>>) => Promise<OurProcess>
  /** Recorded requests of all of them, including dead ones, whose line ends with this. */
  readonly sent: (ending: string) => Promise<string[]>
  readonly kill: () => Promise<void>
}

/** An empty set of processes; end it with `kill`. The bank's breaker is disabled by default, as in tapWire. */
export function newCrew(bankCode = '19870', { withBreaker = false }: { readonly withBreaker?: boolean } = {}): Crew {
  let all: OurProcess[] = []
  return {
    start: async (env = {}) => {
      const one = await startProcess(env)
      all.push(one)
      await one.watch(bankCode, { withBreaker })
      return one
    },
    sent: async ending => {
      const lines = await Promise.all(all.map(one => one.sent().catch(() => [])))
      return lines.flat().filter(line => line.endsWith(ending))
    },
    kill: async () => {
      await Promise.all(all.map(one => one.kill()))
      all = []
    },
  }
}

export type CrewInUse = Omit<Crew, 'kill'> & {
  readonly running: RunningBank
  /** Processes that live through all tests of the file, from its first hook on; after each test they are woken and healed. */
  readonly lasting: readonly [OurProcess, OurProcess, ...OurProcess[]]
}

type CrewOptions = {
  /** Two by default. */
  readonly lasting?: number
  /** Settings of the bank. */
  readonly bank?: Readonly<Record<string, string>>
  /** What must hold after each test; by default the invariants of account information. */
  readonly findBroken?: (bank: RunningBank) => Promise<string[]>
}

/** The stack and the processes for all tests of a file: called once at its top. `start` starts one that ends with the test. */
export function openCrew({
  lasting: count = 2,
  bank = {},
  findBroken: find = findBroken,
}: CrewOptions = {}): CrewInUse {
  let stack: Stack | null = null
  const later = (): OurProcess => Object.create(null)
  const lasting: CrewInUse['lasting'] = [later(), later(), ...Array.from({ length: Math.max(0, count - 2) }, later)]
  const [all, started] = [newCrew(), newCrew()]
  const running = () => {
    if (stack === null) throw new Error('the stack stands from the first hook of its file on')
    return stack.running
  }
  beforeAll(async () => {
    stack = await startStack(bank)
    await Promise.all(lasting.slice(0, count).map(async one => Object.assign(one, await all.start())))
  })
  afterEach(async () => {
    await started.kill()
    for (const one of lasting.slice(0, count)) {
      // Also one that a failed test left paused.
      await one.kill('SIGCONT')
      await one.heal()
    }
    expect(await find(running())).toEqual([])
  })
  afterAll(async () => {
    await all.kill()
    await stack?.stop()
  })
  return {
    get running() {
      return running()
    },
    lasting,
    start: started.start,
    sent: async ending => (await Promise.all([all.sent(ending), started.sent(ending)])).flat(),
  }
}

/** Waits until the process is paused. */
export function standsStill(one: OurProcess): Promise<void> {
  return expect.poll(() => isStopped(one)).toBe(true)
}

/** Waits until the process is killed during the call. */
export async function dieIn(one: OurProcess, act: Promise<unknown>): Promise<void> {
  await Promise.race([act.catch(() => undefined), one.gone])
  await one.kill()
}

/** A person who linked their bank and consented to everything. */
export async function newCustomer(person: Person): Promise<Scope> {
  const { userId, connectionId } = await newConsented(person)
  return { userId, connectionId }
}

/** Expires the access token of a connection. */
export async function expireAccess({ userId, connectionId }: Scope): Promise<void> {
  await db().connection.updateMany({ where: { id: connectionId, userId }, data: { accessExpiresAt: new Date(0) } })
}

/** Lets a minute pass: leases that are not renewed expire. */
export async function passLeases(): Promise<void> {
  const over = new Date(0)
  await db().connection.updateMany({ where: { leaseId: { not: null } }, data: { leaseUntil: over } })
  await db().connection.updateMany({ where: { syncLeaseId: { not: null } }, data: { syncLeaseUntil: over } })
  await db().connection.updateMany({ where: { consentLeaseId: { not: null } }, data: { consentLeaseUntil: over } })
}

/** Ends what earlier tests linked. */
export async function forgetConnections(): Promise<void> {
  const data = { status: 'disconnected' as const, loginFingerprint: null, accessSealed: null, refreshSealed: null }
  await db().connection.updateMany({ data: { ...data, previousSealed: null } })
  await db().quotaUse.deleteMany({})
}
