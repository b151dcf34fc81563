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
import { addDays, type IsoDate, isoDay } from '@guichet/values/calendar/day.ts'
import { parisDay } from '@guichet/values/calendar/paris.ts'
import { now } from '#lib/clock.ts'
import { db, Prisma } from '#lib/db.ts'
import { historyDays } from '#lib/domain/accounts/coverage.ts'
import { isBooked } from '#lib/domain/accounts/open-line.ts'
import { dayOf } from '#lib/domain/accounts/transaction.ts'
import { readsWhole } from '#lib/domain/bank/schedule.ts'
import { followContents } from '#lib/services/accounts/renumbered.ts'
import {
  createTransactionWriter,
  type Gathered,
  highestReference,
  keyByStored,
  replaceOpen,
  splitByReference,
} from '#lib/services/accounts/transaction-store.ts'
import { type RefreshRun, readFromBank } from './run.ts'

export type TransactionAccount = {
  readonly id: string
  readonly userId: string
  /** Null before the first, and after deletions. */
  readonly lastReference: string | null
  /** While all are stored unchanged. */
  readonly pageDigests: readonly string[]
  readonly unreadableRows: number
  readonly lastSyncedAt: Date | null
  /** Of the last complete reading, by the database's clock. */
  readonly completeAt: Date | null
  /** Newest booked or oldest open, whichever is earlier. */
  readonly since: Date | null
}

/** Increase it when the same answer would be stored differently. */
const rulesVersion = '4'

/** Of all booked ones read, once any changed. */
type Reading = {
  readonly gathered: Gathered
  readonly account: TransactionAccount
  readonly leaseId: string
  readonly readOn: IsoDate
  known: readonly string[]
  readonly writer: ReturnType<typeof createTransactionWriter>
  /** `held`: this account's share. */
  readonly budget: ByteBudget
  bufferedBytes: number
  digests: string[]
  /** Parsed if a later one differs. */
  unread: TransactionsPage[]
  lines: number
  changed: boolean
  open: BankTransaction[]
  openBytes: number
  /** Stored with the snapshot. */
  last: readonly BankTransaction[]
  highest: string | null
  rows: number
  unreadable: number
  reportedAt: number
}

/**
 * Booked ones are stored as they come (R12), the snapshot only after every page. Unchanged pages are not parsed; kept ones have a byte
 * budget (`too_many`). Returns how many, and whether any wait to be filed. Refusals: those of `readFromBank`.
 */
