import { maskIban } from '@guichet/values/money/iban-text.ts'
import { appendAudit } from '#lib/base/audit.ts'
import { isUuid } from '#lib/base/ids.ts'
import { now } from '#lib/clock.ts'
import { db, Prisma, type Tx } from '#lib/db.ts'
import {
  householdInvitationState,
  isShareLevel,
  isWider,
  maxMembers,
  offersOf,
  type ShareLevel,
  type Visible,
  visibleOf,
} from '#lib/domain/people/household.ts'
import { Refused } from '#lib/domain/refusals/refused.ts'
import type { Person } from '#lib/domain/who.ts'
import { toBankView } from '#lib/services/banks/directory.ts'
import { listMailsAbout } from '#lib/services/mail/queue.ts'
import { requireFreshPassword } from '#lib/services/people/reauthenticate.ts'
import { BankBadge } from '#lib/views/banking.ts'
import type { HouseholdView, ShareInput, ShareView } from '#lib/views/household.ts'

/**
 * Membership shows nothing; a share shows one account to one person, until either ends it. Viewers read what is
 * stored: no bank is called for another (document 1).
 */

export type Readable = {
  readonly shareId: string
  readonly ownerId: string
  readonly ownerName: string
  readonly accountId: string
  readonly sees: Visible
  readonly since: Date
}

/**
 * The only place that decides which other rows a person may read: both in one household, account listed and linked,
 * covered by the consent. Every query names the returned owner.
 */
export async function findReadableAccounts(viewerId: string, accountIds?: readonly string[]): Promise<Readable[]> {
  const among = accountIds
    ? Prisma.sql`AND share."accountId" = ANY(${accountIds.filter(isUuid)}::uuid[])`
    : Prisma.empty
  const rows = await db().$queryRaw<ShownRow[]>`
    SELECT share."id" AS "shareId", owner."id" AS "ownerId", owner."name" AS "ownerName", account."id" AS "accountId",
      share."level"::text AS "level", share."createdAt" AS "since", account."mayBalances", account."mayTransactions"
    FROM "AccountShare" AS share JOIN "User" AS owner ON owner."id" = share."userId"
    JOIN "Account" AS account ON account."id" = share."accountId" AND account."userId" = share."userId"
    JOIN "Connection" AS login ON login."id" = account."connectionId"
    JOIN "HouseholdMember" AS one ON one."userId" = share."userId"
    JOIN "HouseholdMember" AS viewer ON viewer."userId" = share."viewerId" AND viewer."householdId" = one."householdId"
    WHERE share."viewerId" = ${viewerId}::uuid AND share."userId" <> share."viewerId"
      AND NOT account."gone" AND login."status" <> 'disconnected' ${among}
    ORDER BY owner."name", account."ordinal", share."id"`
  return rows.flatMap(({ level, mayBalances, mayTransactions, ...row }): Readable[] => {
    const sees = visibleOf(parseLevel(level), { mayBalances, mayTransactions })
    return sees.balances || sees.transactions ? [{ ...row, sees }] : []
  })
}

type ShownRow = Omit<Readable, 'sees'> & Record<'mayBalances' | 'mayTransactions', boolean> & { readonly level: string }

function parseLevel(text: string): ShareLevel {
  if (!isShareLevel(text)) throw new Error('a share has a level we do not know')
  return text
}

export async function readHousehold({ userId }: Person): Promise<HouseholdView> {
  const readable = await findReadableAccounts(userId)
  const [members, given, received, accounts, invitations] = await Promise.all([
    readMembers(userId),
    readShares({ userId }),
    readShares({ viewerId: userId, id: { in: readable.map(({ shareId }) => shareId) } }),
    readShareable(userId),
    readInvitations(userId),
  ])
  return {
    members: members.map(({ userId: id, joinedAt, user: { name, email } }) => ({
      id,
      name,
      email,
      joinedAt: joinedAt.toISOString(),
      given: given.filter(({ viewerId }) => viewerId === id).map(toShareView),
      received: received.filter(share => share.userId === id).map(toShareView),
    })),
    accounts,
    invitations,
    full: members.length + 1 >= maxMembers,
  }
}

