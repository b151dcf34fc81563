import { randomUUID } from 'node:crypto'
import { parisDay } from '@guichet/values/calendar/paris.ts'
import { appendAudit } from '#lib/base/audit.ts'
import { isUuid } from '#lib/base/ids.ts'
import { tryLockFor } from '#lib/base/locks.ts'
import { now } from '#lib/clock.ts'
import { db, Prisma, type Tx } from '#lib/db.ts'
import { closureCodes } from '#lib/domain/accounts/closure.ts'
import { type Pace, paceOf } from '#lib/domain/bank/refresh-pace.ts'
import {
  failedBeforeAlarm,
  failedReadingsAfter,
  nextRefreshAfter,
  type RefreshOutcome,
} from '#lib/domain/bank/schedule.ts'
import { Refused } from '#lib/domain/refusals/refused.ts'
import type { OwnConnection } from '#lib/domain/who.ts'
import { leaseOf } from '#lib/lease.ts'
import { log } from '#lib/log.ts'
import { anythingAllowedSql } from '#lib/services/accounts/allowed.ts'
import { noteForAlerts } from '#lib/services/alerts/give.ts'
import { tellApps } from '#lib/services/events/tell-apps.ts'
import { refuseUnlessActive, rowOf } from '#lib/services/grants/connection-state.ts'
import type { TokenRow } from '#lib/services/grants/tokens.ts'
import { mailReadingsFail, mailReadingsRest } from '#lib/services/operator/mails.ts'
import type { ClaimedPace } from './pace.ts'

/**
 * One at a time (R15); a second caller watches. Workers look at what is due: theirs stay so while they run, a
 * person's is soon, in case its process dies.
 */

type Leased = TokenRow & {
  /** Of the last list of accounts. */
  readonly listingDigest: string | null
  readonly hasApps: boolean
}

export type RefreshLease = OwnConnection &
  Leased & {
    readonly leaseId: string
    /** Null: attended. */
    readonly pace: ClaimedPace | null
    /** Lost, or the person left. */
    readonly signal: AbortSignal
    /** This run stops without writing. */
    readonly lose: () => void
    readonly end: (outcome: RefreshOutcome) => Promise<void>
    /** Not renewed any more, however the run ended. */
    readonly stop: () => void
  }

const beatMs = 15_000
/** Then it is taken over. */
const leaseMs = 60_000
const syncLease = leaseOf({
  table: 'Connection',
  owner: 'syncLeaseId',
  until: 'syncLeaseUntil',
  seconds: leaseMs / 1_000,
})

const leasedColumns = Prisma.sql`claimed."bankCode", claimed."listingDigest", claimed."accessSealed", claimed."accessExpiresAt",
  EXISTS (SELECT 1 FROM "App" AS app WHERE app."userId" = claimed."userId" AND app."endedAt" IS NULL) AS "hasApps"`

/** Null: held elsewhere. `left`: the person left. */
export async function takeRefreshLease(owner: OwnConnection, left: AbortSignal | null): Promise<RefreshLease | null> {
  if (!isUuid(owner.connectionId)) throw new Refused('not_found')
  const leaseId = randomUUID()
  const at = now()
  const [taken] = await db().$queryRaw<Leased[]>`
    UPDATE "Connection" AS claimed SET ${syncLease.set(leaseId)}, "syncAttended" = true,
      "unfinishedReadings" = "unfinishedReadings" + 1, "nextRefreshAt" = ${new Date(at.getTime() + leaseMs)}
    WHERE ${rowOf(owner)} AND "status" = 'active'
      AND ("expiresAt" IS NULL OR "expiresAt" > ${at})
      AND ("syncLeaseId" IS NULL OR ${syncLease.free('claimed')})
    RETURNING ${leasedColumns}`
  if (taken) return keepLeaseAlive({ ...owner, leaseId, ...taken, pace: null }, left)
  const connection = await db().connection.findFirst({ where: { id: owner.connectionId, userId: owner.userId } })
  if (!connection) throw new Refused('not_found')
  refuseUnlessActive(connection)
  return null
}

