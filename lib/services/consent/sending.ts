import { setTimeout as delay } from 'node:timers/promises'
import { type ConsentToSend, putConsent } from '@guichet/stet/consents.ts'
import { BankError } from '@guichet/stet/errors.ts'
import type { ConsentChoice, InterfaceVersion } from '@guichet/stet/terms/consent-choice.ts'
import type { Presence } from '@guichet/stet/terms/presence.ts'
import { appendAudit } from '#lib/base/audit.ts'
import { now } from '#lib/clock.ts'
import { db, Prisma, type Tx } from '#lib/db.ts'
import type { ConnectionStatus } from '#lib/domain/consent/connection.ts'
import { Refused } from '#lib/domain/refusals/refused.ts'
import { leaseOf } from '#lib/lease.ts'
import { anythingAllowed } from '#lib/services/accounts/allowed.ts'
import { type RecordedCalls, recordCalls } from '#lib/services/banks/calls.ts'
import { isBankSilent, toRefused } from '#lib/services/banks/refusal.ts'
import { repeatWhenSilent } from '#lib/services/banks/repeat.ts'
import { moveConnection, refuseUnlessAlive } from '#lib/services/grants/connection-state.ts'
import { withToken } from '#lib/services/grants/tokens.ts'
import { applyChoice, applyNarrowerChoice } from './effect.ts'
import { choiceInForce, parseChoice } from './read.ts'

/**
 * `PUT /consents`, one at a time per connection. A version is stored before it is sent; without an answer the same version is sent again,
 * but never after a newer one was stored (docs/faults.md, What may be repeated; L8 to L10).
 *
 *     pending ──> sent ──> accepted ──> superseded (by a newer accepted one)
 *        │          └────> refused
 *        └───────────────> superseded (a newer one was stored before this was answered)
 */

type Owner = { readonly userId: string; readonly connectionId: string }
type Shown = { readonly choice: ConsentChoice; readonly choiceHash: string; readonly version: number }

/** A version that only this caller may send now. */
export type Sending = Owner & {
  readonly consentId: string
  readonly version: number
  readonly choice: ConsentChoice
  readonly leaseId: string
  readonly bankCode: string
  readonly interfaceVersion: InterfaceVersion
}

const leaseSeconds = 60
const sendingLease = leaseOf({
  table: 'Connection',
  owner: 'consentLeaseId',
  until: 'consentLeaseUntil',
  seconds: leaseSeconds,
})
const rowOf = ({ userId, connectionId }: Owner) =>
  Prisma.sql`"id" = ${connectionId}::uuid AND "userId" = ${userId}::uuid`
const over = { status: 'superseded' } as const

type Held = {
  readonly status: ConnectionStatus
  readonly expiresAt: Date | null
  readonly bankCode: string
  readonly interfaceVersion: InterfaceVersion
}

/** Stores the next version and takes the lease, or resumes the same version if it was never answered. */
export async function startSending(owner: Owner, shown: Shown): Promise<Sending> {
  return db().$transaction(async tx => {
    const { bankCode, interfaceVersion } = await lockFree(tx, owner)
    const last = await tx.consent.findFirst({ where: owner, orderBy: { version: 'desc' } })
    const unanswered = last !== null && (last.status === 'pending' || last.status === 'sent')
    const again = unanswered && last.choiceHash === shown.choiceHash && last.version >= shown.version
    if (!again && (last?.version ?? 0) !== shown.version) throw new Refused('consent_changed_meanwhile')
    const leaseId = await claimLease(tx, owner)
    const leased = { ...owner, leaseId, bankCode, interfaceVersion }
    if (again) return { ...leased, consentId: last.id, version: last.version, choice: shown.choice }
    // Every new version supersedes the one before, so only the last can be unanswered.
    if (unanswered)
      await tx.consent.updateMany({ where: { ...owner, status: { in: ['pending', 'sent'] } }, data: over })
    const version = shown.version + 1
    const { choice, choiceHash } = shown
    const stored = { accounts: choice.accounts.map(account => ({ ...account })), psuIdentity: choice.psuIdentity }
    const { id } = await tx.consent.create({
      data: { ...owner, version, interfaceVersion, choice: stored, choiceHash, createdAt: now() },
      select: { id: true },
    })
    await applyNarrowerChoice(tx, owner, choice)
    return { ...leased, consentId: id, version, choice }
  })
}

/** Resumes a version that a dead process, or a silent bank, left unanswered. Null if there is none. */
export async function resumeSending(owner: Owner): Promise<Sending | null> {
  return db().$transaction(async tx => {
    const { bankCode, interfaceVersion } = await lockFree(tx, owner)
    const last = await tx.consent.findFirst({ where: owner, orderBy: { version: 'desc' } })
    if (last === null || (last.status !== 'pending' && last.status !== 'sent')) return null
    const leaseId = await claimLease(tx, owner)
    const choice = parseChoice(last.choice)
    return { ...owner, consentId: last.id, version: last.version, choice, leaseId, bankCode, interfaceVersion }
  })
}