/** The others of the household. */
export function readMembers(userId: string) {
  return db().householdMember.findMany({
    where: { household: { members: { some: { userId } } }, userId: { not: userId } },
    orderBy: [{ joinedAt: 'asc' }, { userId: 'asc' }],
    include: { user: { select: { name: true, email: true } } },
  })
}

const shownOfAccount = {
  select: {
    name: true,
    gone: true,
    mayBalances: true,
    mayTransactions: true,
    connection: { include: { bank: true } },
  },
} as const

type ShareRow = Awaited<ReturnType<typeof readShares>>[number]

function readShares(which: { readonly userId: string } | { readonly viewerId: string; readonly id: { in: string[] } }) {
  return db().accountShare.findMany({
    where: which,
    orderBy: [{ account: { ordinal: 'asc' } }, { id: 'asc' }],
    include: {
      account: shownOfAccount,
    },
  })
}

function canSee({ level, account }: ShareRow): boolean {
  const sees = visibleOf(parseLevel(level), account)
  return !account.gone && (sees.balances || sees.transactions)
}

function toShareView({ id, accountId, account, level, createdAt, seenAt }: ShareRow): ShareView {
  return {
    id,
    accountId,
    accountName: account.name,
    bankName: account.connection.bank.name,
    level: parseLevel(level),
    since: createdAt.toISOString(),
    seenAt: seenAt?.toISOString() ?? null,
  }
}

async function readShareable(userId: string): Promise<HouseholdView['accounts']> {
  const rows = await db().account.findMany({
    where: { userId, gone: false, connection: { status: { not: 'disconnected' } } },
    orderBy: [{ connection: { createdAt: 'asc' } }, { ordinal: 'asc' }, { id: 'asc' }],
    include: { connection: { include: { bank: true } } },
  })
  return rows.flatMap(row => {
    const offers = offersOf(row)
    if (offers.length === 0) return []
    const bank = BankBadge.parse(toBankView(row.connection.bank))
    const kind = row.kind === 'card' ? ('card' as const) : ('account' as const)
    const maskedIban = row.iban === null ? null : maskIban(row.iban)
    return [{ id: row.id, name: row.name, bank, kind, maskedIban, offers }]
  })
}

const shownDays = 30

async function readInvitations(userId: string): Promise<HouseholdView['invitations']> {
  const from = new Date(now().getTime() - shownDays * 86_400_000)
  const rows = await db().householdInvitation.findMany({
    where: { userId, createdAt: { gte: from } },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: 20,
  })
  const mails = await listMailsAbout({ userId }, { kind: 'household_invitation', aboutIds: rows.map(({ id }) => id) })
  return rows.flatMap(row => {
    const state = householdInvitationState(row, now())
    if (state === 'accepted' || state === 'withdrawn') return []
    const mail = mails.find(({ aboutId }) => aboutId === row.id)?.state ?? 'off'
    return [{ id: row.id, email: row.email, state, expiresAt: row.expiresAt.toISOString(), mail }]
  })
}

/**
 * Unnamed accounts stay. Narrowing takes effect at once. Refusals: `not_found`, `invalid_input` (`shares.level`)
 * beyond the consent, `reauthentication_required` for more than before (C24).
 */
export async function changeShares(
  { userId }: Person,
  memberId: string,
  { shares }: ShareInput,
  signed: { readonly authenticatedAt: Date },
): Promise<void> {
  await db().$transaction(async tx => {
    await requireTogether(tx, userId, memberId)
    const accountIds = shares.map(({ accountId }) => accountId)
    const accounts = await tx.account.findMany({ where: { userId, id: { in: accountIds } } })
    const own = new Map(accounts.map(account => [account.id, account]))
    for (const { accountId, level } of shares) {
      const account = own.get(accountId)
      if (!account) throw new Refused('not_found')
      if (level !== 'none' && !offersOf(account).includes(level)) {
        throw new Refused('invalid_input', { field: 'shares.level' })
      }
      await setShare(tx, { userId, viewerId: memberId, accountId }, level, signed)
    }
  })
}

type Pair = { readonly userId: string; readonly viewerId: string; readonly accountId: string }

