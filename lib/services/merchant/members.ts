import { appendAudit } from '#lib/base/audit.ts'
import { isUuid } from '#lib/base/ids.ts'
import { now } from '#lib/clock.ts'
import { db, type Prisma, type Tx } from '#lib/db.ts'
import {
  invitationState,
  type MemberAction,
  type MemberRole,
  may,
  mayChangeMember,
  mayLeave,
  memberRoles,
} from '#lib/domain/merchant/membership.ts'
import { isNewOwner, nothingWaits } from '#lib/domain/payments/payee/beneficiary-change.ts'
import { Refused, requireFound } from '#lib/domain/refusals/refused.ts'
import { omitUndefined } from '#lib/domain/requests/omit-undefined.ts'
import type { Actor } from '#lib/domain/who.ts'
import { announceOrganisation } from '#lib/services/events/outbox.ts'
import { findFailing, listMailsAbout } from '#lib/services/mail/queue.ts'
import type { TeamView } from '#lib/views/organisation.ts'
import { holderOf, revokeHeldKeys, takeOverKeys } from './held-keys.ts'
import { notifyOwners } from './mails.ts'

export type Member = {
  readonly organisationId: string
  readonly userId: string
  readonly role: MemberRole
  readonly roleSince: Date
}

/** Refusals: `not_found` (C29), `not_allowed`. */
export async function memberOf(
  userId: string,
  organisationId: string,
  action: MemberAction,
  tx: Tx = db(),
): Promise<Member> {
  const membership = isUuid(organisationId)
    ? await tx.membership.findUnique({ where: { organisationId_userId: { organisationId, userId } } })
    : null
  if (!membership) throw new Refused('not_found')
  const role = membership.role
  if (!may(role, action)) throw new Refused('not_allowed', { field: action })
  return { organisationId, userId, role, roleSince: membership.roleSince }
}

/** Owners first. Refusals: `not_found`. */
export async function readTeam({ userId, organisationId }: Actor<'member.read'>): Promise<TeamView> {
  const { role } = await memberOf(userId, organisationId, 'members.read')
  const [memberships, invitations] = await Promise.all([
    db().membership.findMany({ where: { organisationId }, orderBy: { createdAt: 'asc' } }),
    db().invitation.findMany({
      where: { organisationId, acceptedAt: null, revokedAt: null },
      orderBy: { createdAt: 'desc' },
      take: 100,
    }),
  ])
  const ids = memberships.map(one => one.userId)
  const aboutIds = invitations.map(({ id }) => id)
  const [people, keys, mails, failing] = await Promise.all([
    db().user.findMany({ where: { id: { in: ids } }, select: { id: true, name: true, email: true } }),
    db().apiKey.findMany({ where: { organisationId, revokedAt: null }, orderBy: { createdAt: 'asc' } }),
    listMailsAbout({ organisationId }, { kind: 'invitation', aboutIds }),
    findFailing(ids, { organisationId }),
  ])
  const keysOf = (id: string) =>
    id === userId || may(role, 'developers.read')
      ? keys.filter(key => holderOf(key) === id).map(({ name }) => name)
      : []
  const stateById = new Map(mails.map(({ aboutId, state }) => [aboutId, state]))
  const byId = new Map(people.map(person => [person.id, person]))
  const members = memberships.map(({ userId: id, role: given, createdAt }) => ({
    userId: id,
    name: byId.get(id)?.name ?? '—',
    email: byId.get(id)?.email ?? '—',
    role: given,
    since: createdAt.toISOString(),
    isYou: id === userId,
    mailFailingSince: (may(role, 'members.write') && failing.get(id)?.toISOString()) || null,
    keys: keysOf(id),
  }))
  const rank = (one: MemberRole) => memberRoles.indexOf(one)
  return {
    members: members.toSorted((one, other) => rank(one.role) - rank(other.role)),
    invitations: invitations.map(one => ({ ...showInvitation(one), mail: stateById.get(one.id) ?? null })),
  }
}

