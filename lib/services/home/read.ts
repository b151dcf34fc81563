import { parisDay } from '@guichet/values/calendar/paris.ts'
import { toMoneyView } from '@guichet/values/money/minor.ts'
import { now } from '#lib/clock.ts'
import { db, type Prisma } from '#lib/db.ts'
import { closureCodes, closureOf } from '#lib/domain/accounts/closure.ts'
import { isFresh, staleOf } from '#lib/domain/accounts/freshness.ts'
import { daysLeft, endedByOf, isAlive } from '#lib/domain/consent/connection.ts'
import { NoticeFacts, type NoticeKind } from '#lib/domain/people/notice.ts'
import type { Person } from '#lib/domain/who.ts'
import { type Held, heldOnce, lastReadAt, totalsOf } from '#lib/services/accounts/counted.ts'
import { countSuggested } from '#lib/services/accounts/own-transfer.ts'
import { type AccountRow, findAccounts, isListed, toAccountView } from '#lib/services/accounts/view.ts'
import { readQuotaUse } from '#lib/services/banks/quota-use.ts'
import { findForeignHolders } from '#lib/services/connections/holder.ts'
import { acceptedOnce, shownState } from '#lib/services/grants/connection-state.ts'
import { listOpenInvitations } from '#lib/services/household/invitations.ts'
import { type AttentionView, attentionKinds, type HomeView } from '#lib/views/banking.ts'

/** `known`: all their accounts, if they were read already. */
export async function readHome({ userId }: Person, known: readonly AccountRow[] | null = null): Promise<HomeView> {
  const all = known ?? (await findAccounts({ userId }, {}))
  const attention = await readAttention(userId, all)
  const rows = all.filter(isListed)
  const shown = rows.filter(isConsented)
  const held = heldOnce(shown)
  return {
    totals: totalsOf(shown).map(total => ({ ...toMoneyView(total), ...ageOf(held, total.currency) })),
    accounts: shown.map(row => ({ ...toAccountView(row, rows), isCounted: held.some(one => one.row === row) })),
    ...attention,
    unconsentedCount: rows.filter(
      row => row.kind === 'account' && row.connection.status === 'active' && !isConsented(row),
    ).length,
  }
}

function isConsented(row: AccountRow): boolean {
  return row.mayBalances || row.mayTransactions || row.mayOwners || row.mayOverdrafts
}

/** When the fresh part was read, and how much is older. */
function ageOf(all: readonly Held[], currency: string): Pick<HomeView['totals'][number], 'readAt' | 'stale'> {
  const held = all.filter(({ main }) => main.amount.currency === currency)
  const parts = held.map(({ row, main: { amount } }) => {
    const readAt = lastReadAt(row)
    return { amountMinor: amount.amountMinor, readAt, readOn: parisDay(new Date(readAt)) }
  })
  const today = parisDay(now())
  const stale = staleOf(parts, today)
  const fresh = parts.filter(({ readOn }) => stale === null || stale.isAll || isFresh(readOn, today))
  const oldest = Math.min(...fresh.map(({ readAt }) => readAt))
  return {
    readAt: Number.isFinite(oldest) ? new Date(oldest).toISOString() : null,
    stale:
      stale === null || stale.isAll
        ? null
        : { amount: toMoneyView({ amountMinor: stale.amountMinor, currency }).amount, day: stale.day },
  }
}

/** Most urgent first. After a dismissed notice the next one asks again. */
async function readAttention(
  userId: string,
  accounts: readonly AccountRow[],
): Promise<Pick<HomeView, 'attention' | 'states'>> {
  const [unfinished, invitations, connections, notices, suggested] = await Promise.all([
    readQuarantined(userId),
    listOpenInvitations(userId),
    readConnections(userId, accounts),
    readNotices(userId),
    countSuggested(userId, accounts),
  ])
  const held = notices.flatMap(({ id, kind, facts }): AttentionView[] => {
    const { bankName, orderId = null } = NoticeFacts.parse(facts)
    return kind === 'transfer_held' ? [{ kind, bankName, orderId, noticeId: id }] : []
  })
  const about = Map.groupBy(notices, ({ connectionId }) => connectionId)
  const invited = invitations.map(
    ({ id, inviterName: name }): AttentionView => ({
      kind: 'household_invitation',
      bankName: '',
      name,
      invitationId: id,
    }),
  )
  const transfers: AttentionView[] = suggested > 0 ? [{ kind: 'own_transfers', bankName: '', count: suggested }] : []
  const asked = connections.flatMap(row => [...attentionsOf(row, about.get(row.id) ?? []), ...blockedOf(row)])
  return {
    attention: [...unfinished, ...held, ...invited, ...asked, ...transfers].toSorted(
      (left, right) => attentionKinds.indexOf(left.kind) - attentionKinds.indexOf(right.kind),
    ),
    states: connections.map(({ id, state }) => ({ connectionId: id, state })),
  }
}

