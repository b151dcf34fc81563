import { now } from '#lib/clock.ts'
import { db, Prisma } from '#lib/db.ts'
import type { TransactionLine } from '#lib/domain/accounts/reading.ts'
import { readsWhole } from '#lib/domain/bank/schedule.ts'
import type { IsoDate } from '#lib/domain/calendar/day.ts'
import { parisDay } from '#lib/domain/calendar/paris.ts'
import {
  highestReference,
  openLineWriter,
  replaceOpen,
  splitByReference,
} from '#lib/services/accounts/transaction-store.ts'
import {
  type AccountAddress,
  readTransactions,
  type TransactionFilter,
  type TransactionsPage,
} from '#lib/stet/accounts.ts'
import type { ByteBudget } from '#lib/stet/byte-budget.ts'
import { bytesOfOpenLines, bytesOfReading } from '#lib/stet/limits.ts'
import { tooMany } from '#lib/stet/send.ts'
import { readFromBank, type SyncRun } from './sync-run.ts'

/** The lines of one account, as one refresh reads them. */

export type LineAccount = {
  readonly id: string
  readonly userId: string
  /** Highest reference of a complete reading; null before the first, and after lines were deleted. */
  readonly lastReference: string | null
  /** Hashes of the last complete refresh's pages, as long as every transaction of theirs is stored unchanged. */
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
  /** Shared with all that is read in the same refresh; `held` is this reading's own share of it. */
  readonly budget: ByteBudget
  bufferedBytes: number
  digests: string[]
  /** Pages that are as they were so far, not yet translated: they are read when a later one differs. */
  unread: TransactionsPage[]
  lines: number
  changed: boolean
  open: TransactionLine[]
  openBytes: number
  /** Booked lines of the last page: stored with the snapshot, for nothing is left that could break off before it. */
  last: readonly TransactionLine[]
  highest: string | null
  rows: number
  unreadable: number
  reportedAt: number
}

/**
 * Booked lines are kept as they come: a reading that breaks off has lost nothing and repeats cheaply (R12). The snapshot of
 * what is not booked changes only when every page was read, in one transaction. Pages that are byte for byte those of the
 * last complete reading are neither translated nor stored: what they say stands already. What has to be kept until the end
 * is bounded by the byte budget of the refresh: a bank with more lines that are not booked ends the reading (`too_many`), with what
 * was booked stored and the former snapshot in place. Returns how many lines there were and whether any was new. Refusals:
 * of `readFromBank`.
 */
export async function syncTransactions(
  run: SyncRun,
  account: LineAccount,
  address: AccountAddress,
): Promise<{ readonly rows: number; readonly changed: boolean }> {
  const readOn = parisDay(now())
  const filter = filterSince(run, account, readOn)
  return readFromBank(run, { accountId: account.id, kind: 'transactions' }, async (bank, token, context) => {
    const reading = startReading(account, run, readOn)
    try {
      for await (const page of readTransactions(bank, token, address, filter, context)) await takePage(reading, page)
      return await completeReading(reading)
    } catch (error) {
      await reading.writer.flush().catch(() => undefined)
      if (reading.changed) await reportProgress(reading)
      throw error
    } finally {
      reading.budget.give(reading.bufferedBytes)
    }
  })
}

function startReading(account: LineAccount, { lease, budget }: SyncRun, readOn: IsoDate): Reading {
  const counts = { bufferedBytes: 0, openBytes: 0, lines: 0, rows: 0, unreadable: 0, reportedAt: performance.now() }
  return {
    account,
    leaseId: lease.leaseId,
    readOn,
    budget,
    known: account.lastReference === null ? [] : account.pageDigests,
    writer: openLineWriter({ userId: account.userId, accountId: account.id }, readOn),
    digests: [],
    unread: [],
    changed: false,
    open: [],
    last: [],
    highest: null,
    ...counts,
  }
}

async function takePage(reading: Reading, page: TransactionsPage): Promise<void> {
  reading.digests.push(digestOf(page))
  reading.lines += page.count
  const isKnown = !reading.changed && digestOf(page) === reading.known[reading.digests.length - 1]
  if (isKnown && keepUnread(reading, page)) return
  if (!reading.changed) await beginChange(reading)
  // Unchanged, but no budget was left to skip it.
  if (isKnown) await countPage(reading, page)
  else await keepPage(reading, page)
  if (page.page !== page.pageCount && performance.now() - reading.reportedAt > progressEveryMs)
    await reportProgress(reading)
}

