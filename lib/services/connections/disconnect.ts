import { type ConsentChoice, isEmptyChoice } from '@guichet/stet/terms/consent-choice.ts'
import type { Presence } from '@guichet/stet/terms/presence.ts'
import { appendAudit } from '#lib/base/audit.ts'
import { inTime } from '#lib/base/in-time.ts'
import { lockFor } from '#lib/base/locks.ts'
import { now } from '#lib/clock.ts'
import { db, type Tx } from '#lib/db.ts'
import { Refused } from '#lib/domain/refusals/refused.ts'
import type { OwnConnection, Person } from '#lib/domain/who.ts'
import { log } from '#lib/log.ts'
import { forgetLostPairs } from '#lib/services/accounts/categorise.ts'
import { findHeirs, handOver } from '#lib/services/accounts/twins.ts'
import { hashOfChoice } from '#lib/services/consent/choice.ts'
import { noHolder } from '#lib/services/consent/effect.ts'
import { choiceInForce } from '#lib/services/consent/read.ts'
import { continueSending, startSending } from '#lib/services/consent/sending.ts'
import { rowOf } from '#lib/services/grants/connection-state.ts'
import { queueRevocation, revokeNow } from '#lib/services/grants/revocations.ts'
import { openRefreshToken } from '#lib/services/grants/tokens.ts'
import type { DisconnectPreview } from '#lib/views/consent.ts'
import { findOwnConnection } from './read.ts'

const noChoice: ConsentChoice = { accounts: [], psuIdentity: false }

/** In numbers. Refusals: `not_found`, `connection_gone`. */
export async function previewDisconnect({ userId }: Person, connectionId: string): Promise<DisconnectPreview> {
  const connection = await findOwnConnection(db(), userId, connectionId)
  if (connection.status === 'disconnected') throw new Refused('connection_gone')
  const account = { userId, connectionId }
  const rows = await db().account.findMany({ where: account, select: { id: true } })
  const heirs = await findHeirs(
    db(),
    userId,
    rows.map(({ id }) => id),
  )
  const [transactions, keptTransactions, balances, keptConsents, keptCalls, choice] = await Promise.all([
    db().transaction.count({ where: { userId, account, accountId: { notIn: [...heirs.keys()] } } }),
    db().transaction.count({ where: { userId, accountId: { in: [...heirs.keys()] } } }),
    db().balance.count({ where: { userId, account } }),
    db().consent.count({ where: account }),
    db().bankCall.count({ where: account }),
    choiceInForce(db(), account),
  ])
  const sendsEmptyConsent = choice !== null && !isEmptyChoice(choice)
  return {
    bankName: connection.bank.name,
    accounts: rows.length,
    transactions,
    keptTransactions,
    balances,
    keptConsents,
    keptCalls,
    sendsEmptyConsent,
  }
}

/** `revoked` false: asked again until answered. */
export type Disconnected = { readonly revoked: boolean | null; readonly revocationId: string | null }

/**
 * Sends an empty consent, four seconds at most, then deletes our data in one transaction (C22) and revokes the grant
 * until answered. Consents and access log stay as proof. Idempotent. `presence` null: an operator. Refusals:
 * `not_found`.
 */
export async function disconnect(
  { userId }: Person,
  connectionId: string,
  presence: Presence | null,
): Promise<Disconnected> {
  const { bankCode } = await findOwnConnection(db(), userId, connectionId)
  await inTime(withdrawConsent({ userId, connectionId }, presence), withdrawMs)
  const revocationId = await forget({ userId, connectionId, bankCode }, presence)
  if (revocationId === null) return { revoked: null, revocationId }
  return { revoked: await revokeNow(revocationId, presence), revocationId }
}

/** Longer than a healthy bank takes. */
const withdrawMs = 4_000

/** Best effort. */
async function withdrawConsent(owner: OwnConnection, presence: Presence | null): Promise<void> {
  try {
    const choice = await choiceInForce(db(), owner)
    if (choice === null || isEmptyChoice(choice)) return
    const last = await db().consent.findFirst({ where: owner, orderBy: { version: 'desc' }, select: { version: true } })
    const shown = { choice: noChoice, choiceHash: hashOfChoice(noChoice), version: last?.version ?? 0 }
    await continueSending(await startSending(owner, shown), presence, AbortSignal.timeout(withdrawMs))
  } catch (error) {
    const reason = error instanceof Refused ? error.code : 'our_fault'
    log().info({ connectionId: owner.connectionId, reason }, 'left a bank without its answer to the empty consent')
  }
}

/** Returns the due revocation's id, if there was a grant. */
async function forget(
  { userId, connectionId, bankCode }: OwnConnection & { readonly bankCode: string },
  presence: Presence | null,
): Promise<string | null> {
  return db().$transaction(async tx => {
    // A renewal under way ends first, or it would revive what is disconnected.
    await lockFor(tx, 'login', `${userId} ${bankCode}`)
    // A token refresh commits first, or its new token would not be revoked.
    await tx.$queryRaw`SELECT 1 FROM "Connection" WHERE ${rowOf({ userId, connectionId })} FOR UPDATE`
    const connection = await findOwnConnection(tx, userId, connectionId)
    const ended = await tx.connection.updateMany({
      where: { id: connectionId, userId, status: { not: 'disconnected' } },
      data: endedColumns(),
    })
    if (ended.count === 0) return null
    await deleteData(tx, { userId, connectionId })
    const detail = { connectionId, bank: bankCode }
    const stream = `user:${userId}`
    await appendAudit(
      { userId, stream, action: 'connection.disconnected', detail, ip: presence?.ipAddress ?? null },
      tx,
    )
    const token = await openRefreshToken(connection)
    return token === null ? null : queueRevocation(tx, { userId, connectionId, bankCode }, token)
  })
}

function endedColumns() {
  return {
    status: 'disconnected' as const,
    statusReason: null,
    ...noHolder,
    loginFingerprint: null,
    accessSealed: null,
    refreshSealed: null,
    previousSealed: null,
    accessExpiresAt: null,
    leaseId: null,
    leaseUntil: null,
    consentLeaseId: null,
    consentLeaseUntil: null,
    syncLeaseId: null,
    syncLeaseUntil: null,
    disconnectedAt: now(),
  }
}

async function deleteData(tx: Tx, { userId, connectionId }: OwnConnection): Promise<void> {
  const rows = await tx.account.findMany({ where: { userId, connectionId }, select: { id: true } })
  const ids = rows.map(({ id }) => id)
  await handOver(tx, userId, ids)
  await tx.account.deleteMany({ where: { userId, connectionId } })
  await forgetLostPairs(tx, userId)
  await tx.psuIdentity.deleteMany({ where: { userId, connectionId } })
  await tx.notice.updateMany({ where: { userId, connectionId, dismissedAt: null }, data: { dismissedAt: now() } })
  await tx.consent.updateMany({
    where: { userId, connectionId, status: { in: ['pending', 'sent'] } },
    data: { status: 'superseded' },
  })
}
