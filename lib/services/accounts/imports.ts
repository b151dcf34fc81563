import { isoDay } from '@guichet/values/calendar/day.ts'
import { parisDay } from '@guichet/values/calendar/paris.ts'
import { formatAmount } from '@guichet/values/money/minor.ts'
import { cleanText } from '@guichet/values/text/clean.ts'
import { isUuid } from '#lib/base/ids.ts'
import { takeTry } from '#lib/base/rate-limit.ts'
import { now } from '#lib/clock.ts'
import { db, type Tx } from '#lib/db.ts'
import { type BalanceCheck, type ColumnMapping, refuseFile } from '#lib/domain/accounts/import-line.ts'
import { comparePeriods, type Period } from '#lib/domain/accounts/import-period.ts'
import { Refused, requireFound } from '#lib/domain/refusals/refused.ts'
import type { Person } from '#lib/domain/who.ts'
import { shortNumberOf } from '#lib/files/export/line.ts'
import { ColumnMappingInput, type ImportPreview, type ImportView } from '#lib/views/import.ts'
import { categoriseNew, fileTransactionsOf, forgetLostPairs, withAccountLock } from './categorise.ts'
import { runApart, TookTooMuch } from './import-apart.ts'
import { compareWithBank } from './import-balance.ts'
import { claimCount, findStoredDoubles, releaseLines, storeFileLines } from './import-claims.ts'
import type { ReadFile } from './import-thread.ts'
import { readCategoryIds, storeOwnCategories, storeOwnWords } from './import-words.ts'
import { toIsoDate } from './view.ts'

/** The name is shown, never trusted. */
export type SentFile = { readonly name: string; readonly bytes: Uint8Array }

/** Previews included. */
const readLimit = { limit: 120, windowSeconds: 3_600 } as const

/** What is new, stored already, left out, asked or wrong; stores nothing. Refusals: `not_found`, `too_many_tries`. */
export async function previewImport(
  { userId }: Person,
  accountId: string,
  file: SentFile,
  mapping: ColumnMapping | null,
): Promise<ImportPreview> {
  const read = await readForAccount(userId, accountId, file, mapping)
  await categoriseNew(userId)
  const where = { userId, accountId, importId: null }
  const { known, doubles } = await findStoredDoubles(db(), where, read.lines, read.layout)
  const days = read.lines.map(({ day }) => day).sort()
  const doubleCount = doubles.filter(double => double !== null).length
  const [firstDay = null, lastDay = null] = [days[0], days.at(-1)]
  const stored = await readCoverage(userId, accountId)
  const periods = comparePeriods(firstDay && lastDay ? { from: firstDay, to: lastDay } : null, stored)
  const fresh = read.lines.filter((_, at) => doubles[at] === null)
  const adjoins = stored.length > 0 && periods.gap === null
  return {
    format: read.format,
    problems: read.problems.map(problem => ({ ...problem })),
    notes: read.notes.map(({ lines, ...note }) => ({ ...note, lines: [...lines] })),
    questions: [...read.questions],
    hints: [...read.hints],
    table: read.table ? { columns: [...read.table.columns], mapping: { ...read.table.mapping } } : null,
    mapping: { ...read.mapping },
    remembered: read.remembered,
    balance: toBalanceView(read.balance),
    beside: adjoins ? await compareWithBank({ userId, accountId }, read.balance, fresh) : null,
    ...periods,
    fresh: fresh.length,
    doubles: doubleCount,
    firstDay,
    lastDay,
    lines: shownOf(doubles).flatMap(at => {
      const line = read.lines[at]
      if (!line) return []
      const { position, day, label, amountMinor, currency } = line
      const twin = known[doubles[at] ?? -1]
      const amount = formatAmount({ amountMinor: BigInt(amountMinor), currency })
      return [
        {
          position,
          line: read.lineNumbers[at] ?? 0,
          day,
          label,
          amount,
          currency,
          twin: twin ? { day: twin.day, label: twin.label, fileName: twin.fileName } : null,
        },
      ]
    }),
  }
}

const shownLines = 50
const shownDoubles = 200

/** The first of a file, and what is supposed to be stored already. */
function shownOf(doubles: readonly (number | null)[]): number[] {
  const supposed = doubles.flatMap((double, at) => (double === null ? [] : [at])).slice(0, shownDoubles)
  const first = doubles.slice(0, shownLines).map((_, at) => at)
  return [...new Set([...first, ...supposed])].sort((left, right) => left - right)
}

function toBalanceView(balance: BalanceCheck | null): ImportPreview['balance'] {
  if (balance === null) return null
  const { closing, closingDay, difference, line } = balance
  return { closing: formatAmount(closing), closingDay, difference: difference && formatAmount(difference), line }
}

/** Of the bank, and of files. */
async function readCoverage(userId: string, accountId: string): Promise<Period[]> {
  const where = { userId, accountId }
  const [bank, files] = await Promise.all([
    db().transaction.aggregate({
      where: { ...where, booked: true, importId: null },
      _min: { day: true },
      _max: { day: true },
    }),
    db().transactionImport.findMany({ where, select: { firstDay: true, lastDay: true } }),
  ])
  return [{ firstDay: bank._min.day, lastDay: bank._max.day }, ...files].flatMap(({ firstDay, lastDay }) =>
    firstDay && lastDay ? { from: isoDay(firstDay), to: isoDay(lastDay) } : [],
  )
}