function readQuarantined(userId: string): Promise<AttentionView[]> {
  return db().$queryRaw<AttentionView[]>`
    SELECT 'quarantined_link' AS "kind", bank."name" AS "bankName", flow."id" AS "flowId"
    FROM "LinkFlow" AS flow JOIN "Bank" AS bank ON bank."code" = flow."bankCode"
    WHERE flow."userId" = ${userId}::uuid AND flow."status" = 'quarantined' AND flow."quarantinedUntil" > ${now()}
    ORDER BY flow."createdAt"`
}

/** With those accounts that couldn't be read. */
async function readConnections(userId: string, accounts: readonly AccountRow[]) {
  const where = { userId, status: { not: 'disconnected' as const } }
  const rows = await db().connection.findMany({
    where,
    orderBy: { createdAt: 'asc' },
    include: { bank: { include: { health: true } } },
  })
  const ids = rows.map(({ id }) => id)
  const isAsked = rows.some(({ status }) => status === 'choosing' || status === 'expired')
  const [quotas, holders, consents] = await Promise.all([
    readQuotaUse(userId, ids),
    findForeignHolders(userId, rows, accounts),
    isAsked
      ? db().consent.findMany({ where: { userId, connectionId: { in: ids } }, orderBy: { version: 'desc' } })
      : [],
  ])
  return rows.map(row => ({
    ...row,
    accounts: accounts.filter(one => one.connectionId === row.id && !one.gone && one.syncState === 'failed'),
    consent: consents.find(({ connectionId }) => connectionId === row.id) ?? null,
    wasConsented: consents.some(
      one =>
        one.connectionId === row.id && one.answeredAt !== null && acceptedOnce.some(status => status === one.status),
    ),
    state: shownState(row, quotas.get(row.id)?.left),
    holder: holders.get(row.id) ?? null,
  }))
}

type Notice = Pick<Prisma.NoticeGetPayload<object>, 'id' | 'kind' | 'connectionId' | 'dismissedAt' | 'facts'>

/** The newest of each kind about a connection, dismissed or not; transfers that are held, until resolved. */
function readNotices(userId: string): Promise<Notice[]> {
  return db().$queryRaw<Notice[]>`
    (SELECT DISTINCT ON ("connectionId", "kind") "id", "kind", "connectionId", "dismissedAt", "facts"
      FROM "Notice" WHERE "userId" = ${userId}::uuid AND "connectionId" IS NOT NULL AND "kind" <> 'transfer_held'
      ORDER BY "connectionId", "kind", "createdAt" DESC, "id" DESC)
    UNION ALL
    (SELECT "id", "kind", "connectionId", "dismissedAt", "facts" FROM "Notice"
      WHERE "userId" = ${userId}::uuid AND "kind" = 'transfer_held' AND "dismissedAt" IS NULL
      ORDER BY "createdAt" DESC LIMIT 20)`
}

type ConnectionRow = Awaited<ReturnType<typeof readConnections>>[number]

const noticeOf: { readonly [kind in AttentionView['kind']]?: NoticeKind } = {
  renew_soon: 'renewal_due',
  expired: 'expired',
  revoked: 'revoked',
  replaced: 'replaced',
  new_accounts: 'new_accounts',
}

function attentionsOf(row: ConnectionRow, notices: readonly Notice[]): AttentionView[] {
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
  { state, accounts, consent, wasConsented, holder }: ConnectionRow,
  notices: readonly Notice[],
): AttentionView['kind'][] {
  const kinds: AttentionView['kind'][] = []
  // Not implemented for this person (NIMP), as where two must sign: asking again would lead nowhere.
  const isRefusedForGood = consent?.status === 'refused' && consent.bankCode === 'NIMP'
  if (state === 'choosing') kinds.push(isRefusedForGood ? 'cannot_link' : 'finish_consent')
  const asks = pressing.find(kind => kind === state && (kind !== 'expired' || wasConsented))
  if (asks) kinds.push(asks)
  if (notices.some(({ kind }) => kind === 'new_accounts')) kinds.push('new_accounts')
  if (holder?.answer === null && isAlive(state)) kinds.push('other_name')
  const isRead = ['active', 'renew_soon', 'quota_limited', 'resting'].includes(state)
  if (isRead && accounts.some(({ syncError }) => !closureCodes.includes(syncError ?? ''))) kinds.push('sync_failed')
  return kinds
}
