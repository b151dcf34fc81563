import { type AccountList, listAccounts, readIdentity } from '@guichet/stet/accounts.ts'
import { type ConsentChoice, mayReadIdentity } from '@guichet/stet/terms/consent-choice.ts'
import type { Presence } from '@guichet/stet/terms/presence.ts'
import { nextParisMidnight } from '@guichet/values/calendar/paris.ts'
import { maskIban } from '@guichet/values/money/iban-text.ts'
import { toMoneyView } from '@guichet/values/money/minor.ts'
import { isUuid } from '#lib/base/ids.ts'
import { inParallel } from '#lib/base/in-parallel.ts'
import { now } from '#lib/clock.ts'
import { db, type Prisma } from '#lib/db.ts'
import { mainBalance } from '#lib/domain/accounts/balance.ts'
import { closureCodes } from '#lib/domain/accounts/closure.ts'
import type { RefreshOutcome } from '#lib/domain/bank/schedule.ts'
import { Refused } from '#lib/domain/refusals/refused.ts'
import type { Person } from '#lib/domain/who.ts'
import { anythingAllowed, anythingAllowedSql } from '#lib/services/accounts/allowed.ts'
import { balancesColumn } from '#lib/services/accounts/balances.ts'
import { categoriseRead } from '#lib/services/accounts/categorise.ts'
import { toReading } from '#lib/services/accounts/view.ts'
import { failureCodeOf, isOurFault, reportOurFault, toRefused } from '#lib/services/banks/refusal.ts'
import { digestOfListing, storeListing } from '#lib/services/connections/listing.ts'
import { choiceToReadBy } from '#lib/services/consent/read.ts'
import { type ProgressView, syncStates } from '#lib/views/banking.ts'
import { type AccountRow, refreshAccount, storeIdentity } from './account.ts'
import {
  type ClaimedLease,
  claimDueLeases,
  keepLeaseAlive,
  type RefreshLease,
  requireLease,
  takeRefreshLease,
} from './lease.ts'
import { keepPace } from './pace.ts'
import { type RefreshRun, readFromBank, startRun } from './run.ts'
import { sinceColumn } from './transactions.ts'

/** Accounts first, then a few at a time. State is in the rows: a reload or another process sees the same. */

/** Attended: fills the bulkhead; unattended: shares it. */
const accountsAtOnce = { attended: 10, batch: 3 } as const

/**
 * While the person waits, with their presence, unstored (C19). One running already is returned (R15). `left`: a
 * worker reads the rest. Refusals: `not_found`, `consent_not_given`, `consent_expired`, `consent_revoked`,
 * `connection_gone`, `bank_unavailable`, `bank_refused`; single accounts store theirs.
 */
export async function refreshConnection(
  { userId }: Person,
  connectionId: string,
  presence: Presence,
  left: AbortSignal | null = null,
): Promise<ProgressView> {
  const lease = await takeRefreshLease({ userId, connectionId }, left)
  if (lease) await runSync(lease, presence)
  return progressOf({ userId, connectionId })
}

export function takeDueRefreshes(capacity: number): Promise<ClaimedLease[]> {
  return capacity < 1 ? Promise.resolve([]) : claimDueLeases(capacity)
}

/** What is queued, counted, without PSU headers. A refusal is stored. When `stopping` aborts another process goes on. */
export async function runDueRefresh(claimed: ClaimedLease, stopping: AbortSignal | null = null): Promise<void> {
  try {
    await runSync(keepLeaseAlive(claimed, stopping), null)
  } catch (error) {
    if (!(error instanceof Refused)) throw error
  }
}

/** Refusals: `not_found`. */
export function readProgress({ userId }: Person, connectionId: string): Promise<ProgressView> {
  return progressOf({ userId, connectionId })
}

async function runSync(lease: RefreshLease, presence: Presence | null): Promise<void> {
  const run = startRun(lease, presence)
  try {
    await readEverything(run)
    await fileLines(run)
    const ended: RefreshOutcome = run.ourFaults.size > 0 ? { ended: 'our_fault', inPart: true } : { ended: 'finished' }
    await Promise.all([lease.end(ended), run.calls.written()])
  } catch (error) {
    const refused = lease.signal.aborted ? null : toRefused(error, 'sync.refresh')
    if (refused) await failQueued(run, refused)
    await lease.end(refused === null ? { ended: 'left' } : outcomeOf(run, error, refused))
    if (refused) throw refused
  } finally {
    lease.stop()
    await run.calls.written()
    if (lease.pace !== null) await keepPace(lease.bankCode, lease.pace, run.ear.heard())
  }
}

