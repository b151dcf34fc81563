import { now } from '#lib/clock.ts'
import { db, type Prisma } from '#lib/db.ts'
import type { RefreshOutcome } from '#lib/domain/bank/schedule.ts'
import { nextParisMidnight } from '#lib/domain/calendar/paris.ts'
import { mayReadIdentity } from '#lib/domain/consent/choice.ts'
import type { Refused } from '#lib/domain/refusals/refused.ts'
import type { Presence } from '#lib/domain/requests/presence.ts'
import { anythingAllowed, anythingAllowedSql } from '#lib/services/accounts/allowed.ts'
import { fileNewLines } from '#lib/services/accounts/filing.ts'
import { failureCodeOf, isOurFault, reportOurFault, toRefused } from '#lib/services/banks/refusal.ts'
import { storeListing } from '#lib/services/connections/listing.ts'
import { choiceToReadBy } from '#lib/services/consent/read.ts'
import { inParallel } from '#lib/services/in-parallel.ts'
import { type AccountList, listAccounts, readIdentity } from '#lib/stet/accounts.ts'
import type { ProgressView } from '#lib/views/banking.ts'
import { progressOf } from './progress.ts'
import { type AccountRow, storeIdentity, syncAccount } from './sync-account.ts'
import { type ClaimedLease, keepLeaseAlive, requireLease, type SyncLease, takeSyncLease } from './sync-lease.ts'
import { readFromBank, type SyncRun, startRun } from './sync-run.ts'
import { sinceColumn } from './sync-transactions.ts'

/**
 * Refreshing a connection: the list of accounts first, then every account that may be read, a few at a time. The state of each
 * is stored in its row, so that a reload, another tab and another process see the same.
 */

/**
 * Accounts of one connection read concurrently. While the person is present, enough to use the bank's bulkhead while an account
 * waits for its first page; unattended, few, because other connections share the smaller bulkhead of unattended calls.
 */
const accountsAtOnce = { attended: 10, batch: 3 } as const

/**
 * Refreshes a connection while the person waits, inside their live request: that request's presence goes to the bank and
 * is not stored (C19). When a refresh is running already, nothing is sent: the answer is how far that one is (R15).
 * `left` aborts when the person is gone; a worker then reads the rest, without PSU headers.
 * Refusals: `not_found`, `consent_not_given`, `consent_expired`, `consent_revoked`, `connection_gone`, and of the list of
 * accounts `bank_unavailable`, `bank_refused`. The failure of a single account is stored with that account.
 */
export async function refreshConnection(
  userId: string,
  connectionId: string,
  presence: Presence,
  left: AbortSignal | null = null,
): Promise<ProgressView> {
  const lease = await takeSyncLease({ userId, connectionId }, left)
  if (lease) await runSync(lease, presence)
  return progressOf({ userId, connectionId })
}

/**
 * Reads a connection without the person, under a lease that a worker claimed: what is queued, with no PSU header, each call
 * counted. Refusals: as `refreshConnection`, and `bank_quota_used` for our own count; they are stored before this throws. What is
 * running when `stopping` aborts is left to another worker.
 */
export async function refreshUnattended(claimed: ClaimedLease, stopping: AbortSignal | null = null): Promise<void> {
  await runSync(keepLeaseAlive(claimed, stopping), null)
}

/** How far the reading of a connection is. Refusals: `not_found`. */
export function readProgress(userId: string, connectionId: string): Promise<ProgressView> {
  return progressOf({ userId, connectionId })
}

async function runSync(lease: SyncLease, presence: Presence | null): Promise<void> {
  const run = startRun(lease, presence)
  try {
    await readEverything(run)
    const ended: RefreshOutcome = run.ourFaults.size > 0 ? { ended: 'our_fault', inPart: true } : { ended: 'finished' }
    await Promise.all([lease.end(ended), run.calls.written()])
    await fileLines(run)
  } catch (error) {
    const refused = lease.signal.aborted ? null : toRefused(error, 'sync.refresh')
    if (refused) await failQueued(run, refused)
    await lease.end(refused === null ? { ended: 'left' } : outcomeOf(run, error, refused))
    if (refused) throw refused
  } finally {
    await run.calls.written()
  }
}

/**
 * New lines are filed under their categories. A person is not kept waiting for it: the first list that shows them files
 * them itself.
 */
async function fileLines({ lease, presence, changed }: SyncRun): Promise<void> {
  if (presence === null && changed.size > 0) await fileNewLines(lease.userId)
}

/**
 * Whether the day's share of readings without the person is used: by our count, or because the bank said so. A bank that
 * refuses a person who is there says nothing about those.
 */