export type ClaimedLease = Held & { readonly pace: ClaimedPace }

/**
 * At most as many a bank as its pace allows, longest due first; with an open breaker one, as a probe. Unfinished accounts only, else all.
 * Of two workers one claims at a bank; the other doesn't wait.
 */
export async function claimDueLeases(capacity: number): Promise<ClaimedLease[]> {
  const at = now()
  const isDue = Prisma.sql`"status" = 'active' AND "nextRefreshAt" <= ${at} AND ("expiresAt" IS NULL OR "expiresAt" > ${at})`
  const waiting = await db().$queryRaw<{ code: string }[]>`
    SELECT "code" FROM "Bank" WHERE EXISTS (
      SELECT 1 FROM "Connection" WHERE "bankCode" = "code" AND ${isDue} AND ${syncLease.free()})`
  if (waiting.length === 0) return []
  return db().$transaction(async tx => {
    // Or two workers would both see the last slot.
    const codes = await tryLockFor(
      tx,
      'dueRefreshes',
      waiting.map(({ code }) => code),
    )
    const allowances = codes.length === 0 ? [] : await readAllowances(tx, codes, at)
    const due = await claimAt(tx, allowances, { at, isDue, capacity })
    const resting = due.filter(({ leaseId }) => leaseId === null)
    if (resting.length > 0) await notifyOfRest(tx, resting, at)
    const claimed = due.flatMap(({ leaseId, ...rest }) => (leaseId === null ? [] : [{ ...rest, leaseId }]))
    const ids = claimed.map(({ connectionId }) => connectionId)
    if (ids.length > 0) await queueAccounts(tx, ids)
    const atBank = Map.groupBy(claimed, ({ bankCode }) => bankCode)
    const paces = new Map(allowances.map(({ code, pace }) => [code, pace]))
    return claimed.flatMap(({ running, ...one }) => {
      const pace = paces.get(one.bankCode)
      const isFull = running + (atBank.get(one.bankCode)?.length ?? 0) >= (pace?.atOnce ?? 0)
      return pace === undefined ? [] : [{ ...one, pace: { ...pace, isFull } }]
    })
  })
}

type Allowance = { readonly code: string; readonly most: number; readonly pace: Pace }

/** How many may run at each bank. */
async function readAllowances(tx: Tx, codes: readonly string[], at: Date): Promise<Allowance[]> {
  const rows = await tx.$queryRaw<
    { code: string; most: number | null; learned: number | null; retryAt: Date | null }[]
  >`
    SELECT "code", bank."refreshesAtOnce" AS "most", health."pacedTo" AS "learned",
      CASE WHEN health."breaker" = 'open' THEN health."retryAt" END AS "retryAt"
    FROM "Bank" AS bank LEFT JOIN "BankHealth" AS health ON health."bankCode" = bank."code"
    WHERE "code" = ANY(${[...codes]}::text[])`
  return rows.map(({ code, most, learned, retryAt }) => {
    const pace = paceOf(most, learned)
    return { code, most: retryAt === null ? pace.atOnce : retryAt > at ? 0 : 1, pace }
  })
}

type Due = Omit<Held, 'pace' | 'leaseId'> & { readonly leaseId: string | null; readonly running: number }

