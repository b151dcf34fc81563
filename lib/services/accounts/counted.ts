import type { BalanceReading } from '@guichet/stet/terms/account-data.ts'
import { isoDay } from '@guichet/values/calendar/day.ts'
import { type Money, sumByCurrency } from '@guichet/values/money/minor.ts'
import { db, Prisma } from '#lib/db.ts'
import { mainBalance } from '#lib/domain/accounts/balance.ts'
import { neutral } from '#lib/domain/accounts/category.ts'
import { accountKeys, byAccount, type CountableAccount, countOnce, pickOnce } from '#lib/domain/accounts/counting.ts'
import { type AccountRow, isListed, toReading } from './view.ts'

/** What counts, once: every total, every sum of transactions and the lists behind them read it. */

/** Of a row and its current balances, in milliseconds. */
export function lastReadAt({
  lastSyncedAt,
  balances,
}: {
  readonly lastSyncedAt: Date | null
  readonly balances: readonly { readonly readAt: Date }[]
}) {
  return Math.max(lastSyncedAt?.getTime() ?? 0, ...balances.map(({ readAt }) => readAt.getTime()))
}

export type Held = {
  readonly row: AccountRow
  readonly main: BalanceReading
  /** Of every row of the account that may have transactions. */
  readonly ids: readonly string[]
}

/**
 * The money that a person has: accounts with a balance that a bank still lists, without cards and those left out, in
 * order, each once.
 */
export function heldOnce(rows: readonly AccountRow[]): Held[] {
  const keyOf = accountKeys(rows)
  const readable = Map.groupBy(
    rows.filter(({ mayTransactions }) => mayTransactions),
    keyOf,
  )
  const held = rows.flatMap(row => {
    if (row.kind !== 'account' || !row.inTotals || !isListed(row)) return []
    const main = mainBalance(row.balances.map(toReading), 'account')
    const ids = (readable.get(keyOf(row)) ?? []).map(({ id }) => id)
    return main === null ? [] : [{ ...row, readAt: lastReadAt(row), held: { row, main, ids } }]
  })
  return pickOnce(held).map(one => one.held)
}

/** Per currency, never converted. */
export function totalsOf(rows: readonly AccountRow[]): Money[] {
  return sumByCurrency(heldOnce(rows).map(({ main }) => main.amount))
}

/**
 * Transactions of accounts counted once, among those given, or all: for totals without those left out. The owner is
 * named by the caller.
 */
export async function whereOnce(
  userId: string,
  accountIds: readonly string[] = [],
  shown: 'totals' | 'list' = 'totals',
): Promise<Prisma.Sql> {
  // One is in every list, and doubles none.
  if (accountIds.length === 1) return Prisma.sql`TRUE`
  const among = accountIds.length === 0 ? Prisma.empty : Prisma.sql`AND "id" = ANY(${accountIds}::uuid[])`
  const rows = await db().$queryRaw<Omit<CountedRow, 'balances'>[]>`
    SELECT "id", "kind"::text, "iban", "cardId", "currency", "connectionId", "resourceId", "linkedResourceId", "createdAt", "gone",
      "goneAt", "inTotals",
      GREATEST("lastSyncedAt", (SELECT max("readAt") FROM "Balance"
        WHERE "userId" = ${userId}::uuid AND "accountId" = account."id" AND "current")) AS "lastSyncedAt"
    FROM "Account" AS account WHERE "userId" = ${userId}::uuid ${among}`
  const all = rows.map(row => ({ ...row, balances: [] }))
  return onceOf(userId, all, shown === 'list' || accountIds.length > 0)
}

type CountedRow = CountableColumns & { readonly inTotals: boolean; readonly lastSyncedAt: Date | null } & {
  readonly balances: readonly { readonly readAt: Date }[]
}
type CountableColumns = Omit<CountableAccount, 'readAt' | 'firstDay'>

