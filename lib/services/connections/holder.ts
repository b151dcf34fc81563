import { appendAudit } from '#lib/base/audit.ts'
import { isUuid } from '#lib/base/ids.ts'
import { db, type Tx } from '#lib/db.ts'
import { foreignHolder, type HolderAnswer } from '#lib/domain/consent/holder.ts'
import { Refused } from '#lib/domain/refusals/refused.ts'
import { ownersOf } from '#lib/services/accounts/view.ts'
import type { ConnectionView } from '#lib/views/banking.ts'

type Named = {
  readonly id: string
  readonly psuName: string | null
  readonly holderName: string | null
  readonly holderAnswer: HolderAnswer | null
}

/** By connection: the differing name with the answer, which applies to that name only. */
export async function findForeignHolders(
  userId: string,
  connections: readonly Named[],
): Promise<ReadonlyMap<string, NonNullable<ConnectionView['foreignHolder']>>> {
  if (connections.length === 0) return new Map()
  const [user, owners] = await Promise.all([
    db().user.findUnique({ where: { id: userId }, select: { name: true } }),
    readOwners(
      db(),
      userId,
      connections.flatMap(({ id, psuName }) => (psuName === null ? [id] : [])),
    ),
  ])
  // Erased meanwhile.
  if (!user) return new Map()
  return new Map(
    connections.flatMap(({ id, psuName, holderName, holderAnswer }) => {
      const name = foreignHolder(user.name, { psu: psuName, owners: owners.get(id) ?? [] })
      return name === null ? [] : [[id, { name, answer: name === holderName ? holderAnswer : null }] as const]
    }),
  )
}

/** Audited; no-op if nothing is asked. Refusals: `not_found`. */
export async function answerHolder(userId: string, connectionId: string, answer: HolderAnswer): Promise<void> {
  const connection = isUuid(connectionId)
    ? await db().connection.findFirst({ where: { id: connectionId, userId } })
    : null
  if (!connection) throw new Refused('not_found')
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

async function readOwners(tx: Tx, userId: string, connectionIds: string[]): Promise<Map<string, string[]>> {
  if (connectionIds.length === 0) return new Map()
  const rows = await tx.account.findMany({
    where: { userId, connectionId: { in: connectionIds }, gone: false, mayOwners: true },
    orderBy: { ordinal: 'asc' },
    select: { connectionId: true, owners: true },
  })
  const byConnection = Map.groupBy(rows, ({ connectionId }) => connectionId)
  return new Map(
    [...byConnection].map(([id, accounts]) => [
      id,
      accounts.flatMap(({ owners }) => ownersOf(owners)?.persons.map(({ fullName }) => fullName) ?? []),
    ]),
  )
}
