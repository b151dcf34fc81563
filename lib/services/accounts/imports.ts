import { parisDay } from '@guichet/values/calendar/paris.ts'
import { formatAmount } from '@guichet/values/money/minor.ts'
import { cleanText } from '@guichet/values/text/clean.ts'
import { isUuid } from '#lib/base/ids.ts'
import { takeTry } from '#lib/base/rate-limit.ts'
import { now } from '#lib/clock.ts'
import { db, type Tx } from '#lib/db.ts'
import { type ColumnMapping, refuseFile } from '#lib/domain/accounts/import-line.ts'
import { Refused } from '#lib/domain/refusals/refused.ts'
import type { ImportPreview, ImportView } from '#lib/views/import.ts'
import { categoriseNew, fileLinesOf, forgetLostPairs, withAccountLock } from './categorise.ts'
import { runApart, TookTooMuch } from './import-apart.ts'
import { claimCount, findStoredDoubles, releaseLines, storeFileLines } from './import-claims.ts'
import type { ReadFile } from './import-thread.ts'
import { toIsoDate } from './view.ts'

/** The name is shown, never trusted. */
export type SentFile = { readonly name: string; readonly bytes: Uint8Array }

/** Previews included. */
const readLimit = { limit: 120, windowSeconds: 3_600 } as const

/** What is new, stored already, or wrong; stores nothing. Refusals: `not_found`, `too_many_tries`. */
export async function previewImport(
  userId: string,
  accountId: string,
  file: SentFile,
  mapping: ColumnMapping | null,
): Promise<ImportPreview> {
  const read = await readForAccount(userId, accountId, file, mapping)
  await categoriseNew(userId)
  const { doubles } = await findStoredDoubles(db(), { userId, accountId, importId: null }, read.lines)
  const days = read.lines.map(({ day }) => day).sort()
  const doubleCount = doubles.filter(double => double !== null).length
  return {
    format: read.format,
    problems: read.problems.map(problem => ({ ...problem })),
    table: read.table ? { columns: [...read.table.columns], mapping: { ...read.table.mapping } } : null,
    fresh: read.lines.length - doubleCount,
    doubles: doubleCount,
    firstDay: days[0] ?? null,
    lastDay: days.at(-1) ?? null,
    lines: read.lines.slice(0, read.shown.length).map(({ day, label, amountMinor, currency }, at) => ({
      line: read.shown[at] ?? 0,
      day,
      label,
      amount: formatAmount({ amountMinor: BigInt(amountMinor), currency }),
      currency,
      double: typeof doubles[at] === 'number',
    })),
  }
}

async function readForAccount(
  userId: string,
  accountId: string,
  { bytes }: SentFile,
  mapping: ColumnMapping | null,
): Promise<ReadFile> {
  const { iban, currency } = await requireAccount(db(), userId, accountId)
  await takeTry(`imports:${userId}`, readLimit)
  const target = { iban, currency, today: parisDay(now()) }
  return runApart(userId, 'read', bytes, target, mapping).catch((error: unknown) => {
    if (!(error instanceof TookTooMuch)) throw error
    return { format: null, table: null, shown: [], ...refuseFile('too_slow'), lines: [] }
  })
}

async function requireAccount(tx: Tx, userId: string, accountId: string) {
  const where = { id: accountId, userId, mayTransactions: true }
  const account = isUuid(accountId) ? await tx.account.findFirst({ where }) : null
  if (!account) throw new Refused('not_found')
  return account
}

/**
 * Adds new transactions and claims stored ones, all or nothing. Refusals: `not_found`; `invalid_input` naming `file`
 * for a problem.
 */
