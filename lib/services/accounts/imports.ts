import { now } from '#lib/clock.ts'
import { db, Prisma, type Tx } from '#lib/db.ts'
import { type ImportFile, readImport } from '#lib/domain/import-file.ts'
import type { ColumnMapping, ImportedLine } from '#lib/domain/import-line.ts'
import { findDoubles, type KnownLine } from '#lib/domain/import-match.ts'
import type { ImportPreview, ImportView } from '#lib/domain/import-view.ts'
import { formatAmount } from '#lib/domain/money.ts'
import { parisDay } from '#lib/domain/quota.ts'
import { Refused } from '#lib/domain/refused.ts'
import { cleanText, foldText } from '#lib/domain/text.ts'
import { cleanRemittance, searchTextOf } from '#lib/domain/transaction.ts'
import { isUuid } from '#lib/services/ids.ts'
import { toIsoDate } from './account-view.ts'
import { fileNewLines, forgetLostPairs, whileAccountRests } from './filing.ts'

/** A file as it was sent. The name is shown, never trusted. */
export type SentFile = { readonly name: string; readonly bytes: Uint8Array }

/** Lines of a preview that are shown. */
const shownLines = 50

/**
 * What an import would do: which lines are new, which are here already, what is wrong with the file. Nothing is stored.
 * Refusals: `not_found` for an account that is not this person's.
 */
export async function previewImport(
  userId: string,
  accountId: string,
  file: SentFile,
  mapping: ColumnMapping | null,
): Promise<ImportPreview> {
  const { read, doubles } = await readAgainst(db(), userId, accountId, file, mapping)
  const days = read.lines.map(({ day }) => day).sort()
  const doubleCount = doubles.filter(Boolean).length
  return {
    format: read.format,
    problems: read.problems.map(problem => ({ ...problem })),
    table: read.table ? { columns: [...read.table.columns], mapping: { ...read.table.mapping } } : null,
    fresh: read.lines.length - doubleCount,
    doubles: doubleCount,
    firstDay: days[0] ?? null,
    lastDay: days.at(-1) ?? null,
    lines: read.lines.slice(0, shownLines).map(({ line, day, amount, remittance }, at) => ({
      line,
      day,
      label: cleanRemittance(remittance)[0] ?? '',
      amount: formatAmount(amount),
      currency: amount.currency,
      double: doubles[at] ?? false,
    })),
  }
}

type Against = { readonly read: ImportFile; readonly doubles: readonly boolean[] }

async function readAgainst(
  tx: Tx,
  userId: string,
  accountId: string,
  { bytes }: SentFile,
  mapping: ColumnMapping | null,
): Promise<Against> {
  const account = isUuid(accountId)
    ? await tx.account.findFirst({ where: { id: accountId, userId, mayTransactions: true } })
    : null
  if (!account) throw new Refused('not_found')
  const read = readImport(bytes, { iban: account.iban, currency: account.currency, today: parisDay(now()) }, mapping)
  const known = await readKnown(tx, userId, accountId, read.lines)
  return { read, doubles: findDoubles(read.lines.map(toKnown), known) }
}

function toKnown({ day, amount, remittance, reference }: ImportedLine): KnownLine {
  const label = foldText(cleanRemittance(remittance)[0] ?? '')
  return {
    day,
    amountMinor: amount.amountMinor,
    label,
    reference: reference === null ? null : cleanText(reference, 70),
  }
}

/** Lines of the account around the days of the file, booked ones only. */
async function readKnown(
  tx: Tx,
  userId: string,
  accountId: string,
  lines: readonly ImportedLine[],
): Promise<KnownLine[]> {
  const days = lines.map(({ day }) => day).sort()
  const [first, last] = [days[0], days.at(-1)]
  if (first === undefined || last === undefined) return []
  const rows = await tx.$queryRaw<StoredLine[]>`
    SELECT ${storedColumns} FROM "Transaction"
    WHERE "userId" = ${userId}::uuid AND "accountId" = ${accountId}::uuid AND "booked"
      AND "day" BETWEEN ${first}::date - 4 AND ${last}::date + 4`
  return rows.map(fromStored)
}

type StoredLine = { key: string; day: Date; amountMinor: bigint; label: string; entryReference: string | null }
const storedColumns = Prisma.sql`"key", "day", "amountMinor", "label", "entryReference"`

function fromStored({ key, day, amountMinor, label, entryReference }: StoredLine): KnownLine {
  return { day: day.toISOString().slice(0, 10), amountMinor, label: foldText(label), reference: entryReference ?? key }
}

/**
 * Brings the new lines of a file into an account, marked as imported; what is here already is left. All or nothing. Refusals:
 * `not_found`; `invalid_input` naming `file` when the preview shows a problem.
 */
