import { randomUUID } from 'node:crypto'
import { parisDay } from '@guichet/values/calendar/paris.ts'
import { formatAmount } from '@guichet/values/money/minor.ts'
import { now } from '#lib/clock.ts'
import { db, Prisma } from '#lib/db.ts'
import { mainBalance } from '#lib/domain/accounts/balance.ts'
import { idsOfAccount, pickOnce } from '#lib/domain/accounts/counting.ts'
import { type ExportFormat, exportFileName, exportFiles } from '#lib/domain/accounts/export-format.ts'
import { namesSavings } from '#lib/domain/accounts/filing.ts'
import { isRefused } from '#lib/domain/accounts/open-line.ts'
import type { TransactionFilter } from '#lib/domain/accounts/transaction-filter.ts'
import { omitUndefined } from '#lib/domain/requests/omit-undefined.ts'
import type { Person } from '#lib/domain/who.ts'
import { camtWriter } from '#lib/files/export/camt.ts'
import { csvWriter } from '#lib/files/export/csv.ts'
import { jsonWriter } from '#lib/files/export/json.ts'
import type { ExportAccount, ExportLine, ExportStyle, ExportWriter } from '#lib/files/export/line.ts'
import { ofxWriter } from '#lib/files/export/ofx.ts'
import { qifWriter } from '#lib/files/export/qif.ts'
import { categoriseNew } from '#lib/services/accounts/categorise.ts'
import { lastReadAt } from '#lib/services/accounts/counted.ts'
import { type Naming, readNaming } from '#lib/services/accounts/own-names.ts'
import { whereFilter } from '#lib/services/accounts/transactions-where.ts'
import { accountOrder, toReading } from '#lib/services/accounts/view.ts'
import { type TransactionRow, toTransactionView, transactionColumns } from './list.ts'

export type ExportFile = {
  readonly fileName: string
  readonly contentType: string
  /** Memory holds one batch. */
  readonly parts: AsyncIterable<string>
}

export type ExportWish = {
  readonly filter: TransactionFilter
  readonly format: ExportFormat
  readonly locale: 'fr' | 'en'
  readonly categoryNames: ReadonlyMap<string, string>
}

const batchSize = 1_000

/** OFX, QIF, CAMT.053: booked only. */
export async function exportTransactions({ userId }: Person, wish: ExportWish): Promise<ExportFile> {
  await categoriseNew(userId)
  const at = now()
  const matches = await whereFilter(userId, wish.filter)
  const style: ExportStyle = {
    locale: wish.locale,
    writtenAt: at.toISOString(),
    ...(await readPeriod(matches, at)),
    id: randomUUID().replaceAll('-', ''),
  }
  const { contentType } = exportFiles[wish.format]
  const parts = writeParts(userId, wish, matches, writerOf(wish.format), style)
  return { fileName: exportFileName(wish.format, parisDay(at)), contentType, parts }
}

function writerOf(format: ExportFormat): ExportWriter {
  switch (format) {
    case 'csv':
    case 'csv-fr':
      return csvWriter(format)
    case 'ofx':
      return ofxWriter()
    case 'qif':
      return qifWriter
    case 'camt053':
      return camtWriter
    case 'json':
      return jsonWriter()
  }
}

/** Today, if none. */
async function readPeriod(matches: Prisma.Sql, at: Date): Promise<{ from: string; to: string }> {
  const [row] = await db().$queryRaw<{ from: string | null; to: string | null }[]>`
    SELECT min("day")::text AS "from", max("day")::text AS "to" FROM "Transaction" WHERE ${matches} AND "booked"`
  return { from: row?.from ?? parisDay(at), to: row?.to ?? parisDay(at) }
}

async function* writeParts(
  userId: string,
  wish: ExportWish,
  matches: Prisma.Sql,
  writer: ExportWriter,
  style: ExportStyle,
) {
  const naming = await readNaming(userId)
  const accounts = await readAccounts(userId, wish.filter.accounts)
  const own = await db().category.findMany({ where: { userId }, select: { id: true, name: true } })
  const names = new Map([...wish.categoryNames, ...own.map(({ id, name }) => [id, name] as const)])
  yield writer.head(accounts, style)
  for (const account of accounts) {
    yield writer.accountHead(account, style)
    for await (const rows of readBatches(matches, account.rowIds, writer.bookedOnly)) {
      const lines = rows.filter(row => !isRefused(row))
      yield lines.map(row => writer.line(toExportLine(row, names, naming), account, style)).join('')
    }
    yield writer.accountTail(account, style)
  }
  yield writer.tail(style)
}

function toExportLine(row: TransactionRow, names: ReadonlyMap<string, string>, naming: Naming): ExportLine {
  const view = toTransactionView(row, naming)
  const nameOf = (category: string) => names.get(category) ?? category
  const split = (view.parts ?? []).map(({ category, amount }) => ({ name: nameOf(category), amount }))
  return { ...view, categoryName: nameOf(view.category), split }
}

/** Not booked first, then newest first. */
async function* readBatches(
  matches: Prisma.Sql,
  accountIds: readonly string[],
  bookedOnly: boolean,
): AsyncGenerator<TransactionRow[]> {
  for (const booked of bookedOnly ? [true] : [false, true]) {
    let after: TransactionRow | undefined
    do {
      const beyond = after ? Prisma.sql`AND ("day", "key") < (${after.day}::date, ${after.key})` : Prisma.empty
      const rows: TransactionRow[] = await db().$queryRaw<TransactionRow[]>`
        SELECT ${transactionColumns} FROM "Transaction"
        WHERE ${matches} AND "accountId" = ANY(${accountIds}::uuid[]) AND "booked" = ${booked} ${beyond}
        ORDER BY "day" DESC, "key" DESC LIMIT ${batchSize}`
      if (rows.length > 0) yield rows
      after = rows.length === batchSize ? rows.at(-1) : undefined
    } while (after)
  }
}

/** Once each, with its rows. */
async function readAccounts(
  userId: string,
  ids: readonly string[],
): Promise<(ExportAccount & { readonly rowIds: readonly string[] })[]> {
  const rows = await db().account.findMany({
    where: { userId, mayTransactions: true, ...omitUndefined({ id: ids.length > 0 ? { in: [...ids] } : undefined }) },
    orderBy: accountOrder,
    include: { connection: { include: { bank: true } }, balances: { where: { current: true } } },
  })
  const once = pickOnce(rows.map(row => ({ ...row, readAt: lastReadAt(row) })))
  const accounts = once.filter(({ kind }) => kind !== 'card')
  return [...accounts, ...once.filter(({ kind }) => kind === 'card')].map(row => {
    const readings = row.balances.map(toReading)
    const booked = readings.find(({ type }) => type === 'CLBD')
    const balance = booked ?? mainBalance(readings, row.kind)
    return {
      id: row.id,
      rowIds: idsOfAccount(rows, row.id),
      name: row.name,
      bank: row.connection.bank.name,
      bic: row.bic ?? row.connection.bank.bic,
      iban: row.iban,
      currency: row.currency,
      kind:
        row.kind === 'account' && namesSavings(`${row.product} ${row.listedName ?? row.name}`) ? 'savings' : row.kind,
      balance: balance
        ? {
            type: balance.type,
            amount: formatAmount(balance.amount),
            // Another's date may be the day of a draw to come.
            day: booked?.referenceDate ?? parisDay(row.balances[0]?.readAt ?? now()),
          }
        : null,
    }
  })
}
