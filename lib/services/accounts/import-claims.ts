import { isoDay } from '@guichet/values/calendar/day.ts'
import { jsonText, Prisma, type Tx } from '#lib/db.ts'
import type { FileLine } from '#lib/domain/accounts/file-line.ts'
import { findDoubles, foldLine, type KnownLine } from '#lib/domain/accounts/import-match.ts'
import { Refused } from '#lib/domain/refusals/refused.ts'
import { omitUndefined } from '#lib/domain/requests/omit-undefined.ts'
import { runApart, TookTooMuch } from './import-apart.ts'

/**
 * Which files contain which transaction. It belongs to the import that added it (`importId`); other files claim it,
 * so that an import can be undone. Equal ones are matched by claims, most first. Under the account's lock
 * (`withAccountLock`).
 */

export type ImportOwner = { readonly userId: string; readonly accountId: string; readonly importId: string }

/** Where lines come from (import-match.ts): the days of an import, or since the bank's first. */
export type LineSource = { readonly source: string | null; readonly from: Date | null; readonly to: Date | null }

/** Of the row called `stored`. */
export const sourceColumns = Prisma.sql`
  CASE WHEN stored."importId" IS NULL THEN 'bank' ELSE nullif(brought."layout", '') END AS "source",
  CASE WHEN stored."importId" IS NULL THEN (SELECT min(own."day") FROM "Transaction" AS own
    WHERE own."accountId" = stored."accountId" AND own."booked" AND own."importId" IS NULL)
    ELSE brought."firstDay" END AS "from",
  brought."lastDay" AS "to"`
export const sourceJoin = Prisma.sql`LEFT JOIN "TransactionImport" AS brought ON brought."id" = stored."importId"`

export function toSource({ source, from, to }: LineSource): Pick<KnownLine, 'source' | 'from' | 'to'> {
  return omitUndefined({ source: source ?? undefined, from: isoDay(from) ?? undefined, to: isoDay(to) ?? undefined })
}

/** With their types in a record. */
const lineColumns = Prisma.sql`"entryReference", "amountMinor", "currency", "day", "bookingDate", "valueDate", "label",
  "remittance", "codeDomain", "codeFamily", "codeSubFamily", "code", "codeIssuer", "endToEndId", "searchText"`
const lineRecord = Prisma.sql`"entryReference" text, "amountMinor" bigint, "currency" text, "day" date,
  "bookingDate" date, "valueDate" date, "label" text, "remittance" text[], "codeDomain" text, "codeFamily" text,
  "codeSubFamily" text, "code" text, "codeIssuer" text, "endToEndId" text, "searchText" text`

type KnownRow = KnownLine & { readonly key: string; readonly imported: boolean; readonly fileName: string | null }
type Weighed = { readonly known: readonly KnownRow[]; readonly doubles: readonly (number | null)[] }

/** For each of a file's: the bank's first, then those claimed most. */
export async function findStoredDoubles(
  tx: Tx,
  { userId, accountId, importId }: Omit<ImportOwner, 'importId'> & { readonly importId: string | null },
  lines: readonly FileLine[],
  source: string | null,
): Promise<Weighed> {
  const days = lines.map(({ day }) => day).sort()
  const [first, last] = [days[0], days.at(-1)]
  if (first === undefined || last === undefined) return { known: [], doubles: [] }
  const rows = await tx.$queryRaw<KnownColumns[]>`
    SELECT "key", "day", "amountMinor", "label", "entryReference", "importId" IS NOT NULL AS "imported",
      brought."fileName", ${sourceColumns}
    FROM "Transaction" AS stored ${sourceJoin}
    WHERE stored."userId" = ${userId}::uuid AND stored."accountId" = ${accountId}::uuid AND "booked"
      AND "day" BETWEEN ${first}::date - 4 AND ${last}::date + 4
      AND ("importId" IS NULL OR "importId" IS DISTINCT FROM ${importId}::uuid)
      AND NOT EXISTS (SELECT 1 FROM "ImportClaim" AS own WHERE own."accountId" = stored."accountId"
        AND own."key" = stored."key" AND own."importId" = ${importId}::uuid)
    ORDER BY "importId" IS NOT NULL, ${claimCount} DESC, "key"`
  const known = rows.map(toKnownRow)
  const of = { source, from: new Date(first), to: new Date(last) }
  const given = lines.map(line => toKnownLine(line, of))
  return { known, doubles: await matchLines(userId, given, known) }
}

/** Compared sooner than a thread begins. */
const fewLines = 2_000

async function matchLines(userId: string, lines: readonly KnownLine[], known: readonly KnownLine[]) {
  if (lines.length + known.length <= fewLines) return findDoubles(lines.map(foldLine), known.map(foldLine))
  return runApart(userId, 'match', lines, known).catch((error: unknown) => {
    throw error instanceof TookTooMuch ? new Refused('invalid_input', { field: 'file' }) : error
  })
}