/** Those under way are the first of those due, so as many of these as may run are all that is looked at. */
async function claimAt(
  tx: Tx,
  allowances: readonly Allowance[],
  { at, isDue, capacity }: { readonly at: Date; readonly isDue: Prisma.Sql; readonly capacity: number },
): Promise<Due[]> {
  const open = allowances.filter(({ most }) => most > 0)
  if (open.length === 0) return []
  const rests = Prisma.sql`claimed."unfinishedReadings" >= ${maxUnfinished}`
  const restsUntil = new Date(at.getTime() + restMs)
  return tx.$queryRaw<Due[]>`
    WITH first AS MATERIALIZED (
      SELECT bank."code", first.* FROM unnest(${open.map(({ code }) => code)}::text[], ${open.map(({ most }) => most)}::int[]) AS bank("code", "most")
      CROSS JOIN LATERAL (
        SELECT "id", "nextRefreshAt", ${syncLease.free()} AS "isFree" FROM "Connection"
        WHERE "bankCode" = bank."code" AND ${isDue} AND (${syncLease.free()} OR NOT "syncAttended")
        ORDER BY "nextRefreshAt", "id" LIMIT bank."most"
      ) AS first
    ), due AS (
      SELECT "id", "code" FROM first WHERE "isFree" ORDER BY "nextRefreshAt", "id" LIMIT ${capacity}::int
    )
    UPDATE "Connection" AS claimed SET "syncAttended" = false,
      "syncLeaseId" = CASE WHEN ${rests} THEN NULL ELSE gen_random_uuid() END,
      "syncLeaseUntil" = CASE WHEN ${rests} THEN NULL ELSE now() + make_interval(secs => ${leaseMs / 1_000}) END,
      "nextRefreshAt" = CASE WHEN ${rests} THEN ${restsUntil}::timestamptz ELSE claimed."nextRefreshAt" END,
      "restsUntil" = CASE WHEN ${rests} THEN ${restsUntil}::timestamptz END,
      "unfinishedReadings" = CASE WHEN ${rests} THEN ${maxUnfinished - 1} ELSE claimed."unfinishedReadings" + 1 END
    FROM due WHERE claimed."id" = due."id" AND ${syncLease.free('claimed')}
    RETURNING claimed."id" AS "connectionId", claimed."userId", claimed."syncLeaseId" AS "leaseId",
      (SELECT count(*)::int FROM first WHERE first."code" = due."code" AND NOT first."isFree") AS "running", ${leasedColumns}`
}

/** Where none waits already all but closed and blocked ones, which wait for the person; else those again. */
async function queueAccounts(tx: Tx, connectionIds: readonly string[]): Promise<void> {
  await tx.$executeRaw`
    UPDATE "Account" AS account SET "syncState" = 'queued', "syncedRows" = 0,
      "syncError" = CASE WHEN "syncState" IN ('queued', 'running') THEN "syncError" END
    WHERE "connectionId" = ANY(${connectionIds}::uuid[]) AND NOT "gone" AND ${anythingAllowedSql}
      AND CASE WHEN EXISTS (SELECT 1 FROM "Account" AS other
          WHERE other."connectionId" = account."connectionId" AND other."syncState" IN ('queued', 'running'))
        THEN "syncState" = 'running' OR ("syncState" = 'queued' AND "syncedRows" > 0)
        ELSE NOT ("syncState" = 'failed' AND COALESCE("syncError" = ANY(${closureCodes}), false)) END`
}

type Held = Omit<RefreshLease, 'signal' | 'lose' | 'end' | 'stop'>

export function keepLeaseAlive(claimed: Held, left: AbortSignal | null): RefreshLease {
  const lost = new AbortController()
  const began = now()
  const beat = setInterval(() => void renewLease(claimed, lost), beatMs)
  beat.unref()
  return {
    ...claimed,
    signal: left === null ? lost.signal : AbortSignal.any([lost.signal, left]),
    lose: () => lost.abort(),
    stop: () => clearInterval(beat),
    end: async outcome => {
      clearInterval(beat)
      await releaseLease(claimed, outcome, began)
    },
  }
}

/** Before writing what another run may have newer. Throws the `signal`'s reason if lost. */
export async function requireLease(tx: Tx, lease: RefreshLease): Promise<void> {
  const locked = await tx.$queryRaw<unknown[]>`
    SELECT 1 FROM "Connection" WHERE ${rowOf(lease)} AND ${syncLease.ownedBy(lease.leaseId)} FOR UPDATE`
  if (locked.length === 0) lease.lose()
  lease.signal.throwIfAborted()
}

async function renewLease(claimed: Held, lost: AbortController): Promise<void> {
  try {
    if (!(await syncLease.renew(db(), rowOf(claimed), claimed.leaseId))) lost.abort()
  } catch {
    // Three more renewals before it expires.
  }
}

