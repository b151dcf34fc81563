import { batchCalls } from '#lib/base/batches.ts'
import { db, jsonText, type Prisma } from '#lib/db.ts'
import type { RefreshLease } from './lease.ts'

/** What a refresh stores about an account besides balances and transactions; absent members stay as they are. */
export type AccountWrite = {
  readonly id: string
  /** Stored only while owners may be read. */
  readonly owners?: Prisma.InputJsonObject
  /** Stored only while overdrafts may be read. */
  readonly overdraft?: Prisma.InputJsonObject
  /** Of the balances, for an account whose currency the bank's list doesn't show. */
  readonly currency?: string
  readonly syncState?: 'running' | 'done' | 'failed'
  /** Set together with `syncState`; absent means no error. */
  readonly syncError?: string | null
  readonly syncedRows?: number
  /** Of the last reading of balances; set together with `syncState`. */
  readonly unreadableBalances?: number
  readonly lastSyncedAt?: Date
}

/**
 * A refresh's writes to its accounts, collected into one statement per moment; unchanged rows are not written. A run that lost
 * its lease writes nothing. The connection is locked first, as when a consent changes, so that nothing unticked meanwhile is
 * stored.
 */
export function openAccountWriter({ userId, connectionId, leaseId }: RefreshLease) {
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
        "lastSyncedAt" = COALESCE(read."lastSyncedAt", account."lastSyncedAt")
      FROM held, json_to_recordset(${rows}::json) AS read(
        "id" uuid, "owners" jsonb, "overdraft" jsonb, "currency" text, "syncState" "SyncState", "syncError" text, "syncedRows" int,
        "unreadableBalances" int, "lastSyncedAt" timestamptz)
      WHERE account."id" = read."id" AND account."userId" = held."userId" AND account."connectionId" = held."id"
        AND (read."syncState" IS NOT NULL OR COALESCE(read."owners" <> account."owners", read."owners" IS NOT NULL)
          OR COALESCE(read."overdraft" <> account."overdraft", read."overdraft" IS NOT NULL))`
  })
}

/** One row per account: an UPDATE joined with two rows would use either. */
function mergeById(writes: readonly AccountWrite[]): Map<string, AccountWrite> {
  const byId = new Map<string, AccountWrite>()
  for (const write of writes) byId.set(write.id, { ...byId.get(write.id), ...write })
  return byId
}
