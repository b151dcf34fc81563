import { setTimeout as delay } from 'node:timers/promises'
import { type ConsentToSend, putConsent } from '@guichet/stet/consents.ts'
import { BankError, isQuotaUsed } from '@guichet/stet/errors.ts'
import type { ConsentChoice, InterfaceVersion } from '@guichet/stet/terms/consent-choice.ts'
import type { Presence } from '@guichet/stet/terms/presence.ts'
import { appendAudit } from '#lib/base/audit.ts'
import { now } from '#lib/clock.ts'
import { db, type Tx } from '#lib/db.ts'
import type { ConnectionStatus } from '#lib/domain/consent/connection.ts'
import { Refused } from '#lib/domain/refusals/refused.ts'
import type { OwnConnection } from '#lib/domain/who.ts'
import { leaseOf } from '#lib/lease.ts'
import { anythingAllowed } from '#lib/services/accounts/allowed.ts'
import { type RecordedCalls, recordCalls } from '#lib/services/banks/calls.ts'
import { isBankSilent, toRefused } from '#lib/services/banks/refusal.ts'
import { repeatWhenSilent } from '#lib/services/banks/repeat.ts'
import { moveConnection, refuseUnlessAlive, rowOf } from '#lib/services/grants/connection-state.ts'
import { withToken } from '#lib/services/grants/tokens.ts'
import { applyChoice, applyNarrowerChoice } from './effect.ts'
import { choiceInForce, parseChoice } from './read.ts'

/**
 * `PUT /consents`, one at a time per connection, stored first. Without an answer the same version is sent again,
 * never after a newer one (docs/faults.md, L8 to L10): pending, sent, then accepted, refused or superseded.
 */

type Shown = { readonly choice: ConsentChoice; readonly choiceHash: string; readonly version: number }

