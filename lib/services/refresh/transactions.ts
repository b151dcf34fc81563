import {
  type AccountAddress,
  readTransactions,
  type TransactionFilter,
  type TransactionsPage,
} from '@guichet/stet/accounts.ts'
import type { ByteBudget } from '@guichet/stet/byte-budget.ts'
import { bytesOfOpenTransactions, bytesOfRefresh } from '@guichet/stet/limits.ts'
import { tooMany } from '@guichet/stet/send.ts'
import type { BankTransaction } from '@guichet/stet/terms/account-data.ts'
import { addDays, type IsoDate } from '@guichet/values/calendar/day.ts'
import { parisDay } from '@guichet/values/calendar/paris.ts'
import { now } from '#lib/clock.ts'
import { db, Prisma } from '#lib/db.ts'
import { readsWhole } from '#lib/domain/bank/schedule.ts'
import {
  highestReference,
  openLineWriter,
  replaceOpen,
  splitByReference,
} from '#lib/services/accounts/transaction-store.ts'
import { type RefreshRun, readFromBank } from './run.ts'

/** Reading the transactions of one account in a refresh. */

export type LineAccount = {
  readonly id: string
  readonly userId: string
  /** Highest reference of a complete reading; null before the first, and after transactions were deleted. */
  readonly lastReference: string | null
  /** Hashes of the pages of the last complete reading, as long as all their transactions are stored unchanged. */
  readonly pageDigests: readonly string[]
  readonly unreadableRows: number
  readonly lastSyncedAt: Date | null
  /** Booking day of the newest booked transaction, or of the oldest that is not booked, whichever is earlier. */
  readonly since: Date | null
}

/** Part of every digest: to be increased when the same answer would be stored differently than before. */
const rulesVersion = '2'

type Reading = {
  readonly account: LineAccount
  readonly leaseId: string
  readonly readOn: IsoDate
  readonly known: readonly string[]
  readonly writer: ReturnType<typeof openLineWriter>
  /** Shared by the whole refresh; `held` is this reading's share. */
  readonly budget: ByteBudget
  bufferedBytes: number
  digests: string[]
  /** Unchanged pages so far, not parsed yet: they are parsed if a later one differs. */
  unread: TransactionsPage[]
  lines: number
  changed: boolean
  open: BankTransaction[]
  openBytes: number
  /** Booked transactions of the last page, stored together with the snapshot. */
  last: readonly BankTransaction[]
  highest: string | null
  rows: number
  unreadable: number
  reportedAt: number
}

/**
 * Stores booked transactions as they arrive, so that a reading that stops loses nothing and is cheap to repeat (R12). The snapshot of
 * transactions that are not booked changes only when every page was read, in one transaction. Pages identical to those of the last complete
 * reading are neither parsed nor stored again. What must be kept until the end is limited by the refresh's byte budget: a bank with more
 * transactions that are not booked ends the reading (`too_many`), with booked ones stored and the previous snapshot unchanged. Returns how
 * many transactions there were and whether any was new. Refusals: those of `readFromBank`.
 */
