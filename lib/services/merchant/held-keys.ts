import { appendAudit } from '#lib/base/audit.ts'
import { now } from '#lib/clock.ts'
import type { Prisma, Tx } from '#lib/db.ts'
import { notifyOwners } from './mails.ts'

type Held = { readonly createdByUserId: string; readonly takenOverByUserId: string | null }

/** Its maker, or the owner who took it over. */
export const holderOf = ({ createdByUserId, takenOverByUserId }: Held): string => takenOverByUserId ?? createdByUserId

function heldBy(userId: string): Prisma.ApiKeyWhereInput {
  return { revokedAt: null, OR: [{ takenOverByUserId: userId }, { takenOverByUserId: null, createdByUserId: userId }] }
}

type Ending = {
  readonly organisationId: string
  readonly holderId: string
  /** Null: the holder was erased. */
  readonly userId: string | null
}

/** In the transaction that ends the membership; owners are told. */
export async function revokeHeldKeys(tx: Tx, { organisationId, holderId, userId }: Ending): Promise<void> {
  const keys = await tx.apiKey.findMany({ where: { organisationId, ...heldBy(holderId) } })
  await tx.apiKey.updateMany({
    where: { id: { in: keys.map(({ id }) => id) }, organisationId },
    data: { revokedAt: now() },
  })
  await report(tx, 'api_key.revoked', 'member_keys_revoked', { organisationId, holderId, userId }, keys)
}

/** Owners are told. Returns how many. */
export async function takeOverKeys(
  tx: Tx,
  { organisationId, holderId, userId }: Ending & { readonly userId: string },
  only: Prisma.ApiKeyWhereInput = {},
): Promise<number> {
  const keys = await tx.apiKey.findMany({ where: { organisationId, AND: [heldBy(holderId), only] } })
  const data = { takenOverByUserId: userId }
  await tx.apiKey.updateMany({ where: { id: { in: keys.map(({ id }) => id) }, organisationId }, data })
  await report(tx, 'api_key.taken_over', 'member_keys_taken_over', { organisationId, holderId, userId }, keys)
  return keys.length
}

async function report(
  tx: Tx,
  action: 'api_key.revoked' | 'api_key.taken_over',
  what: 'member_keys_revoked' | 'member_keys_taken_over',
  { organisationId, holderId, userId }: Ending,
  keys: readonly { readonly id: string; readonly name: string }[],
): Promise<void> {
  if (keys.length === 0) return
  // The audit trail names nobody erased.
  const holder = userId === null ? {} : { holderId }
  for (const { id: keyId } of keys) {
    const detail = { organisationId, keyId, ...holder }
    await appendAudit({ userId, stream: `organisation:${organisationId}`, action, detail }, tx)
  }
  const person = await tx.user.findUnique({ where: { id: holderId }, select: { name: true } })
  const event = { what, name: person?.name ?? '—', keys: { names: keys.map(({ name }) => name) } }
  await notifyOwners(tx, { organisationId, userId: userId ?? holderId, event, path: '/keys' })
}
