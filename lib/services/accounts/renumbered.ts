import { addDays, type IsoDate } from '@guichet/values/calendar/day.ts'
import { db, jsonText, Prisma, type Tx } from '#lib/db.ts'
import { type BookedContent, judgeAbsent } from '#lib/domain/accounts/renumbered.ts'
import { forgetLostPairs } from './categorise.ts'
import { noteTakenBack } from './taken-back.ts'
import {
  type AbsentRow,
  type Choice,
  type ContentRow,
  contentColumns,
  type Gathered,
  type MovedLine,
  moveLines,
  ownLines,
  type TransactionOwner,
  toContent,
} from './transaction-store.ts'

/** After a complete reading: what the bank gives under other references, or took back. */

export type CompleteReading = Gathered & {
  readonly absent: readonly AbsentRow[]
  /** The complete reading before it, by the database's clock; null: none. */
  readonly completeAt: Date | null
  /** Of the refresh that read it; another one's reading changes nothing. */
  readonly leaseId: string
}

/**
 * What the bank no longer gives of the days read is given under another key, or, after a second such reading, removed with a note,
 * unless a file has it. What a person chose follows.
 */
export async function followContents(owner: TransactionOwner, reading: CompleteReading): Promise<void> {
  const { absent, dateFrom, firstDay } = reading
  if (firstDay === null) return
  const moved = await findMovedChoices(owner, reading.choices)
  // As nearly always.
  if (absent.length === 0 && moved.length === 0) return
  await db().$transaction(
    async tx => {
      const { userId, accountId } = owner
      const rows = await tx.$queryRaw<unknown[]>`
        SELECT 1 FROM "Account" AS account
        WHERE account."id" = ${accountId}::uuid AND account."userId" = ${userId}::uuid AND "mayTransactions"
          AND EXISTS (SELECT 1 FROM "Connection"
            WHERE "id" = account."connectionId" AND "syncLeaseId" = ${reading.leaseId}::uuid)
        FOR NO KEY UPDATE`
      if (rows.length === 0) return
      await moveChoices(tx, owner, moved)
      // The bank's history may begin within a day.
      const since = dateFrom ?? addDays(firstDay, 1)
      if (absent.length > 0) await followAbsent(tx, owner, reading, since)
    },
    { timeout: 120_000 },
  )
}

async function followAbsent(
  tx: Tx,
  owner: TransactionOwner,
  { absent: lines, completeAt, given }: CompleteReading,
  since: IsoDate,
): Promise<void> {
  const absent = lines.filter(line => !line.given)
  const amounts = absent.map(({ amountMinor }) => amountMinor)
  const fresh = await tx.$queryRaw<ContentRow[]>`
    SELECT ${contentColumns} FROM "Transaction"
    WHERE ${ownLines(owner)} AND "key" = ANY(${[...given.keys()]}::text[]) AND "amountMinor" = ANY(${amounts}::bigint[])
      AND (${completeAt}::timestamptz IS NULL OR "firstSeenAt" > ${completeAt}::timestamptz)
    ORDER BY "key"`
  const { renumbered, missing, takenBack } = judgeAbsent(absent.map(toContent), fresh.map(toContent), since)
  await moveLines(
    tx,
    owner,
    [...renumbered].map(([key, now]) => ({ key, now })),
  )
  const where = { ...owner, booked: true, importId: null }
  const again = lines.flatMap(line => (line.given ? [line.key] : []))
  await tx.transaction.updateMany({ where: { ...where, key: { in: again } }, data: { missing: false } })
  if (missing.length > 0) {
    await tx.transaction.updateMany({ where: { ...where, key: { in: [...missing] } }, data: { missing: true } })
    // The next reading looks, though its answer may be the same.
    await tx.account.updateMany({ where: { id: owner.accountId, userId: owner.userId }, data: { pageDigests: [] } })
  }
  if (takenBack.length > 0) await removeTakenBack(tx, owner, takenBack)
}