export async function refreshTransactions(
  run: RefreshRun,
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

function startReading(account: LineAccount, { lease, budget }: RefreshRun, readOn: IsoDate): Reading {
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
  if (isKnown && bufferUnread(reading, page)) return
  if (!reading.changed) await beginChange(reading)
  // Unchanged, but there was no budget left to skip it.
  if (isKnown) await countPage(reading, page)
  else await storePage(reading, page)
  if (page.page !== page.pageCount && performance.now() - reading.reportedAt > progressEveryMs)
    await reportProgress(reading)
}

/** False if there is no budget left to keep the page unparsed: it is parsed now. */
function bufferUnread(reading: Reading, page: TransactionsPage): boolean {
  // Half of the budget is for pages still to come, here and in other accounts.
  if (reading.budget.free() - page.bytes < bytesOfRefresh / 2 || !reading.budget.take(page.bytes)) return false
  reading.bufferedBytes += page.bytes
  reading.unread.push(page)
  return true
}

function digestOf({ digest }: TransactionsPage): string {
  return `${rulesVersion}:${digest}`
}

/**
 * From the first page that differs, everything is parsed. The stored digests are deleted before any transaction is written, so
 * that the next reading does not take an interrupted one for complete.
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

/** Booked transactions of an unchanged page are stored already; the others are needed for the new snapshot. */
async function countPage(reading: Reading, page: TransactionsPage): Promise<{ settled: BankTransaction[] }> {
  const { transactions: lines, unreadable } = await page.read()
  const { settled, open } = splitByReference(lines)
  bufferOpen(reading, open)
  reading.highest = highestReference([reading.highest, ...settled.map(({ entryReference }) => entryReference)])
  reading.rows += lines.length
  reading.unreadable += unreadable.length
  return { settled }
}

function bufferOpen(reading: Reading, lines: readonly BankTransaction[]): void {
  const bytes = lines.reduce((sum, line) => sum + sizeInMemory(line), 0)
  const openBytes = reading.openBytes + bytes
  if (openBytes > bytesOfOpenTransactions || !reading.budget.take(bytes)) {
    const call = { status: 200, operation: 'transactions.read', requestId: '' }
    throw tooMany({ list: 'bytes of transactions that are not booked', limit: bytesOfOpenTransactions }, call)
  }
  reading.openBytes = openBytes
  reading.bufferedBytes += bytes
  reading.open.push(...lines)
}

/** Approximate memory of a transaction: its members and their texts. */
function sizeInMemory({ remittance, resourceId, entryReference, endToEndId }: BankTransaction): number {
  const texts = [...remittance, resourceId, entryReference, endToEndId]
  return texts.reduce((sum, text) => sum + 2 * (text?.length ?? 0), 600)
}

async function storePage(reading: Reading, page: TransactionsPage): Promise<void> {
  const { settled } = await countPage(reading, page)
  if (page.page === page.pageCount) reading.last = settled
  else await reading.writer.write(settled)
}

/** Often enough to be seen; pages may arrive faster. */
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
 * Stores the new snapshot and the state of the reading in one transaction. If transactions were deleted meanwhile (a box was
 * unticked), the last reference was deleted too, and the next reading starts from the beginning. A run that lost its lease
 * changes nothing, because the snapshot may be another run's newer one.
 */
async function storeSnapshot({ account, ...reading }: Reading, lines: readonly BankTransaction[]): Promise<void> {
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

/** Banks book after a weekend, and sometimes with an earlier date: this many days are read again. */
const overlapDays = 3
/** § AIS Limits: the bank gives 90 days. */
const historyDays = 90

/**
 * Starts shortly before the newest booked day and the oldest transaction that is not booked yet; now and then reads everything the bank has
 * (docs/decisions/2026-11-21-transactions-are-read-by-date.md explains why by date and not by `entryReferenceFrom`).
 */
function filterSince({ presence }: RefreshRun, account: LineAccount, today: IsoDate): TransactionFilter {
  const { id, lastReference, since, lastSyncedAt } = account
  if (lastReference === null || since === null) return {}
  if (presence === null && readsWhole(id, lastSyncedAt, now())) return {}
  const first = since.getTime() < Date.parse(today) ? since.toISOString().slice(0, 10) : today
  const dateFrom = addDays(first, -overlapDays)
  return dateFrom <= addDays(today, 1 - historyDays) ? {} : { dateFrom }
}

/** Column of `LineAccount`, for a query over accounts: two index look-ups, however many transactions there are. */
export const sinceColumn = Prisma.sql`LEAST(
  (SELECT "day" FROM "Transaction" WHERE "accountId" = account."id" AND "booked" AND "importId" IS NULL
   ORDER BY "day" DESC LIMIT 1),
  (SELECT "day" FROM "Transaction" WHERE "accountId" = account."id" AND NOT "booked" AND "importId" IS NULL
   ORDER BY "day" LIMIT 1)) AS "since"`
