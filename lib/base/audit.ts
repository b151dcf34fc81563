import { randomUUID } from 'node:crypto'
import { now } from '#lib/clock.ts'
import { db, Prisma, type Tx } from '#lib/db.ts'
import { currentOrigin } from '#lib/trace.ts'

export type AuditEntry = {
  readonly userId: string | null
  /** `user:<id>`, `bank:<code>` or `system`. */
  readonly stream: string
  /** Noun and past participle: `session.opened`, `consent.accepted`. */
  readonly action: string
  /** Ids and codes only: no secret, no full IBAN, no name. */
  readonly detail?: Prisma.InputJsonObject
  readonly ip?: string | null
  /** X-Request-ID of the call to the bank that this records. */
  readonly bankRequestId?: string | null
}

/**
 * Appends an event; with `tx` it commits together with the change it records. The database's triggers number and hash each event within
 * its stream and refuse changes and deletions (C49).
 */
export async function appendAudit(
  { userId, stream, action, detail = {}, ip = null, bankRequestId = null }: AuditEntry,
  tx: Tx = db(),
): Promise<void> {
  const requestId = currentOrigin()
  await tx.auditEvent.create({ data: { at: now(), userId, stream, action, detail, ip, requestId, bankRequestId } })
}

/**
 * Erases a person from the audit trail: user, address and every detail are removed, while the fact and time of each event stay and the
 * chain still verifies. For erasing a person; the database refuses DELETE. Returns the number of events.
 */
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
