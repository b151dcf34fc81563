import type { BalanceReading } from '@guichet/stet/terms/account-data.ts'
import { parisDay } from '@guichet/values/calendar/paris.ts'
import { cleanText } from '@guichet/values/text/clean.ts'
import { now } from '#lib/clock.ts'
import { db, Prisma, type Tx } from '#lib/db.ts'

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
 * An unchanged balance is marked as seen again once a Paris day, a changed one added, the old one kept. The caller has
 * checked in this transaction that they may be read.
 */
export async function storeBalances(tx: Tx, userId: string, readings: Readings): Promise<void> {
  if (readings.size === 0) return
  const accountId = { in: [...readings.keys()] }
  const current: Stored[] = await tx.balance.findMany({ where: { userId, accountId, current: true } })
  const { seen, added, over } = compare(current, readings)
  const readAt = now()
  if (over.length > 0) await tx.balance.updateMany({ where: { userId, id: { in: over } }, data: { current: false } })
  if (seen.length > 0) await tx.balance.updateMany({ where: { userId, id: { in: seen } }, data: { readAt } })
  if (added.length > 0) await tx.balance.createMany({ data: added.map(row => ({ userId, ...row, readAt })) })
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
  const readings: Readings = new Map([[id, balances]])
  const current = (known ?? []).map(row => ({
    ...row,
    amountMinor: BigInt(row.amountMinor),
    referenceDate: row.referenceDate === null ? null : new Date(row.referenceDate),
    readAt: new Date(row.readAt),
  }))
  const { seen, added, over } = compare(current, readings)
  if (added.length === 0 && over.length === 0) {
    if (seen.length === 0) return
    await db().$executeRaw`
      UPDATE "Balance" SET "readAt" = ${now()} WHERE "id" = ANY(${seen}::uuid[]) AND "userId" = ${userId}::uuid
        AND EXISTS (SELECT 1 FROM "Account" WHERE "id" = ${id}::uuid AND "userId" = ${userId}::uuid AND "mayBalances")
        AND EXISTS (SELECT 1 FROM "Connection" WHERE "id" = ${connectionId}::uuid AND "syncLeaseId" = ${leaseId}::uuid)`
    return
  }
  await db().$transaction(async tx => {
    // Locked against a change of the consent.
    const [row] = await tx.$queryRaw<{ mayBalances: boolean }[]>`
      WITH held AS MATERIALIZED (
        SELECT "id", "userId" FROM "Connection" WHERE "id" = ${connectionId}::uuid AND "userId" = ${userId}::uuid
          AND "syncLeaseId" = ${leaseId}::uuid FOR SHARE
      )
      SELECT account."mayBalances" FROM held JOIN "Account" AS account
        ON account."connectionId" = held."id" AND account."userId" = held."userId" AND account."id" = ${id}::uuid
      FOR UPDATE OF account`
    if (row?.mayBalances) await storeBalances(tx, userId, readings)
  })
}

function compare(current: readonly Stored[], readings: Readings) {
  const known = Map.groupBy(current, contentOf)
  const today = parisDay(now())
  const seen: string[] = []
  const added: (Columns & { accountId: string })[] = []
  for (const [accountId, list] of readings) {
    for (const reading of list) {
      const row = { accountId, ...toColumns(reading) }
      const stored = known.get(contentOf(row))?.pop()
      if (stored === undefined) added.push(row)
      else if (parisDay(stored.readAt) !== today) seen.push(stored.id)
    }
  }
  return { seen, added, over: [...known.values()].flat().map(({ id }) => id) }
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
