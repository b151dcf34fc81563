import { addDays, type IsoDate, isoDay } from '@guichet/values/calendar/day.ts'
import { db, jsonText, Prisma, type Tx } from '#lib/db.ts'
import { type BookedContent, findRenumbered } from '#lib/domain/accounts/renumbered.ts'
import type { GivenKeys } from '#lib/domain/accounts/transaction.ts'
import type { TransactionOwner } from './transaction-store.ts'

/** After a complete reading: what the bank gives under other references, or took back. */

type ContentRow = Omit<BookedContent, 'day'> & { readonly day: Date }

/** A category that a person chose. */
export type Choice = BookedContent & { readonly category: string | null }

const contentColumns = Prisma.sql`"key", "day", "amountMinor", "currency", "label", "resourceId"`
const toContent = <Row extends ContentRow>(row: Row) => ({ ...row, day: isoDay(row.day) })

export async function readChoices({ userId, accountId }: TransactionOwner): Promise<Choice[]> {
  const rows = await db().$queryRaw<(ContentRow & { category: string | null })[]>`
    SELECT ${contentColumns}, "category" FROM "Transaction"
    WHERE "userId" = ${userId}::uuid AND "accountId" = ${accountId}::uuid AND "booked" AND "importId" IS NULL
      AND "categorySource" = 'person' ORDER BY "day" DESC LIMIT ${mostChoices}`
  return rows.map(toContent)
}

/** Of the newest; a bank renumbers days, not years. */
const mostChoices = 5_000

export type CompleteReading = {
  readonly given: GivenKeys
  /** Null: the bank gave all it has. */
  readonly dateFrom: IsoDate | null
  readonly choices: readonly Choice[]
  /** Of the refresh that read it; another one's reading changes nothing. */
  readonly leaseId: string
}

/**
 * Those of the days read that the bank no longer gives are the ones it gives under another key, or removed, unless a
 * file has them too. Categories chosen by hand follow what they were chosen for.
 */
export async function followContents(
  owner: TransactionOwner,
  { given, dateFrom, choices, leaseId }: CompleteReading,
): Promise<void> {
  const keys = [...given.keys()]
  if (keys.length === 0) return
  const gone = await findGone(owner, keys, dateFrom)
  const lost = await findLost(owner, choices, new Set(gone.map(({ key }) => key)))
  // As nearly always.
  if (gone.length === 0 && lost.length === 0) return
  await db().$transaction(
    async tx => {
      const { userId, accountId } = owner
      const rows = await tx.$queryRaw<unknown[]>`
        SELECT 1 FROM "Account" AS account
        WHERE account."id" = ${accountId}::uuid AND account."userId" = ${userId}::uuid AND "mayTransactions"
          AND EXISTS (SELECT 1 FROM "Connection"
            WHERE "id" = account."connectionId" AND "syncLeaseId" = ${leaseId}::uuid)
        FOR NO KEY UPDATE`
      if (rows.length === 0) return
      if (gone.length > 0) await dropGone(tx, owner, keys, gone)
      await moveChoices(tx, owner, lost)
    },
    { timeout: 120_000 },
  )
}

/** Stored, of the days that were read, and no longer given. */
async function findGone(
  owner: TransactionOwner,
  keys: readonly string[],
  dateFrom: IsoDate | null,
): Promise<ContentRow[]> {
  const ours = ownLines(owner)
  const from = dateFrom ?? (await findFirstWholeDay(ours, keys))
  if (from === null) return []
  return db().$queryRaw<ContentRow[]>`
    SELECT ${contentColumns} FROM "Transaction"
    WHERE ${ours} AND "day" >= ${from}::date AND "key" <> ALL(${keys}::text[])`
}

