import { now } from '#lib/clock.ts'
import { db } from '#lib/db.ts'
import { connectionState, daysLeft } from '#lib/domain/connection.ts'
import type { AttentionView } from '#lib/domain/views.ts'
import { parseStatus } from './connection-state.ts'

/** What a person is asked to look at, the most pressing first. */
export async function readAttention(userId: string): Promise<AttentionView[]> {
  const [flows, connections] = await Promise.all([readQuarantined(userId), readConnections(userId)])
  const trips = flows.map(({ id, bank }): AttentionView => {
    return { kind: 'quarantined_link', bankName: bank.name, connectionId: null, flowId: id, daysLeft: null }
  })
  const asked = connections.flatMap(connection => attentionsOf(connection))
  return [...trips, ...asked].toSorted((left, right) => order.indexOf(left.kind) - order.indexOf(right.kind))
}

const order: readonly AttentionView['kind'][] = [
  'quarantined_link',
  'replaced',
  'revoked',
  'expired',
  'identity_differs',
  'finish_consent',
  'renew_soon',
  'sync_failed',
]

function readQuarantined(userId: string) {
  return db().linkFlow.findMany({
    where: { userId, status: 'quarantined', quarantinedUntil: { gt: now() } },
    include: { bank: true },
    orderBy: { createdAt: 'asc' },
  })
}

function readConnections(userId: string) {
  return db().connection.findMany({
    where: { userId, status: { not: 'disconnected' } },
    orderBy: { createdAt: 'asc' },
    include: {
      bank: true,
      accounts: { where: { gone: false, syncState: 'failed' }, take: 1, select: { id: true } },
    },
  })
}

type Row = Awaited<ReturnType<typeof readConnections>>[number]

function attentionsOf(row: Row): AttentionView[] {
  const { status, expiresAt } = row
  const state = connectionState({ status: parseStatus(status), expiresAt }, now())
  const about = { bankName: row.bank.name, connectionId: row.id, flowId: null, daysLeft: daysLeft(expiresAt, now()) }
  const kinds: AttentionView['kind'][] = []
  if (state === 'choosing') kinds.push('finish_consent')
  if (state === 'renew_soon' || state === 'expired' || state === 'revoked' || state === 'replaced') kinds.push(state)
  if (row.statusReason === 'identity_differs') kinds.push('identity_differs')
  if ((state === 'active' || state === 'renew_soon') && row.accounts.length > 0) kinds.push('sync_failed')
  return kinds.map(kind => ({ kind, ...about }))
}
