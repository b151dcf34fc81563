import { now } from '#lib/clock.ts'
import { db, Prisma } from '#lib/db.ts'
import type { IsoDate, TransactionLine } from '#lib/domain/account.ts'
import { parisDay } from '#lib/domain/quota.ts'
import { readsWhole } from '#lib/domain/schedule.ts'
import { highestReference, openLineWriter, partLines, replaceOpen } from '#lib/services/accounts/transaction-store.ts'
import {
  type AccountAddress,
  readTransactions,
  type TransactionFilter,
  type TransactionsPage,
} from '#lib/stet/accounts.ts'
import { readFromBank, type SyncRun } from './sync-run.ts'

/** The lines of one account, as one refresh reads them. */

export type LineAccount = {
  readonly id: string
  readonly userId: string
  /** Highest reference of a complete reading; null before the first, and after lines were deleted. */
  readonly lastReference: string | null
  /** Of the pages of the last complete reading, as long as every line of them stands as it was read. */
  readonly pageDigests: readonly string[]
  readonly unreadableRows: number
  readonly lastSyncedAt: Date | null
  /** Booking day of the newest booked line, or of the oldest that is not booked, whichever is earlier. */
  readonly since: Date | null
}

/** Part of every digest: to be raised when the same answer of a bank would be stored otherwise than before. */
const rulesVersion = '2'

type Reading = {
  readonly account: LineAccount
  readonly leaseId: string
  readonly readOn: IsoDate
  readonly known: readonly string[]
  readonly writer: ReturnType<typeof openLineWriter>
  pages: TransactionsPage[]
  changed: boolean
  open: TransactionLine[]
  /** Booked lines of the last page: stored with the snapshot, for nothing is left that could break off before it. */
  last: readonly TransactionLine[]
  references: (string | null)[]
  rows: number
  unreadable: number
  toldAt: number
}

/**
 * Booked lines are kept as they come: a reading that breaks off has lost nothing and repeats cheaply (R12). The snapshot of
 * what is not booked changes only when every page was read, in one transaction. Pages that are byte for byte those of the
 * last complete reading are neither translated nor stored: what they say stands already. Returns how many lines there were
 * and whether any was new. Refusals: of `readFromBank`.
 */
export async function syncTransactions(
  run: SyncRun,
  account: LineAccount,
  address: AccountAddress,
): Promise<{ readonly rows: number; readonly changed: boolean }> {
  const readOn = parisDay(now())
  const filter = filterSince(run, account, readOn)
  return readFromBank(run, { accountId: account.id, kind: 'transactions' }, async (bank, token, context) => {
    const reading = startReading(account, run.lease.leaseId, readOn)
    try {
      for await (const page of readTransactions(bank, token, address, filter, context)) await takePage(reading, page)
      return await completeReading(reading)
    } catch (error) {
      await reading.writer.flush().catch(() => undefined)
      if (reading.changed) await tellRows(reading)
      throw error
    }
  })
}

function startReading(account: LineAccount, leaseId: string, readOn: IsoDate): Reading {
  const counts = { rows: 0, unreadable: 0, toldAt: performance.now() }
  return {
    ...{ account, leaseId, readOn },
    known: account.lastReference === null ? [] : account.pageDigests,
    writer: openLineWriter({ userId: account.userId, accountId: account.id }, readOn),
    pages: [],
    changed: false,
    open: [],
    last: [],
    references: [],
    ...counts,
  }
}

async function takePage(reading: Reading, page: TransactionsPage): Promise<void> {
  reading.pages.push(page)
  if (!reading.changed && digestOf(page) === reading.known[reading.pages.length - 1]) return
  if (!reading.changed) await beginChange(reading)
  await keepPage(reading, page)
  if (page.page !== page.pageCount && performance.now() - reading.toldAt > tellMs) await tellRows(reading)
}

function digestOf({ digest }: TransactionsPage): string {
  return `${rulesVersion}:${digest}`
}

/**
 * From the first page that differs, all is read. What was known is forgotten before a line of it is written: should this
 * reading break off, the next one must not take its own half for the whole.
 */
async function beginChange(reading: Reading): Promise<void> {
  const { id, userId } = reading.account
  reading.changed = true
  if (reading.known.length > 0) await db().account.updateMany({ where: { id, userId }, data: { pageDigests: [] } })
  for (const page of reading.pages.slice(0, -1)) countPage(reading, page)
}

