import { appendAudit } from '#lib/base/audit.ts'
import { now } from '#lib/clock.ts'
import { Prisma, type Tx } from '#lib/db.ts'
import {
  type ConnectionEvent,
  type ConnectionReason,
  type ConnectionState,
  type ConnectionStatus,
  connectionState,
  endedByOf,
  nextConnectionStatus,
} from '#lib/domain/consent/connection.ts'
import type { NoticeKind } from '#lib/domain/people/notice.ts'
import { Refused } from '#lib/domain/refusals/refused.ts'
import type { OwnConnection } from '#lib/domain/who.ts'
import { notifyPerson } from '#lib/services/people/notices.ts'

/** Its row, in SQL. */
export const rowOf = ({ userId, connectionId }: OwnConnection) =>
  Prisma.sql`"id" = ${connectionId}::uuid AND "userId" = ${userId}::uuid`

type Shown = Stored & {
  readonly restsUntil: Date | null
  readonly bank: { readonly health: { readonly breaker: 'open' | 'closed' } | null }
}

/** With the bank's health and calls left (`QuotaView.left`). */
export function shownState(
  { status, expiresAt, restsUntil, bank }: Shown,
  callsLeft: number | undefined,
): ConnectionState {
  const at = now()
  const resting = restsUntil !== null && restsUntil > at
  const circumstances = { bankDown: bank.health?.breaker === 'open', resting, quotaUsedUp: callsLeft === 0 }
  return connectionState({ status: status, expiresAt }, at, circumstances)
}

type Stored = { readonly status: ConnectionStatus; readonly expiresAt: Date | null }

/** Expired (C23), revoked, replaced, disconnected or not consented. */
export function refuseUnlessActive(connection: Stored): void {
  refuseUnlessAlive(connection)
  if (connection.status === 'choosing') throw new Refused('consent_not_given')
}

/** Also while the consent is being chosen. */
export function refuseUnlessAlive(connection: Stored): void {
  const state = connectionState({ status: connection.status, expiresAt: connection.expiresAt }, now())
  if (state === 'expired') throw new Refused('consent_expired')
  if (state === 'revoked' || state === 'replaced') throw new Refused('consent_revoked')
  if (state === 'disconnected') throw new Refused('connection_gone')
}

/** What a consent that was accepted once is. */
export const acceptedOnce = ['accepted', 'superseded'] satisfies Prisma.ConsentCreateInput['status'][]

/** Without one a renewal goes back to choosing. */
export async function wasConsented(tx: Tx, userId: string, connectionId: string): Promise<boolean> {
  const accepted: Prisma.ConsentWhereInput = {
    userId,
    connectionId,
    answeredAt: { not: null },
    status: { in: acceptedOnce },
  }
  return (await tx.consent.count({ where: accepted })) > 0
}

export type Transition = {
  readonly userId: string
  readonly connectionId: string
  readonly event: ConnectionEvent
  readonly reason: ConnectionReason | null
}

const rowColumns = {
  id: true,
  userId: true,
  bankCode: true,
  status: true,
  authorisedAt: true,
  grantSeenAt: true,
  lastSyncedAt: true,
  bank: { select: { name: true } },
} as const

type ConnectionRow = NonNullable<Awaited<ReturnType<typeof findRow>>>

function findRow(tx: Tx, userId: string, connectionId: string) {
  return tx.connection.findFirst({ where: { id: connectionId, userId }, select: rowColumns })
}

/**
 * True if this call applied it: one process does, and notifies in the transaction. A refused grant becomes
 * `login_replaced` if the accounts were authorised since (bank:D11).
 */
export async function moveConnection(tx: Tx, { userId, connectionId, event, reason }: Transition): Promise<boolean> {
  const row = await findRow(tx, userId, connectionId)
  if (!row) return false
  const happened = await explain(tx, row, event, reason)
  // For a renewal only.
  const consented = event === 'renewed' && (await wasConsented(tx, userId, connectionId))
  const status = nextConnectionStatus(row.status, happened.event, { consented })
  if (status === null || status === row.status) return false
  const moved = await tx.connection.updateMany({
    where: { id: connectionId, userId, status: row.status },
    data: { status, statusReason: happened.reason, ...(status === 'replaced' ? noTokens : {}) },
  })
  if (moved.count === 0) return false
  await notifyOfEnd(tx, row, status, happened.reason)
  return true
}