async function setShare(
  tx: Tx,
  pair: Pair,
  level: ShareLevel | 'none',
  signed: { readonly authenticatedAt: Date },
): Promise<void> {
  const before = await tx.accountShare.findFirst({ where: pair })
  if (level === (before?.level ?? 'none')) return
  const from = before && isShareLevel(before.level) ? before.level : 'none'
  if (isWider(from, level)) requireFreshPassword(signed)
  if (before) await tx.accountShare.deleteMany({ where: pair })
  if (level !== 'none') await tx.accountShare.create({ data: { ...pair, level, createdAt: now() } })
  await record(tx, pair, level === 'none' ? 'share.ended' : 'share.given', level)
}

function record(tx: Tx, { userId, viewerId, accountId }: Pair, action: string, level: string): Promise<void> {
  return appendAudit({ userId, stream: `user:${userId}`, action, detail: { accountId, viewerId, level } }, tx)
}

/** Nobody joins or leaves meanwhile. Refusals: `not_found`. */
async function requireTogether(tx: Tx, userId: string, memberId: string): Promise<void> {
  const householdId = isUuid(memberId) && memberId !== userId ? await lockHousehold(tx, userId) : null
  const together = householdId && (await tx.householdMember.count({ where: { userId: memberId, householdId } })) > 0
  if (!together) throw new Refused('not_found')
}

/** Null: in none. */
export async function lockHousehold(tx: Tx, userId: string): Promise<string | null> {
  const rows = await tx.$queryRaw<{ id: string }[]>`
    SELECT "id" FROM "Household" WHERE "id" = (SELECT "householdId" FROM "HouseholdMember" WHERE "userId" = ${userId}::uuid)
    FOR UPDATE`
  return rows[0]?.id ?? null
}

/** By owner or viewer. Refusals: `not_found`. */
export async function endShare({ userId }: Person, shareId: string): Promise<void> {
  await db().$transaction(async tx => {
    const either = { OR: [{ userId }, { viewerId: userId }] }
    const share = isUuid(shareId) ? await tx.accountShare.findFirst({ where: { id: shareId, ...either } }) : null
    if (!share) throw new Refused('not_found')
    await tx.accountShare.deleteMany({ where: { id: shareId, ...either } })
    await record(tx, share, 'share.ended', userId === share.userId ? 'by_owner' : 'by_viewer')
  })
}

/** All shares end; who is left alone is in none. Idempotent. */
export async function leaveHousehold({ userId }: Person): Promise<void> {
  await db().$transaction(async tx => {
    const householdId = await lockHousehold(tx, userId)
    if (householdId === null) return
    const shares = await tx.accountShare.findMany({ where: { OR: [{ userId }, { viewerId: userId }] } })
    await tx.accountShare.deleteMany({ where: { OR: [{ userId }, { viewerId: userId }] } })
    for (const share of shares) await record(tx, share, 'share.ended', 'household_left')
    await tx.budget.updateMany({ where: { userId }, data: { shared: false } })
    await tx.householdMember.deleteMany({ where: { userId, householdId } })
    await tx.householdInvitation.updateMany({
      where: { userId, householdId, answer: null },
      data: { answer: 'withdrawn', answeredAt: now() },
    })
    await appendAudit({ userId, stream: `user:${userId}`, action: 'household.left', detail: { householdId } }, tx)
    await dissolveIfAlone(tx, householdId)
  })
}

/** Without open invitations. */
async function dissolveIfAlone(tx: Tx, householdId: string): Promise<void> {
  const members = await tx.householdMember.count({ where: { householdId } })
  const invited = { householdId, answer: null, expiresAt: { gt: now() } }
  if (members > 1 || (members === 1 && (await tx.householdInvitation.count({ where: invited })) > 0)) return
  const last = await tx.householdMember.findMany({ where: { householdId }, select: { userId: true } })
  for (const { userId } of last) await tx.budget.updateMany({ where: { userId }, data: { shared: false } })
  await tx.household.deleteMany({ where: { id: householdId } })
}

/** For the access log. */
export async function listLookers({ userId }: Person, connectionId: string): Promise<(ShareView & { name: string })[]> {
  const rows = await db().accountShare.findMany({
    where: { userId, account: { userId, connectionId } },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    include: {
      viewer: { select: { name: true } },
      account: shownOfAccount,
    },
  })
  return rows.filter(canSee).map(row => ({ ...toShareView(row), name: row.viewer.name }))
}