/** With the mapping of the last file of this layout, if none is given. */
async function readForAccount(
  userId: string,
  accountId: string,
  { bytes }: SentFile,
  given: ColumnMapping | null,
): Promise<ReadFile & { readonly remembered: boolean }> {
  const { id, iban, currency, name, connection } = await requireAccount(db(), userId, accountId)
  await takeTry(`imports:${userId}`, readLimit)
  const target = { iban, currency, today: parisDay(now()), names: [id, name, shortNumberOf(id)] }
  const read = (mapping: ColumnMapping | null) =>
    runApart(userId, 'read', bytes, target, mapping).catch((error: unknown): ReadFile => {
      if (!(error instanceof TookTooMuch)) throw error
      const none = { format: null, table: null, layout: '', mapping: {}, lineNumbers: [] }
      return { ...none, ...refuseFile('too_slow'), lines: [] }
    })
  const first = await read(given)
  const known = given === null ? await findMapping(userId, id, connection.bankCode, first.layout) : null
  return known ? { ...(await read(known)), remembered: true } : { ...first, remembered: false }
}

/** Which account the file means is only kept for the same. */
async function findMapping(
  userId: string,
  accountId: string,
  bankCode: string,
  layout: string,
): Promise<ColumnMapping | null> {
  if (layout === '') return null
  // Without heads it is little more than a number of columns.
  const isBare = /^(?:xlsx )?csv *$/.test(layout)
  const where = { userId, layout, account: { connection: { bankCode } }, ...(isBare ? { accountId } : {}) }
  const last = await db().transactionImport.findFirst({ where, orderBy: { createdAt: 'desc' } })
  const mapping = ColumnMappingInput.nullable()
    .catch(null)
    .parse(last?.mapping ?? null)
  if (mapping === null || last?.accountId === accountId) return mapping
  const { accountValue: _, ...others } = mapping
  return others
}

/** What was answered about single rows says nothing of the next file's. */
function keptOf({ mapping, hints, format }: ReadFile): ColumnMapping {
  const { belowZero: _, ...others } = mapping
  return hints.includes('worded') || format === 'ofx' ? others : mapping
}

async function requireAccount(tx: Tx, userId: string, accountId: string) {
  const where = { id: accountId, userId, mayTransactions: true }
  const include = { connection: { select: { bankCode: true } } }
  return requireFound(isUuid(accountId) && (await tx.account.findFirst({ where, include })))
}

type ImportChoice = {
  /** Supposed doubles that are new. */
  readonly overruled?: readonly number[]
  /** Built-in ones by their names, for what we exported. */
  readonly categories?: ReadonlyMap<string, string>
}

/**
 * Adds new transactions and claims stored ones, all or nothing. Refusals: `not_found`; `invalid_input` naming `file`
 * for a problem.
 */
export async function importFile(
  { userId }: Person,
  accountId: string,
  file: SentFile,
  mapping: ColumnMapping | null,
  { overruled = [], categories = new Map() }: ImportChoice = {},
): Promise<ImportView> {
  const read = await readForAccount(userId, accountId, file, mapping)
  const { format, layout } = read
  if (read.problems.length > 0 || format === null) throw new Refused('invalid_input', { field: 'file' })
  const { owner, stored, ids, row } = await withAccountLock({ userId, accountId }, async tx => {
    await requireAccount(tx, userId, accountId)
    // So that none is matched twice.
    await fileTransactionsOf(tx, { userId, accountId })
    const days = read.lines.map(({ day }) => new Date(day)).sort((left, right) => left.getTime() - right.getTime())
    const { id } = await tx.transactionImport.create({
      data: {
        userId,
        accountId,
        format,
        layout,
        mapping: keptOf(read),
        firstDay: days[0] ?? null,
        lastDay: days.at(-1) ?? null,
        fileName: cleanText(file.name, 100) || 'import',
        added: 0,
        doubles: 0,
        createdAt: now(),
      },
    })
    const owner = { userId, accountId, importId: id }
    const stored = await storeFileLines(tx, owner, read.lines, layout || null, new Set(overruled))
    const ids = await readCategoryIds(tx, userId, categories)
    await storeOwnWords(tx, owner, stored, ids)
    const added = stored.filter(({ isNew }) => isNew).length
    const data = { added, doubles: stored.length - added }
    return { owner, stored, ids, row: await tx.transactionImport.update({ where: { id }, data }) }
  })
  await categoriseNew(userId)
  await storeOwnCategories(owner, stored, ids)
  return toImportView(row, { alone: row.added, shared: 0 })
}

type ImportRow = Awaited<ReturnType<ReturnType<typeof db>['transactionImport']['findMany']>>[number]
type LineCounts = { readonly alone: number; readonly shared: number }

function toImportView(row: ImportRow, { alone, shared }: LineCounts): ImportView {
  const { id, accountId, format, fileName, added, doubles, createdAt } = row
  const days = { firstDay: toIsoDate(row.firstDay), lastDay: toIsoDate(row.lastDay) }
  return { id, accountId, format, fileName, added, doubles, ...days, createdAt: createdAt.toISOString(), alone, shared }
}

/** Newest first, with their own and shared transactions counted. */
export async function listImports({ userId }: Person): Promise<{ imports: ImportView[] }> {
  const rows = await db().transactionImport.findMany({ where: { userId }, orderBy: { createdAt: 'desc' }, take: 200 })
  const counts = await countImportedLines(userId)
  return { imports: rows.map(row => toImportView(row, counts.get(row.id) ?? { alone: 0, shared: 0 })) }
}

/** By the import that added or claims them. */
async function countImportedLines(userId: string): Promise<ReadonlyMap<string, LineCounts>> {
  const rows = await db().$queryRaw<{ importId: string; alone: number; shared: number }[]>`
    WITH brought AS (
      SELECT stored."accountId", stored."key", stored."importId", ${claimCount} AS "claims" FROM "Transaction" AS stored
      WHERE stored."userId" = ${userId}::uuid AND stored."importId" IS NOT NULL AND stored."importId" IN
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
export async function undoImport({ userId }: Person, importId: string): Promise<void> {
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
