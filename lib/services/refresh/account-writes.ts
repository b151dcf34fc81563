import { batchCalls } from '#lib/base/batches.ts'
import { db, jsonText, Prisma } from '#lib/db.ts'
import { historyDays } from '#lib/domain/accounts/coverage.ts'
import type { RefreshLease } from './lease.ts'

/** Absent members stay. */
export type AccountWrite = {
  readonly id: string
  /** Only while readable. */
  readonly owners?: Prisma.InputJsonObject
  /** Only while readable. */
  readonly overdraft?: Prisma.InputJsonObject
  /** Of the balances, if the list lacks it. */
  readonly currency?: string
  readonly syncState?: 'running' | 'done' | 'failed'
  /** With `syncState`; absent: none. */
  readonly syncError?: string | null
  readonly syncedRows?: number
  /** With `syncState`. */
  readonly unreadableBalances?: number
  readonly lastSyncedAt?: Date
}

/**
 * One statement per moment. Without the lease nothing is written; the connection is locked first, as when a consent
 * changes.
 */
export function openAccountWriter({
  userId,
  connectionId,
  leaseId,
}: Pick<RefreshLease, 'userId' | 'connectionId' | 'leaseId'>) {
  return batchCalls(async (writes: readonly AccountWrite[]): Promise<void> => {
    const rows = jsonText([...mergeById(writes).values()])
    await db().$executeRaw`
      WITH held AS MATERIALIZED (
        SELECT "id", "userId" FROM "Connection" WHERE "id" = ${connectionId}::uuid AND "userId" = ${userId}::uuid
          AND "syncLeaseId" = ${leaseId}::uuid FOR SHARE
      )
      UPDATE "Account" AS account SET
        "owners" = CASE WHEN account."mayOwners" THEN COALESCE(read."owners", account."owners") ELSE account."owners" END,
        "overdraft" = CASE WHEN account."mayOverdrafts" THEN COALESCE(read."overdraft", account."overdraft")
          ELSE account."overdraft" END,
        "currency" = COALESCE(read."currency", account."currency"),
        "syncState" = COALESCE(read."syncState", account."syncState"),
        "syncError" = CASE WHEN read."syncState" IS NULL THEN account."syncError" ELSE read."syncError" END,
        "syncedRows" = COALESCE(read."syncedRows", account."syncedRows"),
        "unreadableBalances" = COALESCE(read."unreadableBalances", account."unreadableBalances"),
        "lastSyncedAt" = COALESCE(read."lastSyncedAt", account."lastSyncedAt"),
        "unread" = CASE WHEN ${lastDay} < ${thisDay} - ${historyDays}::int AND account."mayTransactions"
          THEN account."unread" || ARRAY[${lastDay} + 1, ${thisDay} - ${historyDays}::int]
          ELSE account."unread" END
      FROM held, json_to_recordset(${rows}::json) AS read(
        "id" uuid, "owners" jsonb, "overdraft" jsonb, "currency" text, "syncState" "SyncState", "syncError" text, "syncedRows" int,
        "unreadableBalances" int, "lastSyncedAt" timestamptz)
      WHERE account."id" = read."id" AND account."userId" = held."userId" AND account."connectionId" = held."id"
        AND (read."syncState" IS NOT NULL OR COALESCE(read."owners" <> account."owners", read."owners" IS NOT NULL)
          OR COALESCE(read."overdraft" <> account."overdraft", read."overdraft" IS NOT NULL))`
  })
}

/** Paris days of the last complete reading and of this one. */
const lastDay = Prisma.sql`(account."lastSyncedAt" AT TIME ZONE 'Europe/Paris')::date`
const thisDay = Prisma.sql`(read."lastSyncedAt" AT TIME ZONE 'Europe/Paris')::date`

/** An UPDATE joined with two rows would use either. */
function mergeById(writes: readonly AccountWrite[]): Map<string, AccountWrite> {
  const byId = new Map<string, AccountWrite>()
  for (const write of writes) byId.set(write.id, { ...byId.get(write.id), ...write })
  return byId
}
