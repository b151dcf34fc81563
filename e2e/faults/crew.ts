import type { Person } from '#e2e/contract/people.ts'
import { newConsented } from '#e2e/services/stack.ts'
import { db } from '#lib/db.ts'
import type { Scope } from './acts.ts'
import { type OurProcess, startProcess } from './processes.ts'

/** The processes of a test and what they have in common, and time that goes by for the rows they left. */

export type Crew = {
  /** Another process, watched at that bank. */
  readonly start: (env?: Readonly<Record<string, string>>) => Promise<OurProcess>
  /** What all of them, also those that are dead, are known to have sent whose line ends so. */
  readonly sent: (ending: string) => Promise<string[]>
  readonly kill: () => Promise<void>
}

/** A crew without anybody yet; end it with `kill`. The breaker of the bank is left out unless asked for, as in tapWire. */
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

/** Somebody who linked their bank and let us read everything. */
export async function newCustomer(person: Person): Promise<Scope> {
  const { userId, connectionId } = await newConsented(person)
  return { userId, connectionId }
}

/** The access token of a connection is over. */
export async function expireAccess({ userId, connectionId }: Scope): Promise<void> {
  await db().connection.updateMany({ where: { id: connectionId, userId }, data: { accessExpiresAt: new Date(0) } })
}

/** A minute goes by: the leases of whoever holds some and does not renew them are over. */
export async function passLeases(): Promise<void> {
  const over = new Date(0)
  await db().connection.updateMany({ where: { leaseId: { not: null } }, data: { leaseUntil: over } })
  await db().connection.updateMany({ where: { syncLeaseId: { not: null } }, data: { syncLeaseUntil: over } })
  await db().connection.updateMany({ where: { consentLeaseId: { not: null } }, data: { consentLeaseUntil: over } })
}

/** What earlier tests linked is nobody's business any more. */
export async function forgetConnections(): Promise<void> {
  const data = { status: 'disconnected' as const, loginFingerprint: null, accessSealed: null, refreshSealed: null }
  await db().connection.updateMany({ data: { ...data, previousSealed: null } })
  await db().quotaUse.deleteMany({})
}