export async function importFile(
  userId: string,
  accountId: string,
  file: SentFile,
  mapping: ColumnMapping | null,
): Promise<ImportView> {
  const read = await readForAccount(userId, accountId, file, mapping)
  const { format } = read
  if (read.problems.length > 0 || format === null) throw new Refused('invalid_input', { field: 'file' })
  const done = await withAccountLock({ userId, accountId }, async tx => {
    await requireAccount(tx, userId, accountId)
    // So that none is matched twice.
    await fileLinesOf(tx, { userId, accountId })
    const { id } = await tx.transactionImport.create({
      data: {
        userId,
        accountId,
        format,
        fileName: cleanText(file.name, 100) || 'import',
        added: 0,
        doubles: 0,
        createdAt: now(),
      },
    })
    const fresh = await storeFileLines(tx, { userId, accountId, importId: id }, read.lines)
    const days = fresh.map(({ day }) => new Date(day)).sort((left, right) => left.getTime() - right.getTime())
    const counts = { added: fresh.length, doubles: read.lines.length - fresh.length }
    const data = { ...counts, firstDay: days[0] ?? null, lastDay: days.at(-1) ?? null }
    return tx.transactionImport.update({ where: { id }, data })
  })
  await categoriseNew(userId)
  return toImportView(done, { alone: done.added, shared: 0 })
}

type ImportRow = Awaited<ReturnType<ReturnType<typeof db>['transactionImport']['findMany']>>[number]
type LineCounts = { readonly alone: number; readonly shared: number }

function toImportView(row: ImportRow, { alone, shared }: LineCounts): ImportView {
  const { id, accountId, format, fileName, added, doubles, createdAt } = row
  const days = { firstDay: toIsoDate(row.firstDay), lastDay: toIsoDate(row.lastDay) }
  return { id, accountId, format, fileName, added, doubles, ...days, createdAt: createdAt.toISOString(), alone, shared }
}

/** Newest first, with their own and shared transactions counted. */
export async function listImports(userId: string): Promise<{ imports: ImportView[] }> {
  const rows = await db().transactionImport.findMany({ where: { userId }, orderBy: { createdAt: 'desc' }, take: 200 })
  const counts = await countImportedLines(userId)
  return { imports: rows.map(row => toImportView(row, counts.get(row.id) ?? { alone: 0, shared: 0 })) }
}

/** By the import that added or claims them. */
async function countImportedLines(userId: string): Promise<ReadonlyMap<string, LineCounts>> {
  const rows = await db().$queryRaw<{ importId: string; alone: number; shared: number }[]>`
    WITH brought AS (
      SELECT stored."accountId", stored."key", stored."importId", ${claimCount} AS "claims" FROM "Transaction" AS stored
      WHERE stored."userId" = ${userId}::uuid AND stored."importId" IN
        (SELECT "id" FROM "TransactionImport" WHERE "userId" = ${userId}::uuid)
    ), held AS (
      SELECT "importId", "claims" > 0 AS "shared" FROM brought
      UNION ALL
      SELECT claim."importId", true FROM brought JOIN "ImportClaim" AS claim USING ("accountId", "key")
      WHERE brought."claims" > 0
    )
    SELECT "importId", count(*) FILTER (WHERE NOT "shared")::int AS "alone",
      count(*) FILTER (WHERE "shared")::int AS "shared"
    FROM held GROUP BY "importId"`
  return new Map(rows.map(({ importId, ...counts }) => [importId, counts]))
}

/**
 * Removes what no other file and not the bank contains; pairs of it count again. Refusals: `not_found`, also for the
 * second caller.
 */
export async function undoImport(userId: string, importId: string): Promise<void> {
  const where = { id: importId, userId }
  const row = isUuid(importId) ? await db().transactionImport.findFirst({ where, select: { accountId: true } }) : null
  if (!row) throw new Refused('not_found')
  const { accountId } = row
  await withAccountLock({ userId, accountId }, async tx => {
    if ((await tx.transactionImport.count({ where })) === 0) throw new Refused('not_found')
    await releaseLines(tx, { userId, accountId, importId })
    await tx.transactionImport.deleteMany({ where })
    await forgetLostPairs(tx, userId)
  })
  await categoriseNew(userId)
}