async function lockFree(tx: Tx, { userId, connectionId }: Owner): Promise<Held> {
  const rows = await tx.$queryRaw<Held[]>`
    SELECT connection."status", connection."expiresAt", connection."bankCode",
      CASE bank."aisVersion" WHEN '1.4.2' THEN '1.4.2' ELSE '1.6.2' END AS "interfaceVersion"
    FROM "Connection" AS connection JOIN "Bank" AS bank ON bank."code" = connection."bankCode"
    WHERE connection."id" = ${connectionId}::uuid AND connection."userId" = ${userId}::uuid
    FOR UPDATE OF connection`
  const [locked] = rows
  if (!locked) throw new Refused('not_found')
  refuseUnlessAlive(locked)
  return locked
}

async function claimLease(tx: Tx, owner: Owner): Promise<string> {
  const leaseId = await sendingLease.claim(tx, rowOf(owner))
  if (leaseId === null) throw new Refused('busy', { retryAfterSeconds: 5 })
  return leaseId
}

/**
 * Sends the version until the bank accepts, refuses or stays silent; in the last case it is left for a later try. With a `signal` it is
 * sent once, and given up when that aborts.
 */
export async function continueSending(
  sending: Sending,
  presence: Presence | null,
  signal?: AbortSignal,
): Promise<void> {
  const { userId, connectionId, bankCode } = sending
  const calls = recordCalls({ userId, connectionId, bankCode, presence, signal })
  try {
    await repeatWhenSilent({ bankCode, attended: presence !== null && !signal }, () =>
      putOnce(sending, presence, calls, signal),
    )
    const [accepted] = await Promise.all([db().$transaction(tx => accept(tx, sending)), calls.written()])
    if (accepted) return
    await resendNewest(sending, presence)
    throw new Refused('consent_changed_meanwhile')
  } catch (error) {
    if (error instanceof BankError && !isBankSilent(error)) await db().$transaction(tx => refuse(tx, sending, error))
    else await sendingLease.release(db(), rowOf(sending), sending.leaseId)
    throw toRefused(error, 'consent.send')
  } finally {
    await calls.written()
  }
}

async function putOnce(
  sending: Sending,
  presence: Presence | null,
  calls: RecordedCalls,
  signal?: AbortSignal,
): Promise<void> {
  const { userId, connectionId } = sending
  const context = calls.contextWith(({ requestId }) => markSent(sending, requestId))
  const currencies = readCurrencies(sending)
  // Awaited only after the token, which may fail first.
  currencies.catch(() => {})
  await withToken({ userId, connectionId, presence, signal }, async (bank, token) =>
    putConsent(bank, token, withCurrencies(sending.choice, await currencies), context),
  )
}

function readCurrencies({ userId, connectionId }: Sending) {
  return db().account.findMany({
    where: { userId, connectionId, kind: 'account' },
    orderBy: { ordinal: 'asc' },
    select: { iban: true, currency: true },
  })
}

type Currencies = Awaited<ReturnType<typeof readCurrencies>>

/** v1.6.2 requires a currency with the IBAN; any of the account's currencies covers all. */
function withCurrencies({ accounts, psuIdentity }: ConsentChoice, currencies: Currencies): ConsentToSend {
  const byIban = new Map(currencies.toReversed().map(({ iban, currency }) => [iban, currency]))
  const currencyOf = (iban: string) => byIban.get(iban) ?? null
  return { accounts: accounts.map(account => ({ ...account, currency: currencyOf(account.iban) })), psuIdentity }
}

/** Called immediately before sending: checks that this is still the lease holder and the newest version (L9), and stores both. */
async function markSent({ userId, connectionId, consentId, leaseId }: Sending, requestId: string): Promise<void> {
  const marked = await db().$executeRaw`
    WITH renewed AS (
      UPDATE "Connection" SET ${sendingLease.set(leaseId)}
      WHERE ${rowOf({ userId, connectionId })} AND ${sendingLease.ownedBy(leaseId)}
      RETURNING "id"
    )
    UPDATE "Consent" SET "status" = 'sent', "sentAt" = ${now()}, "requestId" = ${requestId}
    WHERE "id" = ${consentId}::uuid AND "userId" = ${userId}::uuid AND "status" IN ('pending', 'sent')
      AND EXISTS (SELECT FROM renewed)`
  if (marked === 0) throw new Refused('consent_changed_meanwhile')
}

/** How long to wait for a version that another process is sending. */
const newestPatienceMs = leaseSeconds * 1_000

/**
 * This version reached the bank after a newer one had been stored, because the process was paused between its last check and the call (L9).
 * The bank replaces a consent as a whole, so it may now have the older one: the newest is sent again, as a new version, once it has been
 * answered.
 */
