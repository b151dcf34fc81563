import { now } from '#lib/clock.ts'
import { db, type Tx } from '#lib/db.ts'
import type { Identity, IsoDate, Overdraft, Owners, TransactionLine } from '#lib/domain/account.ts'
import type { ConsentKind } from '#lib/domain/consent.ts'
import { mayReadIdentity } from '#lib/domain/consent.ts'
import { formatAmount } from '#lib/domain/money.ts'
import { parisDay } from '#lib/domain/quota.ts'
import { cleanText } from '#lib/domain/text.ts'
import {
  type AccountAddress,
  type AccountLinks,
  readBalances,
  readOverdrafts,
  readOwners,
  readTransactions,
  type TransactionFilter,
  type TransactionsPage,
} from '#lib/stet/accounts.ts'
import { storeBalances } from './balances.ts'
import { failureCodeOf, isNotOffered, toRefused } from './bank-refusal.ts'
import { choiceToReadBy } from './listing.ts'
import { readFromBank, type SyncRun } from './sync-run.ts'
import { highestReference, partLines, replaceOpen, storeBooked } from './transaction-store.ts'

/** One account's share of a refresh. */

type AccountRow = {
  readonly id: string
  readonly userId: string
  readonly connectionId: string
  readonly resourceId: string
  readonly kind: string
  readonly mayBalances: boolean
  readonly mayTransactions: boolean
  readonly mayOwners: boolean
  readonly mayOverdrafts: boolean
  readonly lastReference: string | null
}

export type Hints = {
  /** Where the bank says this account is read. */
  readonly links: AccountLinks
  /** The list of accounts carried the balances already. */
  readonly balancesKnown: boolean
}

/**
 * Reads whatever may be read of one account. Parts fail apart: what was read stays, the first failure is kept beside the
 * account, in the order balances, transactions, owners, overdraft. Throws only when the whole run is to stop.
 */
export async function syncAccount(run: SyncRun, account: AccountRow, hints: Hints): Promise<void> {
  const { id, userId } = account
  run.lease.signal.throwIfAborted()
  await setState(account, { syncState: 'running', syncError: null, syncedRows: 0 })
  const addressOf = (kind: ConsentKind): AccountAddress => {
    const href = hints.links[kind]
    return href === undefined ? account.resourceId : { resourceId: account.resourceId, href }
  }
  const parts = await Promise.allSettled([
    account.mayBalances && !hints.balancesKnown ? syncBalances(run, account, addressOf('balances')) : null,
    account.mayTransactions ? syncTransactions(run, account, addressOf('transactions')) : null,
    account.mayOwners ? orNotOffered(syncOwners(run, account, addressOf('owners'))) : null,
    account.mayOverdrafts ? orNotOffered(syncOverdraft(run, account, addressOf('overdrafts'))) : null,
  ])
  const failure = parts.find(part => part.status === 'rejected')
  // The person left, or another run took over: the row stays as it is, for whoever goes on.
  if (run.lease.signal.aborted) throw run.lease.signal.reason
  if (!failure) await setState({ id, userId }, { syncState: 'done', syncError: null, lastSyncedAt: now() })
  else {
    const refused = toRefused(failure.reason, 'sync.account')
    await setState({ id, userId }, { syncState: 'failed', syncError: failureCodeOf(refused) })
  }
}

type State = {
  readonly syncState: 'running' | 'done' | 'failed'
  readonly syncError: string | null
  readonly syncedRows?: number
  readonly lastSyncedAt?: Date
}

async function setState({ id, userId }: Pick<AccountRow, 'id' | 'userId'>, data: State): Promise<void> {
  await db().account.updateMany({ where: { id, userId }, data })
}

/** Owners and overdrafts are extras: a bank that does not offer them (NIMP, 501, v1.4.2) has not failed. */
async function orNotOffered(part: Promise<void>): Promise<void> {
  try {
    await part
  } catch (error) {
    if (!isNotOffered(error)) throw error
  }
}

/**
 * Stores what was read while the consent still allows it: the row is locked against a change of it until this is done.
 * What came back for a box that was unticked meanwhile is dropped.
 */
async function storeWhileAllowed(
  { id, userId }: AccountRow,
  flag: 'mayBalances' | 'mayTransactions',
  store: (tx: Tx) => Promise<unknown>,
): Promise<void> {
  await db().$transaction(async tx => {
    const [row] = await tx.$queryRaw<Record<typeof flag, boolean>[]>`
      SELECT "mayBalances", "mayTransactions" FROM "Account"
      WHERE "id" = ${id}::uuid AND "userId" = ${userId}::uuid FOR UPDATE`
    if (row?.[flag]) await store(tx)
  })
}

async function syncBalances(run: SyncRun, account: AccountRow, address: AccountAddress): Promise<void> {
  const { balances } = await readFromBank(run, { accountId: account.id, kind: 'balances' }, (bank, token, context) =>
    readBalances(bank, token, address, account.kind === 'card' ? 'card' : 'account', context),
  )
  const readings = new Map([[account.id, balances]])
  await storeWhileAllowed(account, 'mayBalances', tx => storeBalances(tx, account.userId, readings))
}

async function syncOwners(run: SyncRun, account: AccountRow, address: AccountAddress): Promise<void> {
  const owners = await readFromBank(run, { accountId: account.id, kind: 'owners' }, (bank, token, context) =>
    readOwners(bank, token, address, context),
  )
  const { id, userId } = account
  const data = { owners: toOwnersColumn(owners) }
  await db().account.updateMany({ where: { id, userId, mayOwners: true }, data })
}

