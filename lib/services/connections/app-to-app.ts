import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto'
import type { Presence } from '@guichet/stet/terms/presence.ts'
import { appendAudit } from '#lib/base/audit.ts'
import { isUuid } from '#lib/base/ids.ts'
import { takeTry } from '#lib/base/rate-limit.ts'
import { derivedFrom, hashOf } from '#lib/base/secrets.ts'
import { now } from '#lib/clock.ts'
import { db } from '#lib/db.ts'
import {
  codeTriesLimit,
  formatHandoffCode,
  handoffLifeMs,
  handoffStatus,
  maskEmail,
  normalizeHandoffCode,
} from '#lib/domain/consent/handoff.ts'
import { Refused, requireFound } from '#lib/domain/refusals/refused.ts'
import type { Person } from '#lib/domain/who.ts'
import { readEnv } from '#lib/env.ts'
import { toBankView } from '#lib/services/banks/directory.ts'
import { open, seal } from '#lib/vault.ts'
import type { HandoffView, PhoneView } from '#lib/views/handoff.ts'
import { claimFlow, startLink } from './link.ts'
import { isClaimSecret } from './link-flow.ts'
import type { Adopted } from './store-grant.ts'

/**
 * From a computer to a phone (document 1, App-to-app activation). The phone has no session, and the QR code may have
 * been sent to a victim: its grant stays in quarantine (C9) until the phone's code is typed where the handoff began.
 */

export type Computer = { readonly userId: string; readonly sessionId: string }

const startLimit = { limit: 20, windowSeconds: 600 }

/** An HMAC of the row's id, so that the page can be reloaded; the hash is stored. */
function tokenOf(id: string): string {
  return derivedFrom(id, { secret: readEnv('AUTH_SECRET'), purpose: 'handoff token' })
}

const claimColumn = (id: string) => ({ row: id, column: 'LinkHandoff.claimSealed' })

/** Its app opens on a phone. */
export async function opensApp(bankCode: string): Promise<boolean> {
  const bank = await db().bank.findUnique({ where: { code: bankCode }, select: { appToApp: true, enabled: true } })
  return bank?.enabled === true && bank.appToApp
}

/** Refusals: `too_many_tries`, `bank_unknown`. */
export async function startHandoff({ userId, sessionId }: Computer, bankCode: string): Promise<string> {
  await takeTry(`handoff:${userId}`, startLimit)
  if (!(await opensApp(bankCode))) throw new Refused('bank_unknown')
  const id = randomUUID()
  const expiresAt = new Date(now().getTime() + handoffLifeMs)
  const data = { id, userId, sessionId, bankCode, tokenHash: hashOf(tokenOf(id)), createdAt: now(), expiresAt }
  await db().linkHandoff.create({ data })
  return id
}

type HandoffRow = NonNullable<Awaited<ReturnType<typeof findOwn>>>

function findOwn(userId: string, id: string) {
  return db().linkHandoff.findFirst({ where: { id, userId }, include: { bank: true } })
}

async function flowOf(row: Pick<HandoffRow, 'flowId' | 'userId'>) {
  if (row.flowId === null) return null
  return db().linkFlow.findFirst({ where: { id: row.flowId, userId: row.userId } })
}

/** In any browser of the person. Refusals: `not_found`. */
export async function readHandoff({ userId }: Person, id: string): Promise<HandoffView> {
  const row = requireFound(isUuid(id) && (await findOwn(userId, id)))
  return toView(row, await flowOf(row))
}

function toView(row: HandoffRow, flow: Awaited<ReturnType<typeof flowOf>>): HandoffView {
  const { id, bank, expiresAt, cancelledAt, codeTries } = row
  const stands = flow && { status: flow.status, failure: flow.failure }
  return {
    id,
    bank: toBankView(bank),
    status: handoffStatus({ expiresAt, cancelledAt, flow: stands, codeTries }, now()),
    failure: stands?.failure ?? null,
    connectionId: flow?.status === 'authorised' ? flow.connectionId : null,
    expiresAt: expiresAt.toISOString(),
    quarantinedUntil: flow?.quarantinedUntil?.toISOString() ?? null,
    triesLeft: Math.max(0, codeTriesLimit - codeTries),
  }
}

/** Null once continued or over, and in any other browser. */
export async function qrAddressOf({ userId, sessionId }: Computer, id: string): Promise<string | null> {
  const row = isUuid(id) ? await findOwn(userId, id) : null
  if (!row || row.sessionId !== sessionId) return null
  return toView(row, await flowOf(row)).status === 'waiting' ? `${readEnv('APP_URL')}/phone/${tokenOf(id)}` : null
}

