import { appendAudit } from '#lib/base/audit.ts'
import { now } from '#lib/clock.ts'
import { db } from '#lib/db.ts'
import { Refused } from '#lib/domain/refusals/refused.ts'
import type { Person } from '#lib/domain/who.ts'
import type { SessionView } from '#lib/views/banking.ts'

/** Latest first. */
export async function listSessions({ userId }: Person, currentId: string): Promise<SessionView[]> {
  const at = now()
  const rows = await db().session.findMany({
    where: { userId, revokedAt: null, idleExpiresAt: { gt: at }, absoluteExpiresAt: { gt: at } },
    orderBy: { lastSeenAt: 'desc' },
  })
  return rows.map(({ id, createdAt, lastSeenAt, userAgent, ip }) => ({
    id,
    current: id === currentId,
    createdAt: createdAt.toISOString(),
    lastSeenAt: lastSeenAt.toISOString(),
    userAgent,
    ip,
  }))
}

/** Refuses not_found (C29). */
export async function revokeSession({ userId }: Person, sessionId: string): Promise<void> {
  if (!isUuid(sessionId)) throw new Refused('not_found')
  await db().$transaction(async tx => {
    const { count } = await tx.session.updateMany({
      where: { id: sessionId, userId, revokedAt: null },
      data: { revokedAt: now() },
    })
    if (count === 0) throw new Refused('not_found')
    await appendAudit({ userId, stream: `user:${userId}`, action: 'session.revoked', detail: { sessionId } }, tx)
  })
}

const keptMs = 30 * 24 * 60 * 60 * 1000

/** Thirty days after the end. Returns how many. */
export async function sweepSessions(): Promise<number> {
  const endedBefore = new Date(now().getTime() - keptMs)
  const { count } = await db().session.deleteMany({
    where: { OR: [{ absoluteExpiresAt: { lt: endedBefore } }, { revokedAt: { lt: endedBefore } }] },
  })
  return count
}

function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)
}
