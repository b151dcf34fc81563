import { createHmac, hkdfSync, randomUUID, timingSafeEqual } from 'node:crypto'
import type { Presence } from '@guichet/stet/terms/presence.ts'
import { appendAudit } from '#lib/base/audit.ts'
import { isUuid } from '#lib/base/ids.ts'
import { takeTry } from '#lib/base/rate-limit.ts'
import { hashOf } from '#lib/base/secrets.ts'
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
import { Refused } from '#lib/domain/refusals/refused.ts'
import { readEnv } from '#lib/env.ts'
import { toBankView } from '#lib/services/banks/directory.ts'
import { open, seal } from '#lib/vault.ts'
import type { HandoffView, PhoneView } from '#lib/views/handoff.ts'
import { claimFlow, startLink } from './link.ts'
import { isClaimSecret } from './link-flow.ts'

/**
 * Handoff from a computer to a phone (document 1, App-to-app activation). The phone's browser has no session, and an attacker might
 * have sent the QR code to a victim. What the phone brings back from the bank therefore stays in quarantine (C9): the phone shows
 * a code, and only the browser that started the handoff can claim the grant, with that code. An attacker would have to obtain
 * the code from the victim, who reads above it not to pass it on.
 */

export type Computer = { readonly userId: string; readonly sessionId: string }

const startLimit = { limit: 20, windowSeconds: 600 }

/** The token in the QR code, derived from the row's id by an HMAC so that the page can be reloaded; only its hash is stored. */
function tokenOf(id: string): string {
  const key = Buffer.from(hkdfSync('sha256', readEnv('AUTH_SECRET'), '', 'handoff token', 32))
  return createHmac('sha256', key).update(id).digest('base64url')
}

const claimColumn = (id: string) => ({ row: id, column: 'LinkHandoff.claimSealed' })

/** Whether the bank's entry says that its app opens on a phone. False for an unknown bank. */
export async function opensApp(bankCode: string): Promise<boolean> {
  const bank = await db().bank.findUnique({ where: { code: bankCode }, select: { appToApp: true, enabled: true } })
  return bank?.enabled === true && bank.appToApp
}

/** Starts a handoff; the computer gets an id to show a QR code for. Refusals: `too_many_tries`, `bank_unknown`. */
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

/** State of the link flow, for the person who started it, in any of their browsers. Refusals: `not_found`. */
export async function readHandoff(userId: string, id: string): Promise<HandoffView> {
  const row = isUuid(id) ? await findOwn(userId, id) : null
  if (!row) throw new Refused('not_found')
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

/** Content of the QR code. Null once a phone has continued or the handoff is over, and for any browser but the one that started it. */
export async function qrAddressOf({ userId, sessionId }: Computer, id: string): Promise<string | null> {
  const row = isUuid(id) ? await findOwn(userId, id) : null
  if (!row || row.sessionId !== sessionId) return null
  return toView(row, await flowOf(row)).status === 'waiting' ? `${readEnv('APP_URL')}/phone/${tokenOf(id)}` : null
}

/**
 * What a phone that opened the address may see before it continues. Changes nothing, because cameras and messengers also open
 * links. Null for an address that is unknown, used, cancelled or expired.
 */
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

/**
 * The phone continues to the bank; only the first phone can. Returns the bank's address, whose universal link opens its app
 * if it is installed. Refusals: `not_found`, `too_many_tries`, `bank_unknown`.
 */
export async function beginOnPhone(token: string): Promise<string> {
  const row = await findFresh(token)
  if (!row) throw new Refused('not_found')
  const { id, userId, sessionId, bankCode } = row
  const opened = { id, userId, openedAt: null, cancelledAt: null, expiresAt: { gt: now() } }
  const first = await db().linkHandoff.updateMany({ where: opened, data: { openedAt: now() } })
  if (first.count === 0) throw new Refused('not_found')
  const started = startLink(userId, { bankCode, sessionId, purpose: 'link' })
  const { flowId, redirectTo } = await started.catch(async (error: unknown) => {
    await db().linkHandoff.updateMany({ where: { id, userId }, data: { openedAt: null } })
    throw error
  })
  await db().linkHandoff.updateMany({ where: { id, userId }, data: { flowId } })
  const detail = { handoffId: id, flowId, bank: bankCode }
  await appendAudit({ userId, stream: `user:${userId}`, action: 'handoff.opened', detail })
  return redirectTo
}

/**
 * The code to show on the phone that came back from the bank with the claim secret of its callback; null for any other browser
 * and for a link flow that was not started on a computer. From here on the right code releases that secret to the computer.
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
 * The computer that started enters the code, which makes the connection. Refusals: `not_found` (unknown, over, or started in another
 * browser), `wrong_code`, `too_many_tries` (five wrong codes; the grant is revoked when the quarantine ends), and those of `claimFlow`.
 */
export async function confirmHandoff(
  { userId, sessionId }: Computer,
  { id, code, presence }: { readonly id: string; readonly code: string; readonly presence: Presence },
): Promise<{ connectionId: string }> {
  const row = isUuid(id) ? await findOwn(userId, id) : null
  if (!row?.flowId || row.sessionId !== sessionId || row.cancelledAt !== null) throw new Refused('not_found')
  const mine = { id, userId, codeTries: { lt: codeTriesLimit } }
  const tried = await db().linkHandoff.updateMany({ where: mine, data: { codeTries: { increment: 1 } } })
  if (tried.count === 0) throw new Refused('too_many_tries')
  const { claimSealed, codeHash } = row
  if (claimSealed === null || codeHash === null || !isCode(code, codeHash)) throw new Refused('wrong_code')
  const { connectionId } = await claimFlow(userId, row.flowId, await open(claimSealed, claimColumn(id)), presence)
  const data = { finishedAt: now(), claimSealed: null, codeHash: null }
  await db().linkHandoff.updateMany({ where: { id, userId }, data })
  return { connectionId }
}

function isCode(typed: string, codeHash: string): boolean {
  return timingSafeEqual(Buffer.from(hashOf(normalizeHandoffCode(typed))), Buffer.from(codeHash))
}

/** Cancels from the computer: neither QR code nor code works any more. Refusals: `not_found`. */
export async function cancelHandoff(userId: string, id: string): Promise<{ bankCode: string }> {
  const row = isUuid(id) ? await findOwn(userId, id) : null
  if (!row) throw new Refused('not_found')
  const data = { cancelledAt: now(), claimSealed: null, codeHash: null }
  await db().linkHandoff.updateMany({ where: { id, userId, finishedAt: null }, data })
  return { bankCode: row.bankCode }
}

/** Deletes handoffs older than a day. For a sweep; returns how many. */
export async function sweepHandoffs(): Promise<number> {
  const { count } = await db().linkHandoff.deleteMany({
    where: { expiresAt: { lt: new Date(now().getTime() - 86_400_000) } },
  })
  return count
}