async function resendNewest({ userId, connectionId }: Sending, presence: Presence | null): Promise<void> {
  const owner = { userId, connectionId }
  const givenUpAt = Date.now() + newestPatienceMs
  for (let waitMs = 50; Date.now() < givenUpAt; waitMs = Math.min(waitMs * 2, 2_000)) {
    const last = await db().consent.findFirst({ where: owner, orderBy: { version: 'desc' } })
    if (last === null) return
    const { version, choiceHash } = last
    // If the newest was refused, the bank still has the older one that it accepted, which is in force.
    const choice = last.status === 'accepted' ? parseChoice(last.choice) : null
    if (choice !== null) return continueSending(await startSending(owner, { choice, choiceHash, version }), presence)
    if (last.status === 'refused') return
    await delay(waitMs)
  }
}

/** True if it was still the newest, and is in force now. */
async function accept(tx: Tx, sending: Sending): Promise<boolean> {
  const { userId, connectionId, consentId, version, choice, leaseId } = sending
  const owner = { userId, connectionId }
  // Locks the connection before its accounts, as everywhere.
  const event = 'consent_accepted' as const
  await sendingLease.release(tx, rowOf(owner), leaseId)
  const answered = { status: 'accepted' as const, bankStatus: 201, answeredAt: now() }
  const { count } = await tx.consent.updateMany({ where: { id: consentId, userId, status: 'sent' }, data: answered })
  if (count === 0) return false
  if (version > 1) {
    await tx.consent.updateMany({ where: { ...owner, status: 'accepted', version: { lt: version } }, data: over })
  }
  await moveConnection(tx, { ...owner, event, reason: null })
  await applyChoice(tx, owner, choice)
  await queueFirstLoad(tx, owner)
  const detail = { connectionId, version, accounts: choice.accounts.length }
  await appendAudit({ userId, stream: `user:${userId}`, action: 'consent.accepted', detail }, tx)
  return true
}

/**
 * Schedules a reading of data that was newly allowed. The person's page normally does it; in case they left, a task does it after
 * giving the page time to start.
 */
async function queueFirstLoad(tx: Tx, { userId, connectionId }: Owner): Promise<void> {
  const queued = await tx.account.updateMany({
    where: { userId, connectionId, gone: false, OR: anythingAllowed, syncState: { in: ['idle', 'done', 'failed'] } },
    data: { syncState: 'queued', syncError: null },
  })
  if (queued.count === 0) return
  await tx.$executeRaw`
    UPDATE "Connection" SET "syncLeaseUntil" = now() + interval '30 seconds', "nextRefreshAt" = ${now()}
    WHERE "id" = ${connectionId}::uuid AND "userId" = ${userId}::uuid AND "syncLeaseId" IS NULL`
}

/** The bank refused: the consent before stays in force. */
async function refuse(tx: Tx, sending: Sending, error: BankError): Promise<void> {
  const { userId, connectionId, consentId } = sending
  await sendingLease.release(tx, rowOf(sending), sending.leaseId)
  const bankCode = error.code ?? error.rawCode
  await tx.consent.updateMany({
    where: { id: consentId, userId, status: { in: ['pending', 'sent'] } },
    data: { status: 'refused', bankStatus: error.status, bankCode, answeredAt: now() },
  })
  const inForce = await choiceInForce(tx, { userId, connectionId })
  if (inForce !== null) await applyChoice(tx, { userId, connectionId }, inForce)
  const detail = { connectionId, bankCode }
  await appendAudit({ userId, stream: `user:${userId}`, action: 'consent.refused', detail }, tx)
}

type Unanswered = { readonly id: string; readonly userId: string }

/** After this time without an answer, the process that stored a version counts as dead. */
const unansweredSeconds = 30

/** At most `limit` connections whose newest consent is unanswered and not being sent (L8, L10). */
export function findUnansweredConsents(limit = 50): Promise<Unanswered[]> {
  return db().$queryRaw<Unanswered[]>`
    SELECT DISTINCT c."id", c."userId" FROM "Connection" c
    JOIN "Consent" k ON k."connectionId" = c."id" AND k."status" IN ('pending', 'sent')
    WHERE c."status" IN ('choosing', 'active') AND ${sendingLease.free('c')}
      AND COALESCE(k."sentAt", k."createdAt") < now() - make_interval(secs => ${unansweredSeconds})
    LIMIT ${limit}`
}

/** Sends the newest version again, as the same version. Stores a refusal, which is an answer; throws other errors. */
export async function finishConsent(connectionId: string): Promise<void> {
  const connection = await db().connection.findFirst({ where: { id: connectionId } })
  if (!connection) return
  try {
    const sending = await resumeSending({ userId: connection.userId, connectionId })
    if (sending) await continueSending(sending, null)
  } catch (error) {
    if (!(error instanceof Refused)) throw error
  }
}