/** Of a page that is as it was, the booked lines stand; the others are needed for the new snapshot. */
function countPage(reading: Reading, page: TransactionsPage): { settled: TransactionLine[] } {
  const { settled, open } = partLines(page.lines)
  reading.open.push(...open)
  reading.references.push(...settled.map(({ entryReference }) => entryReference))
  reading.rows += page.lines.length
  reading.unreadable += page.unreadable.length
  return { settled }
}

async function keepPage(reading: Reading, page: TransactionsPage): Promise<void> {
  const { settled } = countPage(reading, page)
  if (page.page === page.pageCount) reading.last = settled
  else await reading.writer.write(settled)
}

/** Often enough for an eye: pages may come faster. */
const tellMs = 200

async function tellRows(reading: Reading): Promise<void> {
  const { id, userId } = reading.account
  reading.toldAt = performance.now()
  await db().account.updateMany({ where: { id, userId }, data: { syncedRows: reading.rows } })
}

async function completeReading(reading: Reading): Promise<{ rows: number; changed: boolean }> {
  const { account, pages, known } = reading
  if (!reading.changed && pages.length === known.length) {
    const lines = pages.reduce((sum, page) => sum + page.count, 0)
    return { rows: lines - account.unreadableRows, changed: false }
  }
  if (!reading.changed) {
    reading.changed = true
    for (const page of pages) countPage(reading, page)
  }
  await storeSnapshot(reading, [...(await reading.writer.finish(reading.last)), ...reading.open])
  return { rows: reading.rows, changed: true }
}

/**
 * The new snapshot and what is remembered of the reading, together or not at all. Lines that were deleted meanwhile (a box
 * unticked) took the last reference with them: then the next reading begins anew. A run that lost its lease changes nothing: what
 * is not booked may be another's newer word.
 */
async function storeSnapshot({ account, ...reading }: Reading, lines: readonly TransactionLine[]): Promise<void> {
  const { id, userId } = account
  const lastReference = highestReference([account.lastReference, ...reading.references])
  const digests = reading.pages.map(digestOf)
  const remembered = Prisma.sql`
    UPDATE "Account" SET "lastReference" = ${lastReference}, "syncedRows" = ${reading.rows},
      "unreadableRows" = ${reading.unreadable}, "pageDigests" = ${digests}::text[]
    WHERE "id" = ${id}::uuid AND "userId" = ${userId}::uuid AND "mayTransactions"
      AND "lastReference" IS NOT DISTINCT FROM ${account.lastReference}
      AND EXISTS (SELECT 1 FROM "Connection" WHERE "id" = "connectionId" AND "syncLeaseId" = ${reading.leaseId}::uuid)
    RETURNING "id", "userId"`
  await replaceOpen(db(), { userId, accountId: id }, lines, reading.readOn, remembered)
}

/** Banks book after a weekend, and sometimes into the days before: this much is read again. */
const overlapDays = 3
/** § AIS Limits: the bank gives 90 days. */
const historyDays = 90

/**
 * After a complete reading, from shortly before the newest booked day and the oldest line that is not booked yet; now and
 * then all the bank has (docs/decisions/2026-11-21-increments-by-date.md says why by date and not by
 * `entryReferenceFrom`).
 */
function filterSince({ presence }: SyncRun, account: LineAccount, today: IsoDate): TransactionFilter {
  const { id, lastReference, since, lastSyncedAt } = account
  if (lastReference === null || since === null) return {}
  if (presence === null && readsWhole(id, lastSyncedAt, now())) return {}
  const first = new Date(Math.min(since.getTime(), Date.parse(today)))
  const dateFrom = addDays(first, -overlapDays)
  return dateFrom <= addDays(new Date(today), 1 - historyDays) ? {} : { dateFrom }
}

function addDays(day: Date, days: number): IsoDate {
  return new Date(day.getTime() + days * 86_400_000).toISOString().slice(0, 10)
}

/** Column of `LineAccount`, for a query over accounts: two looks into an index, however many lines there are. */
export const sinceColumn = Prisma.sql`LEAST(
  (SELECT "day" FROM "Transaction" WHERE "accountId" = account."id" AND "booked" AND "importId" IS NULL
   ORDER BY "day" DESC LIMIT 1),
  (SELECT "day" FROM "Transaction" WHERE "accountId" = account."id" AND NOT "booked" AND "importId" IS NULL
   ORDER BY "day" LIMIT 1)) AS "since"`