/** Changes nothing: cameras and messengers open links too. Null if unknown, used or over. */
export async function readForPhone(token: string): Promise<PhoneView | null> {
  const row = await findFresh(token)
  if (!row) return null
  const { bank, user, expiresAt } = row
  const asker = maskEmail(user.email)
  return { bank: toBankView(bank), asker, expiresAt: expiresAt.toISOString(), appToApp: bank.appToApp }
}

function findFresh(token: string) {
  const fresh = { flowId: null, openedAt: null, cancelledAt: null, expiresAt: { gt: now() } }
  const where = { tokenHash: hashOf(token.slice(0, 200)), ...fresh }
  return db().linkHandoff.findFirst({ where, include: { bank: true, user: true } })
}

/** First phone only. Returns the bank's address. Refusals: `not_found`, `too_many_tries`, `bank_unknown`. */
export async function beginOnPhone(token: string): Promise<string> {
  const row = requireFound(await findFresh(token))
  const { id, userId, bankCode } = row
  const where = { id, userId, openedAt: null, cancelledAt: null, expiresAt: { gt: now() } }
  const started = startLink({ userId }, { bankCode, purpose: 'link' }, async (tx, flowId) => {
    const first = await tx.linkHandoff.updateMany({ where, data: { openedAt: now(), flowId } })
    if (first.count === 0) throw new Refused('not_found')
    const detail = { handoffId: id, flowId, bank: bankCode }
    await appendAudit({ userId, stream: `user:${userId}`, action: 'handoff.opened', detail }, tx)
  })
  return (await started).redirectTo
}

/**
 * For the phone with the callback's claim secret; null for others. The right code then releases that secret to the
 * computer.
 */
export async function showPhoneCode(flowId: string, claimSecret: string | null): Promise<string | null> {
  if (!isUuid(flowId) || claimSecret === null) return null
  const where = { id: flowId, status: 'quarantined' as const, quarantinedUntil: { gt: now() } }
  const flow = await db().linkFlow.findFirst({ where })
  if (!flow || !isClaimSecret(flow, claimSecret)) return null
  const row = await db().linkHandoff.findFirst({ where: { flowId, userId: flow.userId, cancelledAt: null } })
  if (!row) return null
  const code = formatHandoffCode(createHmac('sha256', claimSecret).update(`handoff ${row.id}`).digest())
  if (row.codeHash === null) {
    const claimSealed = await seal(claimSecret, claimColumn(row.id))
    const codeHash = hashOf(normalizeHandoffCode(code))
    await db().linkHandoff.updateMany({ where: { id: row.id, userId: row.userId }, data: { claimSealed, codeHash } })
  }
  return code
}

/**
 * Makes the connection. Refusals: `not_found`, `wrong_code`, `too_many_tries` (five; then revoked with the
 * quarantine), those of `claimFlow`.
 */
export async function confirmHandoff(
  { userId, sessionId }: Computer,
  { id, code, presence }: { readonly id: string; readonly code: string; readonly presence: Presence },
): Promise<Adopted & { readonly flowId: string }> {
  const row = isUuid(id) ? await findOwn(userId, id) : null
  if (!row?.flowId || row.sessionId !== sessionId || row.cancelledAt !== null) throw new Refused('not_found')
  const mine = { id, userId, codeTries: { lt: codeTriesLimit } }
  const tried = await db().linkHandoff.updateMany({ where: mine, data: { codeTries: { increment: 1 } } })
  if (tried.count === 0) throw new Refused('too_many_tries')
  const { claimSealed, codeHash } = row
  if (claimSealed === null || codeHash === null || !isCode(code, codeHash)) throw new Refused('wrong_code')
  const adopted = await claimFlow({ userId }, row.flowId, await open(claimSealed, claimColumn(id)), presence)
  const data = { finishedAt: now(), claimSealed: null, codeHash: null }
  await db().linkHandoff.updateMany({ where: { id, userId }, data })
  return { ...adopted, flowId: row.flowId }
}

function isCode(typed: string, codeHash: string): boolean {
  return timingSafeEqual(Buffer.from(hashOf(normalizeHandoffCode(typed))), Buffer.from(codeHash))
}

/** Refusals: `not_found`. */
export async function cancelHandoff({ userId }: Person, id: string): Promise<{ bankCode: string }> {
  const row = requireFound(isUuid(id) && (await findOwn(userId, id)))
  const data = { cancelledAt: now(), claimSealed: null, codeHash: null }
  await db().linkHandoff.updateMany({ where: { id, userId, finishedAt: null }, data })
  return { bankCode: row.bankCode }
}

/** Older than a day. Returns how many. */
export async function sweepHandoffs(): Promise<number> {
  const { count } = await db().linkHandoff.deleteMany({
    where: { expiresAt: { lt: new Date(now().getTime() - 86_400_000) } },
  })
  return count
}