/** With what follows of it. Counts a failure through our fault; the third in a row is reported, once. */
async function releaseLease(claimed: Held, outcome: RefreshOutcome, began: Date): Promise<void> {
  const isFault = failedReadingsAfter(outcome) === 'one_more'
  const isTold = claimed.hasApps && hasRead(outcome)
  if (!isFault && !isTold) return void (await endLease(db(), claimed, outcome))
  await db().$transaction(async tx => {
    const failed = await endLease(tx, claimed, outcome)
    if (failed === null) return
    if (isFault && failed === failedBeforeAlarm) await notifyOfFailures(tx, claimed, now())
    const { userId, connectionId } = claimed
    const accounts = { connectionId, lastSyncedAt: { gte: began } }
    if (isTold) await tellApps(tx, { type: 'accounts.updated', userId, accounts })
  })
}

const hasRead = (outcome: RefreshOutcome) =>
  outcome.ended === 'finished' || (outcome.ended === 'our_fault' && outcome.inPart)

/** Failures in a row; null: another run has it. The person is locked first, as when they are erased. */
async function endLease(tx: Tx, claimed: Held, outcome: RefreshOutcome): Promise<number | null> {
  const { userId, connectionId, leaseId } = claimed
  const at = now()
  const isRead = hasRead(outcome)
  const failed = failedReadingsAfter(outcome)
  const [ended] = await tx.$queryRaw<{ failedReadings: number }[]>`
    WITH alerted AS (${isRead ? noteForAlerts(userId, at) : Prisma.sql`SELECT 1 WHERE false`})
    UPDATE "Connection"
    SET ${syncLease.cleared}, "unfinishedReadings" = 0, "restsUntil" = NULL, "nextRefreshAt" = ${nextRefreshAfter(connectionId, outcome, at)},
        "failedReadings" = CASE ${failed}::text WHEN 'one_more' THEN "failedReadings" + 1 WHEN 'none' THEN 0 ELSE "failedReadings" END,
        "lastSyncedAt" = COALESCE(${isRead ? at : null}::timestamptz, "lastSyncedAt")
    WHERE (SELECT count(*) FROM alerted) >= 0 AND ${rowOf(claimed)} AND ${syncLease.ownedBy(leaseId)}
    RETURNING "failedReadings"`
  return ended?.failedReadings ?? null
}

/**
 * One that kills its process would kill every worker. Started and never ended three times: paused for a day, tried
 * once. Any that ends ends the pause.
 */

const maxUnfinished = 3
const restMs = 24 * 3_600_000

type Resting = { readonly connectionId: string; readonly bankCode: string }

/** Mail once a day per bank. */
async function notifyOfRest(tx: Tx, resting: readonly Resting[], at: Date): Promise<void> {
  for (const { connectionId, bankCode } of resting) {
    log().error({ connectionId, bankCode, unfinished: maxUnfinished }, 'a connection rests: its readings never end')
    const detail = { connectionId, bankCode, unfinished: maxUnfinished }
    await appendAudit({ userId: null, stream: 'system', action: 'reading.rests', detail }, tx)
  }
  for (const [bankCode, ofBank] of Map.groupBy(resting, one => one.bankCode)) {
    await mailReadingsRest(tx, { bankCode, count: ofBank.length, day: parisDay(at) })
  }
}

/** Three in a row through our fault; mail once a day per bank. */
async function notifyOfFailures(
  tx: Tx,
  { connectionId, bankCode }: { readonly connectionId: string; readonly bankCode: string },
  at: Date,
): Promise<void> {
  const detail = { connectionId, bankCode, failed: failedBeforeAlarm }
  log().error({ connectionId, bankCode, failed: failedBeforeAlarm }, 'readings of a connection fail on our side')
  await appendAudit({ userId: null, stream: 'system', action: 'reading.fails', detail }, tx)
  await mailReadingsFail(tx, { bankCode, day: parisDay(at) })
}