export async function importFile(
  userId: string,
  accountId: string,
  file: SentFile,
  mapping: ColumnMapping | null,
): Promise<ImportView> {
  const done = await db().$transaction(
    async tx => {
      // One import into an account at a time: two of the same file would not see each other's lines.
      await tx.$queryRaw`SELECT "id" FROM "Account" WHERE "id" = ${accountId}::uuid AND "userId" = ${userId}::uuid FOR UPDATE`
      const { read, doubles } = await readAgainst(tx, userId, accountId, file, mapping)
      if (read.problems.length > 0 || read.format === null) throw new Refused('invalid_input', { field: 'file' })
      const fresh = read.lines.filter((_, at) => !doubles[at])
      const days = fresh.map(({ day }) => new Date(day)).sort((left, right) => left.getTime() - right.getTime())
      const row = await tx.transactionImport.create({
        data: {
          ...{ userId, accountId, format: read.format, fileName: cleanText(file.name, 100) || 'import' },
          ...{ added: fresh.length, doubles: read.lines.length - fresh.length },
          ...{ firstDay: days[0] ?? null, lastDay: days.at(-1) ?? null, createdAt: now() },
        },
      })
      for (let from = 0; from < fresh.length; from += 2_000) {
        await insertLines(tx, { userId, accountId, importId: row.id }, fresh.slice(from, from + 2_000), from)
      }
      return row
    },
    { timeout: 60_000 },
  )
  await fileNewLines(userId)
  return toImportView(done)
}

type Owner = { readonly userId: string; readonly accountId: string; readonly importId: string }

async function insertLines(tx: Tx, owner: Owner, lines: readonly ImportedLine[], from: number): Promise<void> {
  const { userId, accountId, importId } = owner
  const rows = JSON.stringify(lines.map((line, at) => toColumns(line, `import:${importId}:${from + at}`))).replaceAll(
    '\\u0000',
    '',
  )
  await tx.$executeRaw`
    INSERT INTO "Transaction" ("userId", "accountId", "importId", "booked", "status", "key", "entryReference", "amountMinor",
      "currency", "day", "bookingDate", "valueDate", "label", "remittance", "codeDomain", "codeFamily", "codeSubFamily",
      "code", "codeIssuer", "endToEndId", "searchText")
    SELECT ${userId}::uuid, ${accountId}::uuid, ${importId}::uuid, true, 'BOOK', line.*
    FROM json_to_recordset(${rows}::json) AS line("key" text, "entryReference" text, "amountMinor" bigint, "currency" text,
      "day" date, "bookingDate" date, "valueDate" date, "label" text, "remittance" text[], "codeDomain" text,
      "codeFamily" text, "codeSubFamily" text, "code" text, "codeIssuer" text, "endToEndId" text, "searchText" text)`
}

function toColumns(line: ImportedLine, key: string) {
  const { amount, day, valueDate, code } = line
  const remittance = cleanRemittance(line.remittance)
  const endToEndId = line.endToEndId === null ? null : cleanText(line.endToEndId, 35)
  const whole = { resourceId: null, entryReference: null, status: 'BOOK', bookingDate: day, transactionDate: null }
  const bounded = (text: string | null) => (text === null ? null : cleanText(text, 35))
  return {
    key,
    entryReference: line.reference === null ? null : cleanText(line.reference, 70),
    amountMinor: amount.amountMinor.toString(),
    currency: amount.currency,
    day,
    bookingDate: day,
    valueDate,
    label: remittance[0] ?? '',
    remittance,
    codeDomain: bounded(code.domain),
    codeFamily: bounded(code.family),
    codeSubFamily: bounded(code.subFamily),
    code: bounded(code.code),
    codeIssuer: bounded(code.issuer),
    endToEndId,
    searchText: searchTextOf({ ...whole, ...line, endToEndId, expectedBookingDate: null }, remittance),
  }
}

type ImportRow = Awaited<ReturnType<ReturnType<typeof db>['transactionImport']['findMany']>>[number]

function toImportView(row: ImportRow): ImportView {
  const { id, accountId, format, fileName, added, doubles, createdAt } = row
  const days = { firstDay: toIsoDate(row.firstDay), lastDay: toIsoDate(row.lastDay) }
  return { id, accountId, format, fileName, added, doubles, ...days, createdAt: createdAt.toISOString() }
}

/** A person's imports, the newest first. */
export async function listImports(userId: string): Promise<{ imports: ImportView[] }> {
  const rows = await db().transactionImport.findMany({ where: { userId }, orderBy: { createdAt: 'desc' }, take: 200 })
  return { imports: rows.map(toImportView) }
}

/**
 * Takes the lines of an import away again; the bank's own stay, and what was paired with one that goes counts again. Done while
 * nothing is read, filed or imported there: filing removes imported lines too, and two that do so in another order would end
 * each other. Refusals: `not_found`, also for whoever comes second.
 */
export async function undoImport(userId: string, importId: string): Promise<void> {
  const where = { id: importId, userId }
  const row = isUuid(importId) ? await db().transactionImport.findFirst({ where, select: { accountId: true } }) : null
  if (!row) throw new Refused('not_found')
  await whileAccountRests({ userId, accountId: row.accountId }, async tx => {
    const { count } = await tx.transactionImport.deleteMany({ where })
    if (count === 0) throw new Refused('not_found')
    await tx.transaction.deleteMany({ where: { userId, accountId: row.accountId, importId } })
    await forgetLostPairs(tx, userId)
  })
}