function toOwnersColumn(owners: Owners | null) {
  return {
    persons: (owners?.persons ?? []).map(({ fullName, role }) => ({
      fullName: cleanText(fullName, 140),
      role: role === null ? null : cleanText(role, 70),
    })),
    company: owners?.company
      ? {
          identification: cleanText(owners.company.identification, 70),
          schemeName: cleanText(owners.company.schemeName, 70),
        }
      : null,
  }
}

async function syncOverdraft(run: SyncRun, account: AccountRow, address: AccountAddress): Promise<void> {
  const overdraft = await readFromBank(run, { accountId: account.id, kind: 'overdrafts' }, (bank, token, context) =>
    readOverdrafts(bank, token, address, context),
  )
  const { id, userId } = account
  const data = { overdraft: toOverdraftColumn(overdraft) }
  await db().account.updateMany({ where: { id, userId, mayOverdrafts: true }, data })
}

function toOverdraftColumn(overdraft: Overdraft | null) {
  const allowed = overdraft?.allowed
  return { allowed: allowed ? { amount: formatAmount(allowed), currency: allowed.currency } : null }
}

/**
 * Booked lines are kept page by page as they come: a reading that breaks off has lost nothing and repeats cheaply (R12).
 * The snapshot of what is not booked changes only when every page was read, in one transaction.
 */
async function syncTransactions(run: SyncRun, account: AccountRow, address: AccountAddress): Promise<void> {
  const readOn = parisDay(now())
  const filter = await filterSince(account, readOn)
  await readFromBank(run, { accountId: account.id, kind: 'transactions' }, async (bank, token, context) => {
    const reading = startReading()
    try {
      for await (const page of readTransactions(bank, token, address, filter, context)) {
        await keepPage(account, reading, page, readOn)
      }
    } catch (error) {
      await tellRows(account, reading)
      throw error
    }
    await completeReading(account, reading, readOn)
  })
}

async function keepPage(account: AccountRow, reading: Reading, page: TransactionsPage, readOn: IsoDate): Promise<void> {
  const { settled, open } = partLines(page.lines)
  await storeBooked(db(), { userId: account.userId, accountId: account.id }, settled, readOn)
  reading.open.push(...open)
  reading.references.push(...settled.map(({ entryReference }) => entryReference))
  reading.rows += page.lines.length
  reading.unreadable += page.unreadable.length
  if (page.page !== page.pageCount && performance.now() - reading.toldAt > tellMs) await tellRows(account, reading)
}

type Reading = {
  open: TransactionLine[]
  references: (string | null)[]
  rows: number
  unreadable: number
  toldAt: number
}

function startReading(): Reading {
  return { open: [], references: [], rows: 0, unreadable: 0, toldAt: performance.now() }
}

/** Often enough for an eye: pages may come faster. */
const tellMs = 200

async function tellRows({ id, userId }: AccountRow, reading: Reading): Promise<void> {
  reading.toldAt = performance.now()
  await db().account.updateMany({ where: { id, userId }, data: { syncedRows: reading.rows } })
}

async function completeReading(account: AccountRow, reading: Reading, readOn: IsoDate): Promise<void> {
  const { id, userId } = account
  const lastReference = highestReference([account.lastReference, ...reading.references])
  await storeWhileAllowed(account, 'mayTransactions', async tx => {
    await replaceOpen(tx, { userId, accountId: id }, reading.open, readOn)
    await tx.account.updateMany({
      where: { id, userId },
      data: { lastReference, syncedRows: reading.rows, unreadableRows: reading.unreadable },
    })
  })
}

/** Banks book after a weekend, and sometimes into the days before: this much is read again. */
const overlapDays = 3
/** § AIS Limits: the bank gives 90 days. */
const historyDays = 90

/**
 * After a complete reading, from shortly before the newest booked day and the oldest line that is not booked yet. By date
 * and not by `entryReferenceFrom`: lines that are not booked have no reference, so that filter would hide them, and their
 * snapshot could not be replaced.
 */
async function filterSince({ id, userId, lastReference }: AccountRow, today: IsoDate): Promise<TransactionFilter> {
  if (lastReference === null) return {}
  const [days] = await db().$queryRaw<{ since: Date | null }[]>`
    SELECT LEAST(max("day") FILTER (WHERE "booked"), min("day") FILTER (WHERE NOT "booked"), ${today}::date) AS "since"
    FROM "Transaction" WHERE "accountId" = ${id}::uuid AND "userId" = ${userId}::uuid AND "importId" IS NULL`
  if (!days?.since) return {}
  const dateFrom = addDays(days.since, -overlapDays)
  return dateFrom <= addDays(new Date(today), 1 - historyDays) ? {} : { dateFrom }
}

function addDays(day: Date, days: number): IsoDate {
  return new Date(day.getTime() + days * 86_400_000).toISOString().slice(0, 10)
}

/** Keeps who the bank's customer is, unless that box was unticked meanwhile. */
export async function storeIdentity(
  owner: { readonly userId: string; readonly connectionId: string },
  identity: Identity,
): Promise<void> {
  const { userId, connectionId } = owner
  const fullName = cleanText(identity.fullName, 140)
  const names = {
    firstName: identity.firstName === null ? null : cleanText(identity.firstName, 70),
    lastName: identity.lastName === null ? null : cleanText(identity.lastName, 70),
  }
  await db().$transaction(async tx => {
    await tx.connection.updateMany({ where: { id: connectionId, userId }, data: { psuName: fullName } })
    if (!mayReadIdentity(await choiceToReadBy(tx, owner))) {
      await tx.connection.updateMany({ where: { id: connectionId, userId }, data: { psuName: null } })
      return
    }
    const data = { fullName, ...names, readAt: now() }
    await tx.psuIdentity.upsert({ where: { connectionId }, create: { connectionId, userId, ...data }, update: data })
  })
}