function showInvitation(row: Prisma.InvitationGetPayload<object>) {
  const { id, email, role, createdAt, expiresAt } = row
  const state = invitationState(row, now())
  return { id, email, role, state, createdAt: createdAt.toISOString(), expiresAt: expiresAt.toISOString() }
}

type MemberChange = {
  readonly memberId: string
  readonly role: MemberRole | null
  /** Of a removed member. */
  readonly keys?: 'revoke' | 'take_over'
}

/**
 * `role` null removes. One owner stays, changes are serialised; a new owner can't change earlier ones, who must be
 * able to stop a change of account. A removed member's keys are revoked or taken over. Refusals: `not_found`,
 * `not_allowed` (`last_owner`, `new_owner`, `ownership.write`).
 */
export async function changeMember(
  { userId, organisationId }: Actor<'member.role' | 'member.remove'>,
  { memberId, role, keys = 'revoke' }: MemberChange,
): Promise<void> {
  await inOrganisation(organisationId, async tx => {
    const self = await memberOf(userId, organisationId, 'members.write', tx)
    const member = requireFound(
      isUuid(memberId) && (await tx.membership.findUnique({ where: membershipKey(organisationId, memberId) })),
    )
    const from = member.role
    const owners = await countOwners(tx, organisationId)
    if (!mayChangeMember(self.role, { from, to: role, owners })) {
      throw new Refused('not_allowed', { field: from === 'owner' && owners <= 1 ? 'last_owner' : 'members.write' })
    }
    if (from === role) return
    if (from === 'owner' && member.roleSince < self.roleSince && (await isNew(tx, self))) {
      throw new Refused('not_allowed', { field: 'new_owner' })
    }
    if (role === null) {
      if (keys === 'take_over') await takeOver(tx, self, memberId)
      await revokeHeldKeys(tx, { organisationId, holderId: memberId, userId })
      await removeMembership(tx, organisationId, memberId)
    } else
      await tx.membership.update({ where: membershipKey(organisationId, memberId), data: { role, roleSince: now() } })
    if (from === 'owner') await dropPendingBeneficiary(tx, memberId, organisationId)
    const detail = { organisationId, memberId, from, to: role ?? 'none' }
    const action = role === null ? 'member.removed' : 'member.role_changed'
    await appendAudit({ userId, stream: `organisation:${organisationId}`, action, detail }, tx)
    if (from !== 'owner' && role !== 'owner') return
    const { name } = await tx.user.findUniqueOrThrow({ where: { id: memberId }, select: { name: true } })
    const what = role === 'owner' ? 'owner_made' : role === null ? 'owner_removed' : 'owner_demoted'
    const former = from === 'owner' ? { formerId: memberId } : {}
    await notifyOwners(tx, { organisationId, userId, event: { what, name }, path: '/organisation/members', ...former })
  })
}

async function takeOver(tx: Tx, { organisationId, userId, role }: Member, holderId: string): Promise<void> {
  if (!may(role, 'ownership.write')) throw new Refused('not_allowed', { field: 'ownership.write' })
  await takeOverKeys(tx, { organisationId, userId, holderId })
}

async function isNew(tx: Tx, { organisationId, roleSince: ownerSince }: Member): Promise<boolean> {
  const { createdAt: foundedAt } = await tx.organisation.findUniqueOrThrow({ where: { id: organisationId } })
  return isNewOwner({ ownerSince, foundedAt }, now())
}

/** When its author's ownership ends. Without `organisationId`: an erased person. */
export async function dropPendingBeneficiary(tx: Tx, byUserId: string, organisationId?: string): Promise<void> {
  const theirs = { beneficiaryNextByUserId: byUserId, ...omitUndefined({ id: organisationId }) }
  await tx.organisation.updateMany({ where: { ...theirs, beneficiaryNextAt: { gt: now() } }, data: nothingWaits })
  await tx.organisation.updateMany({ where: theirs, data: { beneficiaryNextByUserId: null } })
}

