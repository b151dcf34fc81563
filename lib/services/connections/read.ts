import { cutPage, newestFirst, olderThan } from '#lib/base/cursor.ts'
import { isUuid } from '#lib/base/ids.ts'
import { now } from '#lib/clock.ts'
import { db, type Tx } from '#lib/db.ts'
import { type ConnectionStatus, daysLeft, endedByOf } from '#lib/domain/consent/connection.ts'
import { Refused } from '#lib/domain/refusals/refused.ts'
import type { Person } from '#lib/domain/who.ts'
import { type AccountRow, findAccounts, toAccountView } from '#lib/services/accounts/view.ts'
import { toBankView } from '#lib/services/banks/directory.ts'
import { readQuotaUse } from '#lib/services/banks/quota-use.ts'
import { parseChoice } from '#lib/services/consent/read.ts'
import { shownState } from '#lib/services/grants/connection-state.ts'
import type { BankCallPage, ConnectionView } from '#lib/views/banking.ts'
import { findForeignHolders } from './holder.ts'

/** `not_found` before a page starts to stream (C29). */
export async function requireConnection({ userId }: Person, connectionId: string): Promise<void> {
  await findOwnConnection(db(), userId, connectionId)
}

/** Oldest first, without disconnected ones. */
export async function listConnections({ userId }: Person): Promise<ConnectionView[]> {
  const rows = await findConnections(userId, { status: { not: 'disconnected' } })
  return toViews(userId, rows)
}

/** Even if disconnected. Refusals: `not_found`. */
export async function readConnection({ userId }: Person, connectionId: string): Promise<ConnectionView> {
  const rows = isUuid(connectionId) ? await findConnections(userId, { id: connectionId }) : []
  const [view] = await toViews(userId, rows)
  if (!view) throw new Refused('not_found')
  return view
}

type Which = { readonly id?: string; readonly status?: { readonly not: ConnectionStatus } }

function findConnections(userId: string, which: Which) {
  return db().connection.findMany({
    where: { userId, ...which },
    orderBy: { createdAt: 'asc' },
    include: {
      bank: { include: { health: true } },
      consents: { where: { status: 'accepted' }, orderBy: { version: 'desc' }, take: 1 },
    },
  })
}

type ConnectionRow = Awaited<ReturnType<typeof findConnections>>[number]

async function toViews(userId: string, rows: readonly ConnectionRow[]): Promise<ConnectionView[]> {
  const ids = rows.map(({ id }) => id)
  const [accounts, quotas, holders] = await Promise.all([
    findAccounts({ userId }, { connectionId: { in: ids } }),
    readQuotaUse(userId, ids),
    findForeignHolders(userId, rows),
  ])
  const byConnection = Map.groupBy(accounts, ({ connectionId }) => connectionId)
  return rows.flatMap(row => {
    const own = byConnection.get(row.id) ?? []
    const quota = quotas.get(row.id)
    // Erased meanwhile.
    return quota ? [toView(row, own, quota, holders.get(row.id) ?? null)] : []
  })
}

function toView(
  row: ConnectionRow,
  accounts: readonly AccountRow[],
  quota: ConnectionView['quota'],
  foreignHolder: ConnectionView['foreignHolder'],
): ConnectionView {
  const { id, expiresAt } = row
  return {
    id,
    bank: toBankView(row.bank),
    state: shownState(row, quota.left),
    reason: row.statusReason,
    endedBy: row.status === 'revoked' || row.status === 'replaced' ? endedByOf(row.statusReason) : null,
    psuName: row.psuName,
    foreignHolder,
    authorisedAt: row.authorisedAt?.toISOString() ?? null,
    expiresAt: expiresAt?.toISOString() ?? null,
    daysLeft: daysLeft(expiresAt, now()),
    lastSyncedAt: row.lastSyncedAt?.toISOString() ?? null,
    consent: consentOf(row),
    quota,
    unreadableAccounts: row.unreadableAccounts,
    accounts: accounts.filter(({ gone }) => !gone).map(account => toAccountView(account, accounts)),
  }
}

function consentOf({ consents }: ConnectionRow): ConnectionView['consent'] {
  const [inForce] = consents
  if (!inForce) return null
  const choice = parseChoice(inForce.choice)
  const givenAt = (inForce.answeredAt ?? inForce.createdAt).toISOString()
  return { version: inForce.version, givenAt, accountCount: choice.accounts.length, psuIdentity: choice.psuIdentity }
}

const callsPerPage = 50

/**
 * Newest first, fifty at a time, kept after disconnecting. Refusals: `not_found`, `invalid_input` for an unknown
 * cursor.
 */
export async function listBankCalls({ userId }: Person, connectionId: string, cursor?: string): Promise<BankCallPage> {
  await findOwnConnection(db(), userId, connectionId)
  const after = cursor === undefined || cursor === '' ? null : parseCursor(cursor)
  const accounts = await db().account.findMany({
    where: { userId, connectionId },
    select: { resourceId: true, name: true },
  })
  const names = new Map(accounts.map(({ resourceId, name }) => [resourceId, name]))
  const rows = await db().bankCall.findMany({
    where: {
      userId,
      connectionId,
      ...olderThan('at', after),
    },
    orderBy: newestFirst('at'),
    take: callsPerPage + 1,
  })
  const { page, last } = cutPage(rows, callsPerPage)
  return {
    calls: page.map(({ id, at, operation, method, path, attended, status, code, durationMs, requestId }) => {
      const accountName = names.get(resourceOf(path)) ?? null
      const what = { operation, accountName, method, path, attended }
      return { id, at: at.toISOString(), ...what, status, code, durationMs, requestId }
    }),
    nextCursor: last ? `${last.at.toISOString()}_${last.id}` : null,
  }
}

/** With the account's id as the bank sends it. */
function resourceOf(path: string): string {
  const part = /\/accounts\/([^/?]+)/.exec(path)?.[1] ?? ''
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

function parseCursor(text: string): { at: Date; id: string } {
  const [time = '', id] = text.split('_')
  const at = new Date(time)
  if (Number.isNaN(at.getTime()) || !isUuid(id)) throw new Refused('invalid_input', { field: 'cursor' })
  return { at, id }
}

/** `not_found`. */
export async function findOwnConnection(tx: Tx, userId: string, connectionId: string) {
  const where = { id: connectionId, userId }
  const connection = isUuid(connectionId) ? await tx.connection.findFirst({ where, include: { bank: true } }) : null
  if (!connection) throw new Refused('not_found')
  return connection
}