/** The same of all their accounts, which the caller has. `isList`: with those left out of totals. */
export async function onceOf(
  userId: string | { in: string[] },
  all: readonly CountedRow[],
  isList = false,
): Promise<Prisma.Sql> {
  const leftOut = all.flatMap(({ id, inTotals }) => (inTotals || isList ? [] : [id]))
  const rows = all.filter(({ id }) => !leftOut.includes(id))
  const doubled = byAccount(rows)
    .filter(same => same.length > 1)
    .flat()
  const firstDays =
    doubled.length === 0
      ? []
      : await db().transaction.groupBy({
          by: ['accountId'],
          where: { userId, accountId: { in: doubled.map(({ id }) => id) }, booked: true, importId: null },
          _min: { day: true },
        })
  const counted = countOnce(
    doubled.map(row => ({
      ...row,
      readAt: lastReadAt(row),
      firstDay: isoDay(firstDays.find(({ accountId }) => accountId === row.id)?._min.day) ?? null,
    })),
  )
  const parts = counted.flatMap(({ id, before, standsFor }) => {
    const later = before === null ? [] : [Prisma.sql`NOT ("accountId" = ${id}::uuid AND "day" >= ${before}::date)`]
    if (standsFor === null) return later
    const { ids, since } = standsFor
    const days = Prisma.sql`"day" >= ${since}::date ${before === null ? Prisma.empty : Prisma.sql`AND "day" < ${before}::date`}`
    return [...later, Prisma.sql`NOT ("accountId" = ANY(${ids}::uuid[]) AND "importId" IS NOT NULL AND ${days})`]
  })
  if (leftOut.length > 0) parts.push(Prisma.sql`"accountId" <> ALL(${leftOut}::uuid[])`)
  return parts.length === 0 ? Prisma.sql`TRUE` : Prisma.join(parts, ' AND ')
}

/** Of what `once` leaves: booked, not left out by the person, and neither an own transfer nor the settlement of a card. */
export async function whereCounted(userId: string, once?: Prisma.Sql): Promise<Prisma.Sql> {
  return Prisma.sql`${isCounted} AND ${once ?? (await whereOnce(userId))}`
}

export const isCounted = Prisma.sql`"booked" AND NOT "leftOut" AND "pairAccountId" IS NULL`

/** Instead of the table, for sums by category: a split transaction is there as its parts. */
export const countedLines = Prisma.sql`(
  SELECT "userId", "accountId", "key", "booked", "day", "amountMinor", "currency", "category", "counterparty", "label",
    "codeDomain", "codeFamily", "codeSubFamily", "pairAccountId", "leftOut", "importId"
  FROM "Transaction" WHERE "parts" IS NULL
  UNION ALL
  SELECT "userId", "accountId", "key", "booked", "day", part."amountMinor", "currency", part."category", "counterparty",
    "label", "codeDomain", "codeFamily", "codeSubFamily", "pairAccountId", "leftOut", "importId"
  FROM "Transaction", jsonb_to_recordset("parts") AS part("category" text, "amountMinor" bigint)
  WHERE "parts" IS NOT NULL) AS lines`

const ownParts = Prisma.sql`jsonb_to_recordset("parts") AS part("category" text, "amountMinor" bigint)`

/** A transaction of which `condition`, on "category", is true: of a split one, of a part. */
export function whereAnyPart(condition: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`CASE WHEN "parts" IS NULL THEN ${condition}
    ELSE EXISTS (SELECT 1 FROM ${ownParts} WHERE ${condition}) END`
}

/** Its category, or those of its parts. */
export const categoriesOfLine = Prisma.sql`CASE WHEN "parts" IS NULL THEN ARRAY["category"]
  ELSE ARRAY(SELECT part."category" FROM ${ownParts}) END`

/** Its minor units, or of a split one those of the parts of which `condition` is true. */
export function minorOfParts(condition: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`CASE WHEN "parts" IS NULL THEN "amountMinor"
    ELSE (SELECT sum("amountMinor")::bigint FROM ${ownParts} WHERE ${condition}) END`
}

export const isSpentOrEarned = Prisma.sql`COALESCE("category" <> ALL(${[...neutral]}::text[]), true)`