export type Sending = OwnConnection & {
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
const over = { status: 'superseded' } as const

type Held = {
  readonly status: ConnectionStatus
  readonly expiresAt: Date | null
  readonly bankCode: string
  readonly interfaceVersion: InterfaceVersion
}

/** Or the same again if unanswered. */
export async function startSending(owner: OwnConnection, shown: Shown): Promise<Sending> {
  return db().$transaction(async tx => {
    const { bankCode, interfaceVersion } = await lockFree(tx, owner)
    const last = await tx.consent.findFirst({ where: owner, orderBy: { version: 'desc' } })
    const unanswered = last !== null && (last.status === 'pending' || last.status === 'sent')
    const again = unanswered && last.choiceHash === shown.choiceHash && last.version >= shown.version
    if (!again && (last?.version ?? 0) !== shown.version) throw new Refused('consent_changed_meanwhile')
    const leaseId = await claimLease(tx, owner)
    const leased = { ...owner, leaseId, bankCode, interfaceVersion }
    if (again) return { ...leased, consentId: last.id, version: last.version, choice: shown.choice }
    // Only the last can be unanswered.
    if (unanswered)
      await tx.consent.updateMany({ where: { ...owner, status: { in: ['pending', 'sent'] } }, data: over })
    const { id, version } = await storeNext(tx, owner, shown, interfaceVersion)
    return { ...leased, consentId: id, version, choice: shown.choice }
  })
}

/** The version after the one shown, to be sent by whoever claims it. */
export async function storeNext(
  tx: Tx,
  owner: OwnConnection,
  { choice, choiceHash, version }: Shown,
  interfaceVersion: InterfaceVersion,
): Promise<{ id: string; version: number }> {
  const stored = { accounts: choice.accounts.map(account => ({ ...account })), psuIdentity: choice.psuIdentity }
  const next = await tx.consent.create({
    data: { ...owner, version: version + 1, interfaceVersion, choice: stored, choiceHash, createdAt: now() },
    select: { id: true, version: true },
  })
  await applyNarrowerChoice(tx, owner, choice)
  return next
}

/** Null if none. */
export async function resumeSending(owner: OwnConnection): Promise<Sending | null> {
  return db().$transaction(async tx => {
    const { bankCode, interfaceVersion } = await lockFree(tx, owner)
    const last = await tx.consent.findFirst({ where: owner, orderBy: { version: 'desc' } })
    if (last === null || (last.status !== 'pending' && last.status !== 'sent')) return null
    const leaseId = await claimLease(tx, owner)
    const choice = parseChoice(last.choice)
    return { ...owner, consentId: last.id, version: last.version, choice, leaseId, bankCode, interfaceVersion }
  })
}

async function lockFree(tx: Tx, { userId, connectionId }: OwnConnection): Promise<Held> {
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

async function claimLease(tx: Tx, owner: OwnConnection): Promise<string> {
  const leaseId = await sendingLease.claim(tx, rowOf(owner))
  if (leaseId === null) throw new Refused('busy', { retryAfterSeconds: 5 })
  return leaseId
}

/** Until accepted, refused or silent. With a `signal` once, given up when it aborts. */
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
    if (error instanceof BankError && !isBankSilent(error) && !isQuotaUsed(error))
      await db().$transaction(tx => refuse(tx, sending, error))
    else if (presence === null && !signal) await sendingLease.rest(db(), rowOf(sending), sending.leaseId)
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
  // Awaited after the token, which may fail first.
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

/** v1.6.2 requires one; any of the IBAN's covers all. */
function withCurrencies({ accounts, psuIdentity }: ConsentChoice, currencies: Currencies): ConsentToSend {
  const byIban = new Map(currencies.toReversed().map(({ iban, currency }) => [iban, currency]))
  const currencyOf = (iban: string) => byIban.get(iban) ?? null
  return { accounts: accounts.map(account => ({ ...account, currency: currencyOf(account.iban) })), psuIdentity }
}

/** Immediately before: still lease holder and newest (L9). */
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

const newestPatienceMs = leaseSeconds * 1_000

/** It reached the bank after a newer one was stored (L9), and may have replaced it: the newest is sent again. */
async function resendNewest({ userId, connectionId }: Sending, presence: Presence | null): Promise<void> {
  const owner = { userId, connectionId }
  const givenUpAt = Date.now() + newestPatienceMs
  for (let waitMs = 50; Date.now() < givenUpAt; waitMs = Math.min(waitMs * 2, 2_000)) {
    const last = await db().consent.findFirst({ where: owner, orderBy: { version: 'desc' } })
    if (last === null) return
    const { version, choiceHash } = last
    // A refused newest leaves the older in force.
    const choice = last.status === 'accepted' ? parseChoice(last.choice) : null
    if (choice !== null) return continueSending(await startSending(owner, { choice, choiceHash, version }), presence)
    if (last.status !== 'pending' && last.status !== 'sent') return
    await delay(waitMs)
  }
}

/** Still the newest, now in force. */
async function accept(tx: Tx, sending: Sending): Promise<boolean> {
  const { userId, connectionId, consentId, version, choice, leaseId } = sending
  const owner = { userId, connectionId }
  // Connection before accounts.
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

/** In case the person left: a task reads what is newly allowed, later than the page. */
async function queueFirstLoad(tx: Tx, { userId, connectionId }: OwnConnection): Promise<void> {
  const queued = await tx.account.updateMany({
    where: { userId, connectionId, gone: false, OR: anythingAllowed, syncState: { in: ['idle', 'done', 'failed'] } },
    data: { syncState: 'queued', syncError: null },
  })
  if (queued.count === 0) return
  await tx.$executeRaw`
    UPDATE "Connection" SET "syncLeaseUntil" = now() + interval '30 seconds', "nextRefreshAt" = ${now()}
    WHERE "id" = ${connectionId}::uuid AND "userId" = ${userId}::uuid AND "syncLeaseId" IS NULL`
}

/** The one before stays in force, unless a newer one was stored meanwhile. */
async function refuse(tx: Tx, sending: Sending, error: BankError): Promise<void> {
  const { userId, connectionId, consentId } = sending
  await sendingLease.release(tx, rowOf(sending), sending.leaseId)
  const bankCode = error.code ?? error.rawCode
  const { count } = await tx.consent.updateMany({
    where: { id: consentId, userId, status: { in: ['pending', 'sent'] } },
    data: { status: 'refused', bankStatus: error.status, bankCode, answeredAt: now() },
  })
  const inForce = count === 0 ? null : await choiceInForce(tx, { userId, connectionId })
  if (inForce !== null) await applyChoice(tx, { userId, connectionId }, inForce)
  const detail = { connectionId, bankCode }
  await appendAudit({ userId, stream: `user:${userId}`, action: 'consent.refused', detail }, tx)
}

type Unanswered = { readonly id: string; readonly userId: string }

/** Then its process counts as dead. */
const unansweredSeconds = 30

/** Newest unanswered and not being sent (L8, L10), at banks that may be asked. */
export function findUnansweredConsents(limit = 50): Promise<Unanswered[]> {
  return db().$queryRaw<Unanswered[]>`
    SELECT DISTINCT c."id", c."userId" FROM "Connection" c
    JOIN "Consent" k ON k."connectionId" = c."id" AND k."status" IN ('pending', 'sent')
    WHERE c."status" IN ('choosing', 'active') AND ${sendingLease.free('c')}
      AND COALESCE(k."sentAt", k."createdAt") < ${new Date(now().getTime() - unansweredSeconds * 1_000)}
      AND NOT EXISTS (SELECT FROM "BankHealth" h
        WHERE h."bankCode" = c."bankCode" AND h."breaker" = 'open' AND h."retryAt" > ${now()})
    LIMIT ${limit}`
}

/** As the same version, if one waits. A refusal is stored; other errors are thrown. */
export async function finishConsent(connectionId: string, presence: Presence | null = null): Promise<void> {
  const connection = await db().connection.findFirst({ where: { id: connectionId } })
  if (!connection) return
  try {
    const sending = await resumeSending({ userId: connection.userId, connectionId })
    if (sending) await continueSending(sending, presence)
  } catch (error) {
    if (!(error instanceof Refused)) throw error
  }
}