/** Whoever looks next would wait for it, and longest after the first reading. */
async function fileLines({ lease, unfiled }: RefreshRun): Promise<void> {
  if (unfiled.size > 0) await categoriseRead(lease.userId).catch(error => reportOurFault(error, 'sync.filing'))
}

/** A refused attended call says nothing about it. */
function isShareUsed({ presence }: RefreshRun, { code }: Refused): boolean {
  return presence === null && (code === 'bank_quota_used' || code === 'bank_asked_too_often')
}

function outcomeOf(run: RefreshRun, error: unknown, refused: Refused): RefreshOutcome {
  if (isOurFault(error)) return { ended: 'our_fault', inPart: false }
  const at = now()
  const { retryAfterSeconds } = refused
  const retryAt = retryAfterSeconds === undefined ? null : new Date(at.getTime() + retryAfterSeconds * 1_000)
  if (!isShareUsed(run, refused)) return { ended: 'failed', retryAt }
  return { ended: 'quota', until: retryAt ?? nextParisMidnight(at) }
}

/** A worker has queued them when it claimed. */
async function queueAccounts({ userId, connectionId }: RefreshLease): Promise<void> {
  await db().account.updateMany({
    where: { userId, connectionId, gone: false, OR: anythingAllowed },
    // What the bank said last stays until it answers: a closed account is asked for one thing only.
    data: { syncState: 'queued', syncedRows: 0 },
  })
}

/** Both have ended on return. */
async function listAndQueue(run: RefreshRun): Promise<AccountList> {
  const [listed, queued] = await Promise.allSettled([
    readFromBank(run, null, listAccounts),
    run.presence === null ? null : queueAccounts(run.lease),
  ])
  if (queued.status === 'rejected') throw queued.reason
  if (listed.status === 'rejected') throw listed.reason
  return listed.value
}

async function readEverything(run: RefreshRun): Promise<void> {
  const list = await listAndQueue(run)
  const choice = await keepListing(run.lease, list)
  const accounts = await findWaiting(run.lease, run.presence !== null)
  const inline = new Map(
    list.accounts.flatMap(({ resourceId, balances, unreadableBalances }): [string, number][] =>
      balances === null ? [] : [[resourceId, unreadableBalances]],
    ),
  )
  const named = new Set(list.accounts.filter(({ currency }) => currency !== null).map(({ resourceId }) => resourceId))
  await Promise.all([
    mayReadIdentity(choice) ? readPerson(run) : null,
    inParallel(accounts, accountsAtOnce[run.presence === null ? 'batch' : 'attended'], account =>
      refreshAccount(run, account, {
        links: list.links.get(account.resourceId) ?? {},
        unreadableInline: inline.get(account.resourceId) ?? null,
        namesCurrency: named.has(account.resourceId),
      }),
    ),
  ])
}

/** The choice to read by. Nothing is written of a list like the last one. */
async function keepListing(lease: RefreshLease, list: AccountList): Promise<ConsentChoice | null> {
  const { userId, connectionId, bankCode, listingDigest } = lease
  const choice = await choiceToReadBy(db(), { userId, connectionId })
  if (listingDigest === digestOfListing(list, choice)) return choice
  return db().$transaction(async tx => {
    await requireLease(tx, lease)
    return storeListing(tx, { userId, connectionId }, bankCode, list)
  })
}

/** Queued and never read; attended also those just ticked. */
function findWaiting({ userId, connectionId }: RefreshLease, attended: boolean): Promise<AccountRow[]> {
  return db().$queryRaw<AccountRow[]>`
    SELECT account."id", account."userId", account."connectionId", account."resourceId", account."kind",
      account."mayBalances", account."mayTransactions", account."mayOwners", account."mayOverdrafts",
      account."lastReference", account."pageDigests", account."unreadableRows", account."lastSyncedAt",
      account."completeAt", account."syncError", ${sinceColumn}, ${balancesColumn}
    FROM "Account" AS account
    WHERE account."connectionId" = ${connectionId}::uuid AND account."userId" = ${userId}::uuid AND NOT account."gone"
      AND ${anythingAllowedSql}
      AND (account."syncState" = 'queued'
        OR (account."syncState" = 'idle' AND (${attended} OR account."lastSyncedAt" IS NULL)))
    ORDER BY account."ordinal"`
}

