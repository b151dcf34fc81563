import { now } from '#lib/clock.ts'
import { db, type Prisma, type Tx } from '#lib/db.ts'

export type AuditEntry = {
  readonly userId: string | null
  /** `user:<id>`, `bank:<code>` or `system`. */
  readonly stream: string
  /** noun and past verb: `session.opened`, `consent.accepted`. */
  readonly action: string
  /** Ids and codes only: no secret, no full IBAN, no name. */
  readonly detail?: Prisma.InputJsonObject
  readonly ip?: string | null
}

/** Appends what happened; in `tx` it stands or falls with what it tells of. Nothing here changes or deletes. */
export async function appendAudit(
  { userId, stream, action, detail = {}, ip = null }: AuditEntry,
  tx: Tx = db(),
): Promise<void> {
  await tx.auditEvent.create({ data: { at: now(), userId, stream, action, detail, ip } })
}