function isShareUsed({ presence }: SyncRun, { code }: Refused): boolean {
  return presence === null && (code === 'bank_quota_used' || code === 'bank_asked_too_often')
}

function outcomeOf(run: SyncRun, error: unknown, refused: Refused): RefreshOutcome {
  if (isOurFault(error)) return { ended: 'our_fault', inPart: false }
  const at = now()
  const { retryAfterSeconds } = refused
  const retryAt = retryAfterSeconds === undefined ? null : new Date(at.getTime() + retryAfterSeconds * 1_000)
  if (!isShareUsed(run, refused)) return { ended: 'failed', retryAt }
  return { ended: 'quota', until: retryAt ?? nextParisMidnight(at) }
}

/** Queues what may be read; an unattended refresh takes only unfinished accounts (`states`), because each of its calls counts. */
async function queueAccounts(
  { userId, connectionId }: SyncLease,
  states: readonly ('queued' | 'running')[] | null,
): Promise<void> {
  await db().account.updateMany({
    where: {
      userId,
      connectionId,
      gone: false,
      OR: anythingAllowed,
      ...(states === null ? {} : { syncState: { in: [...states] } }),
    },
    data: { syncState: 'queued', syncError: null, syncedRows: 0 },
  })
}

/** The bank lists the accounts while those we know are queued; both have ended when this does, however they ended. */
async function listAndQueue(run: SyncRun): Promise<AccountList> {
  const states = run.presence === null ? (['queued', 'running'] as const) : null
  const [listed, queued] = await Promise.allSettled([
    readFromBank(run, null, listAccounts),
    queueAccounts(run.lease, states),
  ])
  if (queued.status === 'rejected') throw queued.reason
  if (listed.status === 'rejected') throw listed.reason
  return listed.value
}

async function readEverything(run: SyncRun): Promise<void> {
  const { userId, connectionId, bankCode } = run.lease
  const list = await listAndQueue(run)
  const choice = await db().$transaction(async tx => {
    await requireLease(tx, run.lease)
    return storeListing(tx, { userId, connectionId }, bankCode, list)
  })
  const accounts = await findWaiting(run.lease, run.presence !== null)
  const inline = new Map(
    list.accounts.flatMap(({ resourceId, balances, unreadableBalances }): [string, number][] =>
      balances === null ? [] : [[resourceId, unreadableBalances]],
    ),
  )
  await Promise.all([
    mayReadIdentity(choice) ? readPerson(run) : null,
    inParallel(accounts, accountsAtOnce[run.presence === null ? 'batch' : 'attended'], account =>
      syncAccount(run, account, {
        links: list.links.get(account.resourceId) ?? {},
        unreadableInline: inline.get(account.resourceId) ?? null,
      }),
    ),
  ])
}

/**
 * Accounts to be read, in the bank's order: what is queued, and what was never read. With the person there, also what lay
 * still when its box was ticked.
 */
function findWaiting({ userId, connectionId }: SyncLease, attended: boolean): Promise<AccountRow[]> {
  return db().$queryRaw<AccountRow[]>`
    SELECT account."id", account."userId", account."connectionId", account."resourceId", account."kind",
      account."mayBalances", account."mayTransactions", account."mayOwners", account."mayOverdrafts",
      account."lastReference", account."pageDigests", account."unreadableRows", account."lastSyncedAt", ${sinceColumn}
    FROM "Account" AS account
    WHERE account."connectionId" = ${connectionId}::uuid AND account."userId" = ${userId}::uuid AND NOT account."gone"
      AND ${anythingAllowedSql}
      AND (account."syncState" = 'queued'
        OR (account."syncState" = 'idle' AND (${attended} OR account."lastSyncedAt" IS NULL)))
    ORDER BY account."ordinal"`
}

/**
 * Who the bank's customer is, if that was ticked. A bank that won't say fails nothing else; the access log shows it. A failure
 * of ours fails nothing else either, but counts.
 */
async function readPerson(run: SyncRun): Promise<void> {
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

/**
 * A refresh that could not start is reported with every account. The day's calls being used is no failure of an account that
 * was read before: it stays as it was, and its quota says the rest.
 */
async function failQueued(run: SyncRun, refused: Refused): Promise<void> {
  const { userId, connectionId, leaseId } = run.lease
  const own = { connectionId, connection: { syncLeaseId: leaseId } }
  const waiting: Prisma.AccountWhereInput = { userId, ...own, syncState: { in: ['queued', 'running'] } }
  if (isShareUsed(run, refused)) {
    const data = { syncState: 'done' as const, syncError: null }
    await db().account.updateMany({ where: { ...waiting, lastSyncedAt: { not: null } }, data })
  }
  await db().account.updateMany({ where: waiting, data: { syncState: 'failed', syncError: failureCodeOf(refused) } })
}