const wronglyDead = {
  /** A late answer brought the newest tokens (R5). */
  revoked: { status: 'revoked', statusReason: 'grant_refused' },
  /** The clock had jumped; the authorisation lasts (H19). */
  expired: { status: 'expired' },
} as const

/** Wrongly ended in this way; its notice is removed. False for another reason. */
export async function reviveConnection(
  tx: Tx,
  { userId, connectionId, from }: { userId: string; connectionId: string; from: keyof typeof wronglyDead },
): Promise<boolean> {
  const status = (await wasConsented(tx, userId, connectionId)) ? 'active' : 'choosing'
  const dead = { id: connectionId, userId, ...wronglyDead[from] }
  const revived = await tx.connection.updateMany({ where: dead, data: { status, statusReason: null } })
  if (revived.count === 1) await tx.notice.deleteMany({ where: { userId, connectionId, kind: from } })
  return revived.count === 1
}

type Happened = { readonly event: ConnectionEvent; readonly reason: ConnectionReason | null }

async function explain(
  tx: Tx,
  row: ConnectionRow,
  event: ConnectionEvent,
  reason: ConnectionReason | null,
): Promise<Happened> {
  if (event === 'scope_refused') return { event, reason: 'scope_refused' }
  if (event !== 'grant_refused') return { event, reason }
  const rival = await findRival(tx, row)
  if (rival === null) return { event, reason: 'grant_refused' }
  const replaced: ConnectionReason = rival.userId === row.userId ? 'linked_by_you' : 'linked_elsewhere'
  return { event: 'login_replaced', reason: replaced }
}

/** Who authorised the same accounts since. Over all users, as the bank's rule; only existence is shown. */
async function findRival(tx: Tx, row: ConnectionRow): Promise<{ userId: string } | null> {
  const seen = [row.authorisedAt, row.grantSeenAt, row.lastSyncedAt].reduce<number>(
    (newest, at) => Math.max(newest, at?.getTime() ?? 0),
    0,
  )
  const own = { userId: row.userId, connectionId: row.id, kind: 'account' as const, gone: false, iban: { not: null } }
  const accounts = await tx.account.findMany({ where: own, select: { iban: true } })
  const ibans = accounts.flatMap(({ iban }) => (iban === null ? [] : [iban]))
  return tx.connection.findFirst({
    where: {
      id: { not: row.id },
      bankCode: row.bankCode,
      authorisedAt: { gt: new Date(seen) },
      accounts: { some: { iban: { in: ibans }, gone: false } },
    },
    orderBy: { authorisedAt: 'desc' },
    select: { userId: true },
  })
}

const endings: { readonly [status in ConnectionStatus]?: NoticeKind } = {
  expired: 'expired',
  revoked: 'revoked',
  replaced: 'replaced',
}

/** A replaced grant is dead; a revoked one may be revived (R5). */
const noTokens = { accessSealed: null, refreshSealed: null, previousSealed: null }

/** Once per end of an authorisation. */
async function notifyOfEnd(
  tx: Tx,
  row: ConnectionRow,
  status: ConnectionStatus,
  reason: ConnectionReason | null,
): Promise<void> {
  const kind = endings[status]
  if (!kind) return
  const { userId, id: connectionId } = row
  const detail = { connectionId, reason }
  await appendAudit({ userId, stream: `user:${userId}`, action: `connection.${status}`, detail }, tx)
  // Of an access that nobody consented to use nothing was read, and nothing is missed.
  if (kind === 'expired' && row.status === 'choosing') return
  const key = `${kind}:${connectionId}:${row.authorisedAt?.getTime() ?? 0}`
  const by = kind === 'expired' ? {} : { by: endedByOf(reason) }
  await notifyPerson(tx, { userId, connectionId, kind, key, facts: { bankName: row.bank.name, ...by } })
}
