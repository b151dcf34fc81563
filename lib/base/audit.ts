import { randomUUID } from 'node:crypto'
import { now } from '#lib/clock.ts'
import { db, Prisma, type Tx } from '#lib/db.ts'
import { currentOrigin } from '#lib/trace.ts'

export type AuditEntry = {
  readonly userId: string | null
  /** `user:<id>`, `bank:<code>` or `system`. */
  readonly stream: string
  /** Noun and participle: `session.opened`. */
  readonly action: string
  /** Ids and codes: no secret, full IBAN or name. */
  readonly detail?: Prisma.InputJsonObject
  readonly ip?: string | null
  /** Of the bank's call. */
  readonly bankRequestId?: string | null
}

/** With `tx`, together with the change. Triggers number and hash it and refuse changes (C49). */
export async function appendAudit(
  { userId, stream, action, detail = {}, ip = null, bankRequestId = null }: AuditEntry,
  tx: Tx = db(),
): Promise<void> {
  const requestId = currentOrigin()
  await tx.auditEvent.create({ data: { at: now(), userId, stream, action, detail, ip, requestId, bankRequestId } })
}

/** Removes user, address and details; fact and time stay, and the chain verifies. Returns how many. */
export async function eraseAuditOf(userId: string, tx: Tx): Promise<number> {
  const own = `user:${userId}`
  const stream = `erased:${randomUUID()}`
  const nothing = { userId: null, detail: Prisma.DbNull, ip: null, salt: null, requestId: null, bankRequestId: null }
  const data = { ...nothing, erasedAt: now() }
  const moved = await tx.auditEvent.updateMany({ where: { stream: own, erasedAt: null }, data: { ...data, stream } })
  const shared = await tx.auditEvent.updateMany({ where: { userId, erasedAt: null }, data })
  await tx.auditHead.updateMany({ where: { stream: own }, data: { stream } })
  return moved.count + shared.count
}
