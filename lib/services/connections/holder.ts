import { appendAudit } from '#lib/base/audit.ts'
import { isUuid } from '#lib/base/ids.ts'
import { db, type Prisma } from '#lib/db.ts'
import { foreignHolder, type HolderAnswer } from '#lib/domain/consent/holder.ts'
import { requireFound } from '#lib/domain/refusals/refused.ts'
import type { Person } from '#lib/domain/who.ts'
import { ownersOf } from '#lib/services/accounts/view.ts'
import type { ConnectionView } from '#lib/views/banking.ts'

type Named = {
  readonly id: string
  readonly psuName: string | null
  readonly holderName: string | null
  readonly holderAnswer: HolderAnswer | null
}

/** By connection: the differing name with the answer, which applies to that name only. `accounts`: all of them, if known. */
export async function findForeignHolders(
  userId: string,
  connections: readonly Named[],
  accounts: readonly OwnedAccount[] | null = null,
): Promise<ReadonlyMap<string, NonNullable<ConnectionView['foreignHolder']>>> {
  if (connections.length === 0) return new Map()
  const unnamed = connections.flatMap(({ id, psuName }) => (psuName === null ? [id] : []))
  const [user, rows] = await Promise.all([
    db().user.findUnique({ where: { id: userId }, select: { name: true } }),
    accounts ?? readOwned(userId, unnamed),
  ])
  const owned = rows.filter(({ connectionId, gone, mayOwners }) => unnamed.includes(connectionId) && !gone && mayOwners)
  // Erased meanwhile.
  if (!user) return new Map()
  return new Map(
    connections.flatMap(({ id, psuName, holderName, holderAnswer }) => {
      const name = foreignHolder(user.name, { psu: psuName, owners: namesOf(owned, id) })
      return name === null ? [] : [[id, { name, answer: name === holderName ? holderAnswer : null }] as const]
    }),
  )
}

/** Audited; no-op if nothing is asked. Refusals: `not_found`. */
export async function answerHolder({ userId }: Person, connectionId: string, answer: HolderAnswer): Promise<void> {
  const connection = requireFound(
    isUuid(connectionId) && (await db().connection.findFirst({ where: { id: connectionId, userId } })),
  )
  const asked = (await findForeignHolders(userId, [connection])).get(connectionId)
  if (!asked) return
  await db().$transaction(async tx => {
    const where = { id: connectionId, userId, status: connection.status }
    const kept = await tx.connection.updateMany({ where, data: { holderName: asked.name, holderAnswer: answer } })
    if (kept.count === 0) return
    const detail = { connectionId, bank: connection.bankCode, answer }
    await appendAudit({ userId, stream: `user:${userId}`, action: 'connection.holder_answered', detail }, tx)
  })
}

type OwnedAccount = Omit<Prisma.AccountGetPayload<object>, 'pageDigests'>

async function readOwned(userId: string, connectionIds: string[]): Promise<OwnedAccount[]> {
  if (connectionIds.length === 0) return []
  return db().account.findMany({ where: { userId, connectionId: { in: connectionIds } } })
}

/** In the bank's order. */
function namesOf(accounts: readonly OwnedAccount[], connectionId: string): string[] {
  return accounts
    .filter(one => one.connectionId === connectionId)
    .toSorted((one, other) => one.ordinal - other.ordinal)
    .flatMap(({ owners }) => ownersOf(owners)?.persons.map(({ fullName }) => fullName) ?? [])
}
