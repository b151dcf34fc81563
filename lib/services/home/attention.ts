import { now } from '#lib/clock.ts'
import { db } from '#lib/db.ts'
import { closureCodes, closureOf } from '#lib/domain/accounts/closure.ts'
import { daysLeft, endedByOf, isAlive } from '#lib/domain/consent/connection.ts'
import { NoticeFacts, type NoticeKind } from '#lib/domain/people/notice.ts'
import { readQuotaUse } from '#lib/services/banks/quota-use.ts'
import { findForeignHolders } from '#lib/services/connections/holder.ts'
import { shownState } from '#lib/services/grants/connection-state.ts'
import { listOpenInvitations } from '#lib/services/household/invitations.ts'
import { type AttentionView, attentionKinds, type HomeView } from '#lib/views/banking.ts'

/** Most urgent first. After a dismissed notice the next one asks again. */
export async function readAttention(userId: string): Promise<Pick<HomeView, 'attention' | 'states'>> {
  const [flows, held, invitations, connections, notices] = await Promise.all([
    readQuarantined(userId),
    readHeld(userId),
    listOpenInvitations(userId),
    readConnections(userId),
    readNewest(userId),
  ])
  const unfinished = flows.map(
    ({ id, bank }): AttentionView => ({ kind: 'quarantined_link', bankName: bank.name, flowId: id }),
  )
  const invited = invitations.map(
    ({ id, inviterName: name }): AttentionView => ({
      kind: 'household_invitation',
      bankName: '',
      name,
      invitationId: id,
    }),
  )
  const asked = connections.flatMap(row => [...attentionsOf(row, notices.get(row.id) ?? []), ...blockedOf(row)])
  return {
    attention: [...unfinished, ...held, ...invited, ...asked].toSorted(
      (left, right) => attentionKinds.indexOf(left.kind) - attentionKinds.indexOf(right.kind),
    ),
    states: connections.map(({ id, state }) => ({ connectionId: id, state })),
  }
}

function readQuarantined(userId: string) {
  return db().linkFlow.findMany({
    where: { userId, status: 'quarantined', quarantinedUntil: { gt: now() } },
    include: { bank: true },
    orderBy: { createdAt: 'asc' },
  })
}

/** Removed when resolved. */
async function readHeld(userId: string): Promise<AttentionView[]> {
  const where = { userId, kind: 'transfer_held', dismissedAt: null }
  const notices = await db().notice.findMany({ where, orderBy: { createdAt: 'desc' }, take: 20 })
  return notices.map(({ id, facts }) => {
    const { bankName, orderId = null } = NoticeFacts.parse(facts)
    return { kind: 'transfer_held', bankName, orderId, noticeId: id }
  })
}

async function readConnections(userId: string) {
  const rows = await db().connection.findMany({
    where: { userId, status: { not: 'disconnected' } },
    orderBy: { createdAt: 'asc' },
    include: {
      bank: { include: { health: true } },
      accounts: { where: { gone: false, syncState: 'failed' }, select: { id: true, name: true, syncError: true } },
      consents: { orderBy: { version: 'desc' }, take: 1, select: { status: true, bankCode: true } },
    },
  })
  const ids = rows.map(({ id }) => id)
  const [quotas, holders] = await Promise.all([readQuotaUse(userId, ids), findForeignHolders(userId, rows)])
  return rows.map(row => ({
    ...row,
    state: shownState(row, quotas.get(row.id)?.left),
    holder: holders.get(row.id) ?? null,
  }))
}

type Newest = {
  readonly id: string
  readonly kind: string
  readonly connectionId: string
  readonly dismissedAt: Date | null
  readonly facts: unknown
}

/** Dismissed or not. */
async function readNewest(userId: string): Promise<ReadonlyMap<string, Newest[]>> {
  const rows = await db().$queryRaw<Newest[]>`
    SELECT DISTINCT ON ("connectionId", "kind") "id", "kind", "connectionId", "dismissedAt", "facts"
    FROM "Notice" WHERE "userId" = ${userId}::uuid AND "connectionId" IS NOT NULL
    ORDER BY "connectionId", "kind", "createdAt" DESC, "id" DESC`
  return Map.groupBy(rows, ({ connectionId }) => connectionId)
}

type ConnectionRow = Awaited<ReturnType<typeof readConnections>>[number]

const noticeOf: { readonly [kind in AttentionView['kind']]?: NoticeKind } = {
  renew_soon: 'renewal_due',
  expired: 'expired',
  revoked: 'revoked',
  replaced: 'replaced',
  new_accounts: 'new_accounts',
}

function attentionsOf(row: ConnectionRow, notices: readonly Newest[]): AttentionView[] {
  const about = { bankName: row.bank.name, connectionId: row.id, daysLeft: daysLeft(row.expiresAt, now()) }
  return kindsOf(row, notices).flatMap((kind): AttentionView[] => {
    const notice = notices.find(one => one.kind === noticeOf[kind])
    if (notice?.dismissedAt) return []
    const count = kind === 'new_accounts' ? (NoticeFacts.parse(notice?.facts).count ?? null) : null
    const endedBy = kind === 'revoked' || kind === 'replaced' ? endedByOf(row.statusReason) : null
    const name = kind === 'other_name' ? (row.holder?.name ?? null) : null
    return [{ ...about, kind, noticeId: notice?.id ?? null, count, endedBy, name }]
  })
}

/** Only the bank can unblock an account; of a closed one there is nothing to do. */
function blockedOf({ state, accounts, bank }: ConnectionRow): AttentionView[] {
  if (!isAlive(state)) return []
  return accounts
    .filter(({ syncError }) => closureOf({ state: 'failed', error: syncError }) === 'blocked')
    .map(({ id, name }) => ({ kind: 'account_blocked', bankName: bank.name, name, accountId: id }))
}

/** Without a notice. */
const pressing = ['renew_soon', 'expired', 'revoked', 'replaced', 'bank_down'] as const

function kindsOf(
  { state, accounts, consents, holder }: ConnectionRow,
  notices: readonly Newest[],
): AttentionView['kind'][] {
  const kinds: AttentionView['kind'][] = []
  // Not implemented for this person (NIMP), as where two must sign: asking again would lead nowhere.
  const isRefusedForGood = consents[0]?.status === 'refused' && consents[0].bankCode === 'NIMP'
  if (state === 'choosing') kinds.push(isRefusedForGood ? 'cannot_link' : 'finish_consent')
  const asks = pressing.find(kind => kind === state)
  if (asks) kinds.push(asks)
  if (notices.some(({ kind }) => kind === 'new_accounts')) kinds.push('new_accounts')
  if (holder?.answer === null && isAlive(state)) kinds.push('other_name')
  const isRead = ['active', 'renew_soon', 'quota_limited', 'resting'].includes(state)
  if (isRead && accounts.some(({ syncError }) => !closureCodes.includes(syncError ?? ''))) kinds.push('sync_failed')
  return kinds
}