async function dropGone(
  tx: Tx,
  owner: TransactionOwner,
  keys: readonly string[],
  gone: readonly ContentRow[],
): Promise<void> {
  const amounts = gone.map(({ amountMinor }) => amountMinor)
  const stored = await tx.$queryRaw<ContentRow[]>`
    SELECT ${contentColumns} FROM "Transaction"
    WHERE ${ownLines(owner)} AND "key" = ANY(${keys}::text[]) AND "amountMinor" = ANY(${amounts}::bigint[])
    ORDER BY "firstSeenAt" DESC, "key"`
  const renumbered = findRenumbered(gone.map(toContent), stored.map(toContent))
  const moved = [...renumbered].map(([key, now]) => ({ key, now }))
  await tx.$executeRaw`
    UPDATE "ImportClaim" AS claim SET "key" = moved."now"
    FROM json_to_recordset(${jsonText(moved)}::json) AS moved("key" text, "now" text)
    WHERE claim."userId" = ${owner.userId}::uuid AND claim."accountId" = ${owner.accountId}::uuid
      AND claim."key" = moved."key" AND NOT EXISTS (SELECT 1 FROM "ImportClaim" AS other
        WHERE other."accountId" = claim."accountId" AND other."key" = moved."now" AND other."importId" = claim."importId")`
  const goneKeys = gone.map(({ key }) => key)
  await tx.$executeRaw`
    DELETE FROM "Transaction" AS old WHERE old."userId" = ${owner.userId}::uuid
      AND old."accountId" = ${owner.accountId}::uuid AND old."key" = ANY(${goneKeys}::text[])
      AND (old."key" = ANY(${[...renumbered.keys()]}::text[]) OR NOT EXISTS (SELECT 1 FROM "ImportClaim" AS claim
        WHERE claim."accountId" = old."accountId" AND claim."key" = old."key"))`
}

function ownLines({ userId, accountId }: TransactionOwner): Prisma.Sql {
  return Prisma.sql`"userId" = ${userId}::uuid AND "accountId" = ${accountId}::uuid AND "booked" AND "importId" IS NULL`
}

/** The bank's history may begin within a day. */
async function findFirstWholeDay(ours: Prisma.Sql, keys: readonly string[]): Promise<IsoDate | null> {
  const [row] = await db().$queryRaw<{ first: Date | null }[]>`
    SELECT min("day") AS "first" FROM "Transaction" WHERE ${ours} AND "key" = ANY(${keys}::text[])`
  const first = isoDay(row?.first)
  return first === null ? null : addDays(first, 1)
}

/** Choices whose key is another transaction's now, or nobody's. */
async function findLost(
  { userId, accountId }: TransactionOwner,
  choices: readonly Choice[],
  gone: ReadonlySet<string>,
) {
  if (choices.length === 0) return []
  const where = { userId, accountId, key: { in: choices.map(({ key }) => key) } }
  const rows = await db().transaction.findMany({ where, select: { key: true, amountMinor: true, currency: true } })
  const now = new Map(rows.map(row => [row.key, row]))
  return choices.flatMap(choice => {
    const row = now.get(choice.key)
    const isSame = row?.amountMinor === choice.amountMinor && row.currency === choice.currency
    return isSame && !gone.has(choice.key) ? [] : [{ ...choice, isTaken: row !== undefined && !isSame }]
  })
}

async function moveChoices(
  tx: Tx,
  { userId, accountId }: TransactionOwner,
  lost: readonly (Choice & { readonly isTaken: boolean })[],
): Promise<void> {
  const where = { userId, accountId, booked: true, importId: null }
  const taken = lost.flatMap(({ key, isTaken }) => (isTaken ? [key] : []))
  const unfiled = { category: null, categorySource: null, ruleId: null }
  await tx.transaction.updateMany({ where: { ...where, key: { in: taken } }, data: unfiled })
  for (const { day, amountMinor, currency, label, category } of lost) {
    const notChosen = [{ categorySource: null }, { categorySource: { not: 'person' as const } }]
    const same = { amountMinor, currency, label, day: new Date(day), OR: notChosen }
    const found = await tx.transaction.findFirst({ where: { ...where, ...same }, orderBy: { key: 'asc' } })
    const data = { category, categorySource: 'person' as const, ruleId: null }
    if (found) await tx.transaction.updateMany({ where: { ...where, key: found.key }, data })
  }
}