/** One's keys are revoked. Refusals: `not_found`, `not_allowed` (`last_owner`). */
export async function leaveOrganisation({ userId, organisationId }: Actor<'member.leave'>): Promise<void> {
  await inOrganisation(organisationId, async tx => {
    const { role } = await memberOf(userId, organisationId, 'members.read', tx)
    const owners = await countOwners(tx, organisationId)
    if (!mayLeave(role, owners)) throw new Refused('not_allowed', { field: 'last_owner' })
    await revokeHeldKeys(tx, { organisationId, holderId: userId, userId })
    await removeMembership(tx, organisationId, userId)
    const stream = `organisation:${organisationId}`
    await appendAudit({ userId, stream, action: 'member.left', detail: { organisationId, from: role } }, tx)
    if (role !== 'owner') return
    await dropPendingBeneficiary(tx, userId, organisationId)
    const { name } = await tx.user.findUniqueOrThrow({ where: { id: userId }, select: { name: true } })
    const event = { what: 'owner_left', name } as const
    await notifyOwners(tx, { organisationId, userId, event, path: '/organisation/members', formerId: userId })
  })
}

/** Also ends the loan of an account. */
async function removeMembership(tx: Tx, organisationId: string, userId: string): Promise<void> {
  await tx.membership.delete({ where: membershipKey(organisationId, userId) })
  const account = { beneficiaryUserId: null, beneficiaryAccountId: null }
  await tx.organisation.updateMany({ where: { id: organisationId, beneficiaryUserId: userId }, data: account })
}

/** Locked: two owners who remove each other leave one. */
export function inOrganisation<T>(organisationId: string, act: (tx: Tx) => Promise<T>): Promise<T> {
  return db().$transaction(async tx => {
    if (isUuid(organisationId)) {
      await tx.$queryRaw`SELECT "id" FROM "Organisation" WHERE "id" = ${organisationId}::uuid FOR UPDATE`
    }
    return act(tx)
  })
}

export async function lockOrganisationsOf(tx: Tx, userId: string): Promise<void> {
  await tx.$queryRaw`
    SELECT "id" FROM "Organisation" WHERE "id" IN (SELECT "organisationId" FROM "Membership" WHERE "userId" = ${userId}::uuid)
    ORDER BY "id" FOR UPDATE`
}

export async function listSolelyOwned(userId: string): Promise<string[]> {
  const others = { memberships: { none: { role: 'owner' as const, userId: { not: userId } } } }
  const rows = await db().organisation.findMany({
    where: { memberships: { some: { userId, role: 'owner' } }, AND: others },
    orderBy: { name: 'asc' },
    select: { name: true },
  })
  return rows.map(({ name }) => name)
}

const closedReasons = {
  en: 'The organisation has no owner any more: the last one deleted their Guichet account.',
  fr: 'L’organisation n’a plus de propriétaire : le dernier a supprimé son compte Guichet.',
} as const

/** Nobody could stop what it takes. Can't be resumed without an owner. */
export async function closeWithoutOwner(tx: Tx, organisationId: string): Promise<void> {
  if ((await countOwners(tx, organisationId)) > 0) return
  const { locale, suspendedAt } = await tx.organisation.findUniqueOrThrow({ where: { id: organisationId } })
  if (suspendedAt !== null) return
  const data = { suspendedAt: now(), suspendedReason: closedReasons[locale] }
  await tx.organisation.update({ where: { id: organisationId }, data })
  const action = 'organisation.suspended'
  await appendAudit({ userId: null, stream: `organisation:${organisationId}`, action, detail: { organisationId } }, tx)
  await announceOrganisation(tx, organisationId, action)
}

const membershipKey = (organisationId: string, userId: string) => ({
  organisationId_userId: { organisationId, userId },
})

const countOwners = (tx: Tx, organisationId: string) =>
  tx.membership.count({ where: { organisationId, role: 'owner' } })