/** Of the row called `stored`. */
export const claimCount = Prisma.sql`(SELECT count(*) FROM "ImportClaim" AS claim
  WHERE claim."accountId" = stored."accountId" AND claim."key" = stored."key")`

type KnownColumns = LineSource & {
  readonly key: string
  readonly day: Date
  readonly amountMinor: bigint
  readonly label: string
  readonly entryReference: string | null
  readonly imported: boolean
  readonly fileName: string | null
}

function toKnownRow(row: KnownColumns): KnownRow {
  const { key, day, amountMinor, label, entryReference, imported, fileName } = row
  const reference = entryReference ?? (imported ? null : key)
  return { day: isoDay(day), amountMinor, label, reference, key, imported, fileName, ...toSource(row) }
}

function toKnownLine({ day, amountMinor, label, entryReference }: FileLine, source: LineSource): KnownLine {
  return { day, amountMinor: BigInt(amountMinor), label, reference: entryReference, ...toSource(source) }
}

export type StoredLine = { readonly key: string; readonly line: FileLine; readonly isNew: boolean }

/** Claims what is stored and adds the rest; returns where each is. `overruled`: positions that a person says are new. */
export async function storeFileLines(
  tx: Tx,
  owner: ImportOwner,
  lines: readonly FileLine[],
  source: string | null,
  overruled: ReadonlySet<number> = new Set(),
): Promise<StoredLine[]> {
  const { known, doubles } = await findStoredDoubles(tx, owner, lines, source)
  const fresh: StoredLine[] = []
  const claims: (StoredLine & { readonly imported: boolean })[] = []
  for (const [at, line] of lines.entries()) {
    const double = known[doubles[at] ?? -1]
    if (double && !overruled.has(line.position))
      claims.push({ key: double.key, line, isNew: false, imported: double.imported })
    else fresh.push({ key: `import:${owner.importId}:${line.position}`, line, isNew: true })
  }
  for (let from = 0; from < claims.length; from += batchSize) {
    const batch = claims.slice(from, from + batchSize)
    await insertClaims(
      tx,
      owner,
      batch.map(({ key, line, imported }) => ({ key, line: imported ? line : null })),
    )
  }
  for (let from = 0; from < fresh.length; from += batchSize) {
    await insertLines(tx, owner, fresh.slice(from, from + batchSize))
  }
  return [...fresh, ...claims]
}

const batchSize = 2_000

type Claim = { readonly key: string; readonly line: FileLine | null }

