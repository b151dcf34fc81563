import { db } from '#lib/db.ts'
import type { Person } from '#testing/bank/customers.ts'
import { newConsented } from '#testing/stack/start.ts'
import type { Scope } from './acts.ts'
import { type OurProcess, startProcess } from './start.ts'

/** The processes of a test and what they share, and the passing of time for their rows. */

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