export async function refreshTransactions(
  run: RefreshRun,
  account: TransactionAccount,
  address: AccountAddress,
): Promise<{ readonly rows: number; readonly unfiled: boolean }> {
  const readOn = parisDay(now())
  const filter = filterSince(run, account, readOn)
  return readFromBank(run, { accountId: account.id, kind: 'transactions' }, async (bank, token, context) => {
    const reading = startReading(account, run, readOn, filter.dateFrom ?? null)
    try {
      for await (const page of readTransactions(bank, token, { account: address, ...filter }, context))
        await takePage(reading, page)
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

function startReading(
  account: TransactionAccount,
  { lease, budget }: RefreshRun,
  readOn: IsoDate,
  dateFrom: IsoDate | null,
): Reading {
  const gathered: Gathered = { given: new Map(), choices: [], unfiled: false, dateFrom, firstDay: null }
  const counts = { bufferedBytes: 0, openBytes: 0, lines: 0, rows: 0, unreadable: 0, reportedAt: performance.now() }
  return {
    account,
    leaseId: lease.leaseId,
    readOn,
    budget,
    known: account.lastReference === null ? [] : account.pageDigests,
    writer: createTransactionWriter({ userId: account.userId, accountId: account.id }, readOn, gathered),
    gathered,
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
  // No budget to skip it.
  if (isKnown) await countKnown(reading, page)
  else await storePage(reading, page)
  if (page.page !== page.pageCount && performance.now() - reading.reportedAt > progressEveryMs)
    await reportProgress(reading)
}

/** False: no budget, parsed now. */
function bufferUnread(reading: Reading, page: TransactionsPage): boolean {
  // Half is for pages to come.
  if (reading.budget.free() - page.bytes < bytesOfRefresh / 2 || !reading.budget.take(page.bytes)) return false
  reading.bufferedBytes += page.bytes
  reading.unread.push(page)
  return true
}

function digestOf({ digest }: TransactionsPage): string {
  return `${rulesVersion}:${digest}`
}

/** Parsed from here on. */
async function beginChange(reading: Reading): Promise<void> {
  reading.changed = true
  for (const page of reading.unread.splice(0)) {
    await countKnown(reading, page)
    reading.budget.give(page.bytes)
    reading.bufferedBytes -= page.bytes
  }
}

/** Booked ones are stored; others make the snapshot. */
async function countPage(reading: Reading, page: TransactionsPage): Promise<{ settled: BankTransaction[] }> {
  const { transactions: lines, unreadable } = await page.read()
  const { settled, open } = splitByReference(lines)
  const { gathered } = reading
  bufferOpen(reading, open)
  reading.highest = highestReference([reading.highest, ...settled.map(({ entryReference }) => entryReference)])
  for (const day of lines.filter(isBooked).map(line => dayOf(line, reading.readOn)))
    if (gathered.firstDay === null || day < gathered.firstDay) gathered.firstDay = day
  reading.rows += lines.length
  reading.unreadable += unreadable.length
  return { settled }
}

/** Stored by an earlier reading. */
async function countKnown(reading: Reading, page: TransactionsPage): Promise<void> {
  const { settled } = await countPage(reading, page)
  const owner = { userId: reading.account.userId, accountId: reading.account.id }
  await keyByStored(db(), owner, settled, reading.readOn, reading.gathered)
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

function sizeInMemory({ remittance, resourceId, entryReference, endToEndId }: BankTransaction): number {
  const texts = [...remittance, resourceId, entryReference, endToEndId]
  return texts.reduce((sum, text) => sum + 2 * (text?.length ?? 0), 600)
}

async function storePage(reading: Reading, page: TransactionsPage): Promise<void> {
  const { settled } = await countPage(reading, page)
  if (page.page === page.pageCount) {
    reading.last = settled
    return
  }
  await forgetDigests(reading)
  await reading.writer.write(settled)
}

/** Before anything is stored apart from them: an interrupted read must not look complete. */
async function forgetDigests(reading: Reading): Promise<void> {
  const { id, userId } = reading.account
  if (reading.known.length > 0) await db().account.updateMany({ where: { id, userId }, data: { pageDigests: [] } })
  reading.known = []
}

const progressEveryMs = 200

async function reportProgress(reading: Reading): Promise<void> {
  const { id, userId } = reading.account
  reading.reportedAt = performance.now()
  await db().account.updateMany({ where: { id, userId }, data: { syncedRows: reading.rows } })
}

async function completeReading(reading: Reading): Promise<{ rows: number; unfiled: boolean }> {
  const { account, digests, known, lines } = reading
  if (!reading.changed && digests.length === known.length) {
    return { rows: lines - account.unreadableRows, unfiled: false }
  }
  if (!reading.changed) await beginChange(reading)
  await storeSnapshot(reading, [...(await reading.writer.finish(reading.last)), ...reading.open])
  return { rows: reading.rows, unfiled: reading.gathered.unfiled }
}

/** One transaction. After deletions meanwhile the next read starts anew. Without the lease nothing changes. */
async function storeSnapshot(
  { account, gathered, ...reading }: Reading,
  lines: readonly BankTransaction[],
): Promise<void> {
  const { id, userId } = account
  const lastReference = highestReference([account.lastReference, reading.highest])
  const remembered = Prisma.sql`
    UPDATE "Account" SET "lastReference" = ${lastReference}, "syncedRows" = ${reading.rows},
      "unreadableRows" = ${reading.unreadable}, "pageDigests" = ${reading.digests}::text[],
      "completeAt" = CASE WHEN ${reading.unreadable === 0} THEN clock_timestamp() ELSE "completeAt" END
    WHERE "id" = ${id}::uuid AND "userId" = ${userId}::uuid AND "mayTransactions"
      AND "lastReference" IS NOT DISTINCT FROM ${account.lastReference}
      AND EXISTS (SELECT 1 FROM "Connection" WHERE "id" = "connectionId" AND "syncLeaseId" = ${reading.leaseId}::uuid)
    RETURNING "id", "userId"`
  const owner = { userId, accountId: id }
  const absent = await replaceOpen(owner, lines, reading.readOn, remembered, gathered)
  // An unreadable one may be any of those that are missing.
  if (reading.unreadable > 0) return
  await followContents(owner, { ...gathered, absent, completeAt: account.completeAt, leaseId: reading.leaseId })
}

/** Banks book late, sometimes with an earlier date. */
const overlapDays = 3

/**
 * Shortly before the newest booked and the oldest open; now and then all
 * (docs/decisions/2026-11-21-transactions-are-read-by-date.md).
 */
function filterSince({ presence }: RefreshRun, account: TransactionAccount, today: IsoDate): TransactionFilter {
  const { id, lastReference, since, lastSyncedAt } = account
  if (lastReference === null || since === null) return {}
  if (presence === null && readsWhole(id, lastSyncedAt, now())) return {}
  const first = since.getTime() < Date.parse(today) ? isoDay(since) : today
  const dateFrom = addDays(first, -overlapDays)
  return dateFrom <= addDays(today, 1 - historyDays) ? {} : { dateFrom }
}

/** Two index look-ups, whatever the number. */
export const sinceColumn = Prisma.sql`LEAST(
  (SELECT "day" FROM "Transaction" WHERE "accountId" = account."id" AND "booked" AND "importId" IS NULL
   ORDER BY "day" DESC LIMIT 1),
  (SELECT "day" FROM "Transaction" WHERE "accountId" = account."id" AND NOT "booked" AND "importId" IS NULL
   ORDER BY "day" LIMIT 1)) AS "since"`