/** If ticked. A failure fails nothing else; ours counts. */
async function readPerson(run: RefreshRun): Promise<void> {
  const { userId, connectionId } = run.lease
  if (!mayReadIdentity(await choiceToReadBy(db(), { userId, connectionId }))) return
  try {
    const identity = await readFromBank(run, null, readIdentity)
    if (identity) await storeIdentity({ userId, connectionId }, identity)
  } catch (error) {
    if (run.lease.signal.aborted) throw error
    if (!isOurFault(error)) return
    run.ourFaults.add('identity')
    reportOurFault(error, 'sync.identity')
  }
}

/** On every account; a closed one stays closed; a used quota is no failure of one read before. */
async function failQueued(run: RefreshRun, refused: Refused): Promise<void> {
  const { userId, connectionId, leaseId } = run.lease
  const own = { connectionId, connection: { syncLeaseId: leaseId } }
  const waiting: Prisma.AccountWhereInput = { userId, ...own, syncState: { in: ['queued', 'running'] } }
  const isClosed = { ...waiting, syncError: { in: [...closureCodes] } }
  await db().account.updateMany({ where: isClosed, data: { syncState: 'failed' } })
  if (isShareUsed(run, refused)) {
    const data = { syncState: 'done' as const, syncError: null }
    await db().account.updateMany({ where: { ...waiting, lastSyncedAt: { not: null } }, data })
  }
  await db().account.updateMany({ where: waiting, data: { syncState: 'failed', syncError: failureCodeOf(refused) } })
}

/** Refusals: `not_found`. */
async function progressOf({ userId, connectionId }: { userId: string; connectionId: string }): Promise<ProgressView> {
  if (!isUuid(connectionId)) throw new Refused('not_found')
  const rows = await readRows(userId, connectionId)
  const [first] = rows
  if (!first) throw new Refused('not_found')
  const accounts = [...Map.groupBy(rows, ({ id }) => id).values()].flatMap(toAccounts)
  return {
    connectionId,
    running: first.running,
    done: accounts.filter(({ state }) => state !== 'queued' && state !== 'running').length,
    total: accounts.length,
    accounts,
  }
}

type ProgressRow = {
  readonly running: boolean
  /** Null: nothing may be read. */
  readonly id: string | null
  readonly name: string
  readonly iban: string | null
  readonly kind: string
  readonly syncState: string
  readonly syncError: string | null
  readonly syncedRows: number
} & (BalanceColumns | { readonly [column in keyof BalanceColumns]: null })
type BalanceColumns = Omit<Parameters<typeof toReading>[0], 'name'> & { readonly balanceName: string }

/** One statement, as pages poll it. */
function readRows(userId: string, connectionId: string): Promise<ProgressRow[]> {
  return db().$queryRaw<ProgressRow[]>`
    SELECT connection."syncLeaseId" IS NOT NULL AND COALESCE(connection."syncLeaseUntil" > now(), false) AS "running",
      account."id", account."name", account."iban", account."kind", account."syncState", account."syncError",
      account."syncedRows", balance."type", balance."name" AS "balanceName", balance."amountMinor", balance."currency",
      balance."referenceDate"
    FROM "Connection" AS connection
    LEFT JOIN "Account" AS account ON account."connectionId" = connection."id" AND account."userId" = connection."userId"
      AND NOT account."gone"
      AND ${anythingAllowedSql}
    LEFT JOIN "Balance" AS balance ON balance."accountId" = account."id" AND balance."userId" = account."userId"
      AND balance."current"
    WHERE connection."id" = ${connectionId}::uuid AND connection."userId" = ${userId}::uuid
    ORDER BY account."ordinal", account."id", balance."id"`
}

function toAccounts(rows: readonly ProgressRow[]): ProgressView['accounts'] {
  const [row] = rows
  if (!row || row.id === null) return []
  const kind = row.kind === 'card' ? 'card' : 'account'
  const balances = rows.flatMap(one => (one.type === null ? [] : [toReading({ ...one, name: one.balanceName })]))
  const main = mainBalance(balances, kind)
  return [
    {
      id: row.id,
      name: row.name,
      maskedIban: row.iban === null ? null : maskIban(row.iban),
      kind,
      state: syncStates.find(state => state === row.syncState) ?? 'idle',
      error: row.syncError,
      rows: row.syncedRows,
      mainBalance: main === null ? null : toMoneyView(main.amount),
    },
  ]
}