async function removeTakenBack(tx: Tx, owner: TransactionOwner, keys: readonly string[]): Promise<void> {
  const removed = await tx.$queryRaw<ContentRow[]>`
    DELETE FROM "Transaction" AS old WHERE old."userId" = ${owner.userId}::uuid
      AND old."accountId" = ${owner.accountId}::uuid AND old."key" = ANY(${keys}::text[])
      AND NOT EXISTS (SELECT 1 FROM "ImportClaim" AS claim
        WHERE claim."accountId" = old."accountId" AND claim."key" = old."key")
    RETURNING ${contentColumns}`
  await noteTakenBack(tx, owner, removed.map(toContent))
  await tx.$executeRaw`
    UPDATE "IncomingCredit" AS credit SET "takenBack" = true
    FROM "Organisation" AS merchant, json_to_recordset(${jsonText(removed.map(row => toText(toContent(row))))}::json)
      AS line("key" text, "day" date, "amountMinor" bigint, "currency" text)
    WHERE merchant."beneficiaryAccountId" = ${owner.accountId}::uuid AND credit."organisationId" = merchant."id"
      AND substr(credit."key", 18) = line."key"
      AND (credit."day", credit."amountMinor", credit."currency") = (line."day", line."amountMinor", line."currency")`
  await forgetLostPairs(tx, owner.userId)
}

/** Choices whose key is another transaction's now: of another amount, or their own is under another key. */
async function findMovedChoices(
  { userId, accountId }: TransactionOwner,
  choices: readonly Choice[],
): Promise<readonly Choice[]> {
  if (choices.length === 0) return []
  const rows = await db().$queryRaw<{ key: string }[]>`
    SELECT choice."key" FROM json_to_recordset(${jsonText(choices.map(toText))}::json)
      AS choice("key" text, "day" date, "amountMinor" bigint, "currency" text, "label" text)
    JOIN "Transaction" AS line ON line."accountId" = ${accountId}::uuid AND line."key" = choice."key"
    WHERE line."userId" = ${userId}::uuid AND ((line."amountMinor", line."currency") <> (choice."amountMinor", choice."currency")
      OR (line."label" <> choice."label" AND EXISTS (SELECT 1 FROM "Transaction" AS other
        WHERE other."userId" = ${userId}::uuid AND other."accountId" = ${accountId}::uuid AND other."booked"
          AND other."importId" IS NULL AND other."key" <> choice."key"
          AND (other."day", other."amountMinor", other."currency", other."label")
            = (choice."day", choice."amountMinor", choice."currency", choice."label"))))`
  const taken = new Set(rows.map(({ key }) => key))
  return choices.filter(({ key }) => taken.has(key))
}

const toText = ({ key, day, amountMinor, currency, label }: BookedContent) => {
  return { key, day, amountMinor: amountMinor.toString(), currency, label }
}

async function moveChoices(tx: Tx, { userId, accountId }: TransactionOwner, moved: readonly Choice[]): Promise<void> {
  const where = { userId, accountId, booked: true, importId: null }
  const nothing = { note: null, tags: [], parts: Prisma.DbNull, leftOut: false }
  const unfiled = { category: null, categorySource: null, ruleId: null, ...nothing }
  await tx.transaction.updateMany({ where: { ...where, key: { in: moved.map(({ key }) => key) } }, data: unfiled })
  const files: MovedLine[] = []
  for (const { key, day, amountMinor, currency, label, category, note, tags, parts, leftOut } of moved) {
    const notChosen = [{ categorySource: null }, { categorySource: { not: 'person' as const } }]
    const same = { amountMinor, currency, label, day: new Date(day), OR: notChosen }
    const found = await tx.transaction.findFirst({ where: { ...where, ...same }, orderBy: { key: 'asc' } })
    const filed = category === null ? {} : { category, categorySource: 'person' as const, ruleId: null }
    const data = { ...filed, note, tags, parts: parts ?? Prisma.DbNull, leftOut }
    if (!found) continue
    await tx.transaction.updateMany({ where: { ...where, key: found.key }, data })
    files.push({ key, now: found.key })
  }
  // At once: two may have changed places.
  await tx.$executeRaw`
    UPDATE "Attachment" AS file SET "key" = moved."now"
    FROM json_to_recordset(${jsonText(files)}::json) AS moved("key" text, "now" text)
    WHERE file."userId" = ${userId}::uuid AND file."accountId" = ${accountId}::uuid AND file."key" = moved."key"`
}
