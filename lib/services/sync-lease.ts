import { randomUUID } from 'node:crypto'
import { now } from '#lib/clock.ts'
import { db } from '#lib/db.ts'
import { Refused } from '#lib/domain/refused.ts'
import { refuseUnlessActive } from './connection-state.ts'
import { isUuid } from './ids.ts'

/** One refresh of a connection at a time, in whatever process (R15): whoever comes second watches the first. */

type Owner = { readonly userId: string; readonly connectionId: string }

export type SyncLease = Owner & {
  readonly leaseId: string
  readonly bankCode: string
  /** Aborts when the lease was lost, or the person who was waiting has left. */
  readonly signal: AbortSignal
  readonly end: (how: 'finished' | 'left') => Promise<void>
}

const beatMs = 15_000
/** A run whose person left is taken up by a job after this long, so that a reloaded page may come first. */
const graceSeconds = 20

/** Takes the lease and queues what may be read; null when somebody else holds it. `left` aborts when the person leaves. */
export async function takeSyncLease(owner: Owner, left: AbortSignal | null): Promise<SyncLease | null> {
  const connection = await readActive(owner)
  const leaseId = randomUUID()
  const taken = await db().$executeRaw`
    UPDATE "Connection" SET "syncLeaseId" = ${leaseId}::uuid, "syncLeaseUntil" = now() + interval '60 seconds'
    WHERE "id" = ${owner.connectionId}::uuid AND "userId" = ${owner.userId}::uuid AND "status" = 'active'
      AND ("syncLeaseId" IS NULL OR "syncLeaseUntil" IS NULL OR "syncLeaseUntil" < now())`
  if (taken === 0) return null
  const lost = new AbortController()
  const beat = setInterval(() => void keepLease(owner, leaseId, lost), beatMs)
  beat.unref()
  return {
    ...owner,
    leaseId,
    bankCode: connection.bankCode,
    signal: left === null ? lost.signal : AbortSignal.any([lost.signal, left]),
    end: async how => {
      clearInterval(beat)
      await releaseLease(owner, leaseId, how)
    },
  }
}

async function readActive({ userId, connectionId }: Owner) {
  const where = { id: connectionId, userId }
  const connection = isUuid(connectionId) ? await db().connection.findFirst({ where }) : null
  if (!connection) throw new Refused('not_found')
  refuseUnlessActive(connection)
  return connection
}

async function keepLease({ userId, connectionId }: Owner, leaseId: string, lost: AbortController): Promise<void> {
  try {
    const kept = await db().$executeRaw`
      UPDATE "Connection" SET "syncLeaseUntil" = now() + interval '60 seconds'
      WHERE "id" = ${connectionId}::uuid AND "userId" = ${userId}::uuid AND "syncLeaseId" = ${leaseId}::uuid`
    if (kept === 0) lost.abort()
  } catch {
    // The database is away: the lease has three more beats before it runs out.
  }
}

async function releaseLease({ userId, connectionId }: Owner, leaseId: string, how: 'finished' | 'left'): Promise<void> {
  const graceful = how === 'left' ? graceSeconds : 0
  const lastSyncedAt = how === 'finished' ? now() : null
  await db().$executeRaw`
    UPDATE "Connection"
    SET "syncLeaseId" = NULL, "syncLeaseUntil" = now() + make_interval(secs => ${graceful}),
        "lastSyncedAt" = COALESCE(${lastSyncedAt}::timestamptz, "lastSyncedAt")
    WHERE "id" = ${connectionId}::uuid AND "userId" = ${userId}::uuid AND "syncLeaseId" = ${leaseId}::uuid`
}