/** False when there is no budget left to wait for a page that differs: then this one is read now. */
function keepUnread(reading: Reading, page: TransactionsPage): boolean {
  // Half of the budget is for the pages that are still to come, here and in the other accounts.
  if (reading.budget.free() - page.bytes < bytesOfReading / 2 || !reading.budget.take(page.bytes)) return false
  reading.bufferedBytes += page.bytes
  reading.unread.push(page)
  return true
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
  await readUnread(reading)
}

async function readUnread(reading: Reading): Promise<void> {
  for (const page of reading.unread.splice(0)) {
    await countPage(reading, page)
    reading.budget.give(page.bytes)
    reading.bufferedBytes -= page.bytes
  }
}

/** Of a page that is as it was, the booked lines stand; the others are needed for the new snapshot. */
async function countPage(reading: Reading, page: TransactionsPage): Promise<{ settled: TransactionLine[] }> {
  const { lines, unreadable } = await page.read()
  const { settled, open } = splitByReference(lines)
  holdOpen(reading, open)
  reading.highest = highestReference([reading.highest, ...settled.map(({ entryReference }) => entryReference)])
  reading.rows += lines.length
  reading.unreadable += unreadable.length
  return { settled }
}

function holdOpen(reading: Reading, lines: readonly TransactionLine[]): void {
  const bytes = lines.reduce((sum, line) => sum + weightOf(line), 0)
  const openBytes = reading.openBytes + bytes
  if (openBytes > bytesOfOpenLines || !reading.budget.take(bytes)) {
    const call = { status: 200, operation: 'transactions.read', requestId: '' }
    throw tooMany({ list: 'bytes of transactions that are not booked', limit: bytesOfOpenLines }, call)
  }
  reading.openBytes = openBytes
  reading.bufferedBytes += bytes
  reading.open.push(...lines)
}

/** What a line takes in memory, roughly: its members, and its texts beside them. */
function weightOf({ remittance, resourceId, entryReference, endToEndId }: TransactionLine): number {
  const texts = [...remittance, resourceId, entryReference, endToEndId]
  return texts.reduce((sum, text) => sum + 2 * (text?.length ?? 0), 600)
}

async function keepPage(reading: Reading, page: TransactionsPage): Promise<void> {
  const { settled } = await countPage(reading, page)
  if (page.page === page.pageCount) reading.last = settled
  else await reading.writer.write(settled)
}

/** Often enough for an eye: pages may come faster. */
const progressEveryMs = 200

async function reportProgress(reading: Reading): Promise<void> {
  const { id, userId } = reading.account
  reading.reportedAt = performance.now()
  await db().account.updateMany({ where: { id, userId }, data: { syncedRows: reading.rows } })
}

async function completeReading(reading: Reading): Promise<{ rows: number; changed: boolean }> {
  const { account, digests, known, lines } = reading
  if (!reading.changed && digests.length === known.length) {
    return { rows: lines - account.unreadableRows, changed: false }
  }
  if (!reading.changed) {
    reading.changed = true
    await readUnread(reading)
  }
  await storeSnapshot(reading, [...(await reading.writer.finish(reading.last)), ...reading.open])
  return { rows: reading.rows, changed: true }
}

/**
 * The new snapshot and what is remembered of the reading, together or not at all. Lines that were deleted meanwhile (a box
 * unticked) took the last reference with them: then the next reading begins again. A run that lost its lease changes nothing: what
 * is not booked may be another's newer word.
 */
async function storeSnapshot({ account, ...reading }: Reading, lines: readonly TransactionLine[]): Promise<void> {
  const { id, userId } = account
  const lastReference = highestReference([account.lastReference, reading.highest])
  const remembered = Prisma.sql`
    UPDATE "Account" SET "lastReference" = ${lastReference}, "syncedRows" = ${reading.rows},
      "unreadableRows" = ${reading.unreadable}, "pageDigests" = ${reading.digests}::text[]
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
