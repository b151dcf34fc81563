import type { BalanceReading } from '@guichet/stet/terms/account-data.ts'
import { parisDay } from '@guichet/values/calendar/paris.ts'
import { cleanText } from '@guichet/values/text/clean.ts'
import { timedUuid } from '#lib/base/ids.ts'
import { now } from '#lib/clock.ts'
import { db, jsonText, Prisma, type Tx } from '#lib/db.ts'

type Columns = Pick<Prisma.BalanceGetPayload<object>, 'type' | 'name' | 'amountMinor' | 'currency' | 'referenceDate'>
type Stored = Columns & { readonly id: string; readonly accountId: string; readonly readAt: Date }

/** As JSON has them. */
export type KnownBalances =
  | readonly (Pick<Stored, 'id' | 'accountId' | 'type' | 'name' | 'currency'> & {
      readonly amountMinor: string
      readonly referenceDate: string | null
      readonly readAt: string
    })[]
  | null

/** The current ones of a row of accounts. */
export const balancesColumn = Prisma.sql`(
  SELECT json_agg(json_build_object('id', "id", 'accountId', "accountId", 'type', "type", 'name', "name", 'currency', "currency",
    'amountMinor', "amountMinor"::text, 'referenceDate', "referenceDate", 'readAt', "readAt"))
  FROM "Balance" WHERE "accountId" = account."id" AND "userId" = account."userId" AND "current") AS "balances"`

/** By the id of the account's row. */
export type Readings = ReadonlyMap<string, readonly BalanceReading[]>

/**
 * An unchanged balance is marked as seen again once a Paris day, a changed one keeps what it was. The caller has checked in this
 * transaction that they may be read.
 */
export async function storeBalances(tx: Tx, userId: string, readings: Readings): Promise<void> {
  if (readings.size === 0) return
  const accountId = { in: [...readings.keys()] }
  const current: Stored[] = await tx.balance.findMany({ where: { userId, accountId, current: true } })
  const permitted = Prisma.sql`SELECT "id" FROM "Account" WHERE "userId" = ${userId}::uuid AND "id" = ANY(${accountId.in}::uuid[])`
  await storeChanges(tx, userId, compare(current, readings), permitted)
}

/**
 * If they may still be stored: by consent, and by the refresh that holds the lease. Unchanged, as usual, nothing is
 * read or written; the account says when it was read last.
 */
export async function storeBalancesOf(
  { id, userId, balances: known }: { readonly id: string; readonly userId: string; readonly balances: KnownBalances },
  { connectionId, leaseId }: { readonly connectionId: string; readonly leaseId: string },
  balances: readonly BalanceReading[],
): Promise<void> {
  const current = (known ?? []).map(row => ({
    ...row,
    amountMinor: BigInt(row.amountMinor),
    referenceDate: row.referenceDate === null ? null : new Date(row.referenceDate),
    readAt: new Date(row.readAt),
  }))
  // Locked against a change of the consent, the connection first.
  await storeChanges(
    db(),
    userId,
    compare(current, new Map([[id, balances]])),
    Prisma.sql`
      SELECT account."id" FROM (
        SELECT "id", "userId" FROM "Connection" WHERE "id" = ${connectionId}::uuid AND "userId" = ${userId}::uuid
          AND "syncLeaseId" = ${leaseId}::uuid FOR SHARE
      ) AS held JOIN "Account" AS account ON account."connectionId" = held."id" AND account."userId" = held."userId"
      WHERE account."id" = ${id}::uuid AND account."mayBalances" FOR NO KEY UPDATE OF account`,
  )
}

type Changes = ReturnType<typeof compare>

/** `permitted`: the ids of accounts whose balances may be stored. */
async function storeChanges(tx: Tx, userId: string, changes: Changes, permitted: Prisma.Sql): Promise<void> {
  const { updated, added } = changes
  if (updated.length + added.length === 0) return
  await tx.$executeRaw`
    WITH permitted AS MATERIALIZED (${permitted}), updated AS (
      UPDATE "Balance" AS stored SET "name" = read."name", "amountMinor" = read."amountMinor",
        "referenceDate" = read."referenceDate", "current" = read."current", "readAt" = read."readAt"
      FROM permitted JOIN ${tableOf(updated)} ON read."accountId" = permitted."id"
      WHERE stored."accountId" = permitted."id" AND stored."id" = read."id"
    )
    INSERT INTO "Balance" ("id", "userId", "accountId", "type", "name", "amountMinor", "currency", "referenceDate", "current", "readAt")
    SELECT read."id", ${userId}::uuid, permitted."id", read."type", read."name", read."amountMinor", read."currency",
      read."referenceDate", read."current", read."readAt"
    FROM permitted JOIN ${tableOf(added)} ON read."accountId" = permitted."id"`
}

function tableOf(rows: readonly Row[]): Prisma.Sql {
  return Prisma.sql`json_to_recordset(${jsonText(rows.map(row => ({ ...row, amountMinor: row.amountMinor.toString() })))}::json)
    AS read("id" uuid, "accountId" uuid, "type" text, "name" text, "amountMinor" bigint, "currency" text, "referenceDate" date,
      "current" boolean, "readAt" timestamptz)`
}

type Row = Stored & { readonly current: boolean }

function compare(stored: readonly Stored[], readings: Readings) {
  const known = Map.groupBy(stored, contentOf)
  const readAt = now()
  const updated: Row[] = []
  const changed = [...readings].flatMap(([accountId, list]) =>
    list.flatMap(reading => {
      const row = { accountId, ...toColumns(reading) }
      const same = known.get(contentOf(row))?.pop()
      if (same && parisDay(same.readAt) !== parisDay(readAt)) updated.push({ ...same, current: true, readAt })
      return same ? [] : [row]
    }),
  )
  // So that no index changes.
  const over = Map.groupBy([...known.values()].flat(), kindOf)
  const added = changed.map(row => {
    const before = over.get(kindOf(row))?.pop()
    if (before) updated.push({ ...before, ...row, current: true, readAt })
    return { ...(before ?? { ...row, readAt }), id: timedUuid(), current: before === undefined }
  })
  for (const row of [...over.values()].flat()) updated.push({ ...row, current: false })
  return { updated, added }
}

function toColumns({ type, name, amount, referenceDate }: BalanceReading): Columns {
  return {
    type: cleanText(type, 35),
    name: cleanText(name, 70),
    amountMinor: amount.amountMinor,
    currency: amount.currency,
    referenceDate: referenceDate === null ? null : new Date(referenceDate),
  }
}

function contentOf(row: Columns & { readonly accountId: string }): string {
  const { accountId, type, name, amountMinor, currency, referenceDate } = row
  return JSON.stringify([accountId, type, name, amountMinor.toString(), currency, referenceDate?.getTime() ?? null])
}

const kindOf = ({ accountId, type, currency }: Columns & { readonly accountId: string }) =>
  `${accountId} ${type} ${currency}`