async function insertClaims(tx: Tx, owner: ImportOwner, claims: readonly Claim[]): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO "ImportClaim" ("id", "userId", "accountId", "importId", "key", "line")
    SELECT gen_random_uuid(), ${owner.userId}::uuid, ${owner.accountId}::uuid, ${owner.importId}::uuid, claim.*
    FROM jsonb_to_recordset(${jsonText(claims)}::jsonb) AS claim("key" text, "line" jsonb)`
}

async function insertLines(tx: Tx, owner: ImportOwner, lines: readonly StoredLine[]): Promise<void> {
  const { userId, accountId, importId } = owner
  const rows = lines.map(({ key, line }) => ({ ...line, key }))
  await tx.$executeRaw`
    INSERT INTO "Transaction" ("userId", "accountId", "importId", "booked", "status", "key", ${lineColumns})
    SELECT ${userId}::uuid, ${accountId}::uuid, ${importId}::uuid, true, 'BOOK', line.*
    FROM json_to_recordset(${jsonText(rows)}::json) AS line("key" text, ${lineRecord})`
}

export type Replaced = { readonly key: string; readonly bankKey: string }

/** The files' claims move along, and all that a person chose, wrote or attached. */
export async function replaceByBankLines(
  tx: Tx,
  { userId, accountId }: Omit<ImportOwner, 'importId'>,
  replaced: readonly Replaced[],
): Promise<void> {
  if (replaced.length === 0) return
  const pairs = Prisma.sql`json_to_recordset(${jsonText(replaced)}::json) AS pair("key" text, "bankKey" text)`
  await tx.$executeRaw`
    INSERT INTO "ImportClaim" ("id", "userId", "accountId", "importId", "key")
    SELECT gen_random_uuid(), stored."userId", stored."accountId", stored."importId", pair."bankKey"
    FROM ${pairs} JOIN "Transaction" AS stored ON stored."key" = pair."key"
    WHERE stored."userId" = ${userId}::uuid AND stored."accountId" = ${accountId}::uuid`
  await tx.$executeRaw`
    UPDATE "ImportClaim" AS claim SET "key" = pair."bankKey", "line" = NULL FROM ${pairs}
    WHERE claim."userId" = ${userId}::uuid AND claim."accountId" = ${accountId}::uuid AND claim."key" = pair."key"`
  await tx.$executeRaw`
    UPDATE "Transaction" AS stored SET "note" = old."note", "tags" = old."tags", "parts" = old."parts",
      "leftOut" = old."leftOut", "pairAccountId" = old."pairAccountId", "pairKey" = old."pairKey", "pairChoice" = old."pairChoice",
      "category" = CASE WHEN old."categorySource" = 'person' THEN old."category" ELSE stored."category" END,
      "categorySource" = CASE WHEN old."categorySource" = 'person' THEN 'person' ELSE stored."categorySource" END,
      "ruleId" = CASE WHEN old."categorySource" = 'person' THEN NULL ELSE stored."ruleId" END
    FROM ${pairs} JOIN "Transaction" AS old ON old."key" = pair."key"
    WHERE stored."userId" = ${userId}::uuid AND stored."accountId" = ${accountId}::uuid
      AND stored."key" = pair."bankKey" AND old."accountId" = ${accountId}::uuid`
  await tx.$executeRaw`
    UPDATE "Transaction" AS half SET "pairKey" = pair."bankKey" FROM ${pairs}
    WHERE half."userId" = ${userId}::uuid AND half."pairAccountId" = ${accountId}::uuid AND half."pairKey" = pair."key"`
  await tx.$executeRaw`
    UPDATE "Attachment" AS file SET "key" = pair."bankKey" FROM ${pairs}
    WHERE file."userId" = ${userId}::uuid AND file."accountId" = ${accountId}::uuid AND file."key" = pair."key"`
  await tx.transaction.deleteMany({ where: { userId, accountId, key: { in: replaced.map(({ key }) => key) } } })
}

/** One that other files contain passes to the oldest, with its text; categories chosen by hand stay. */
export async function releaseLines(tx: Tx, owner: ImportOwner): Promise<void> {
  const { userId, accountId, importId } = owner
  const handed = await tx.$queryRaw<{ key: string }[]>`
    WITH heir AS (
      SELECT DISTINCT ON (claim."key") claim."id", claim."key", claim."importId", claim."line"
      FROM "ImportClaim" AS claim
      JOIN "Transaction" AS stored ON stored."accountId" = claim."accountId" AND stored."key" = claim."key"
      JOIN "TransactionImport" AS brought ON brought."id" = claim."importId"
      WHERE stored."userId" = ${userId}::uuid AND stored."accountId" = ${accountId}::uuid
        AND stored."importId" = ${importId}::uuid
      ORDER BY claim."key", brought."createdAt", brought."id"
    ), taken AS (DELETE FROM "ImportClaim" AS claim USING heir WHERE claim."id" = heir."id")
    UPDATE "Transaction" AS stored
    SET "importId" = heir."importId", "category" = CASE WHEN "categorySource" = 'person' THEN "category" END,
      (${lineColumns}) = (SELECT line.* FROM jsonb_to_record(heir."line") AS line(${lineRecord}))
    FROM heir
    WHERE stored."userId" = ${userId}::uuid AND stored."accountId" = ${accountId}::uuid AND stored."key" = heir."key"
    RETURNING stored."key"`
  await tx.transaction.deleteMany({ where: { userId, accountId, importId } })
  await placeStrangers(
    tx,
    owner,
    handed.map(({ key }) => key),
  )
}

/** Two files may have matched the removed one's without matching each other's. */
async function placeStrangers(tx: Tx, { userId, accountId }: ImportOwner, handed: readonly string[]): Promise<void> {
  const rows = await tx.$queryRaw<(KnownColumns & Claiming)[]>`
    SELECT stored."key", "day", "amountMinor", "label", "entryReference", true AS "imported", brought."fileName",
      ${sourceColumns}, claim."id", claim."importId", claim."line", nullif(claiming."layout", '') AS "claimSource",
      claiming."firstDay" AS "claimFrom", claiming."lastDay" AS "claimTo"
    FROM "ImportClaim" AS claim
    JOIN "Transaction" AS stored ON stored."accountId" = claim."accountId" AND stored."key" = claim."key"
    ${sourceJoin}
    JOIN "TransactionImport" AS claiming ON claiming."id" = claim."importId"
    WHERE stored."userId" = ${userId}::uuid AND stored."accountId" = ${accountId}::uuid
      AND stored."key" = ANY(${handed}::text[])
    ORDER BY claiming."createdAt", claiming."id"`
  const strangers = rows.filter(row => {
    const line = toKnownLine(row.line, { source: row.claimSource, from: row.claimFrom, to: row.claimTo })
    return findDoubles([foldLine(line)], [foldLine(toKnownRow(row))])[0] === null
  })
  await tx.importClaim.deleteMany({ where: { userId, id: { in: strangers.map(({ id }) => id) } } })
  for (const [importId, lines] of Map.groupBy(strangers, row => row.importId)) {
    await storeFileLines(
      tx,
      { userId, accountId, importId },
      lines.map(({ line }) => line),
      lines[0]?.claimSource ?? null,
    )
  }
}

type Claiming = {
  readonly id: string
  readonly importId: string
  readonly line: FileLine
  readonly claimSource: string | null
  readonly claimFrom: Date | null
  readonly claimTo: Date | null
}
