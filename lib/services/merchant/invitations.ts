import { randomUUID } from 'node:crypto'
import { appendAudit } from '#lib/base/audit.ts'
import { isUuid } from '#lib/base/ids.ts'
import { hashOf, newSecret } from '#lib/base/secrets.ts'
import { now } from '#lib/clock.ts'
import { db, type Tx } from '#lib/db.ts'
import { invitationState, type MemberRole, mayChangeMember } from '#lib/domain/merchant/membership.ts'
import { parseEmail } from '#lib/domain/people/email.ts'
import { invitationEnds } from '#lib/domain/people/invitation.ts'
import { Refused } from '#lib/domain/refusals/refused.ts'
import type { Actor } from '#lib/domain/who.ts'
import { languageOf, pageAt, requireMails } from '#lib/services/mail/queue.ts'
import type { MailRules } from '#lib/services/mail/sending.ts'
import { queueFromOrganisation, refuseUnlessMailed } from '#lib/services/people/outside-mails.ts'
import { type SignUp, signUpProven } from '#lib/services/people/users.ts'
import {
  type ConfirmingBrowser,
  proveAtSignUp,
  proveByInvitation,
  requireVerifiedAddress,
  unknownBrowser,
} from '#lib/services/people/verification.ts'
import { notifyOwners } from './mails.ts'
import { memberOf } from './members.ts'

/** 256 bits stored as a hash, seven days, sent to the address only (C54). */

/**
 * Replaces an open one. Refusals: `not_found`, `not_allowed`, `invalid_input` (`email`, `email.member`,
 * `email.name`), `mails_off`, `address_not_confirmed`, `too_many_tries`.
 */
export async function inviteMember(
  { userId, organisationId }: Actor<'member.invite'>,
  { email: typed, role }: { readonly email: string; readonly role: MemberRole },
): Promise<{ readonly id: string }> {
  const self = await memberOf(userId, organisationId, 'members.write')
  if (!mayChangeMember(self.role, { from: null, to: role, owners: 1 })) throw new Refused('not_allowed')
  const email = parseEmail(typed)
  if (email === null) throw new Refused('invalid_input', { field: 'email' })
  if (await isMember(organisationId, email)) throw new Refused('invalid_input', { field: 'email.member' })
  requireMails()
  await requireVerifiedAddress(userId, 'member.invite')
  const token = newSecret()
  const id = randomUUID()
  const url = pageAt(`/invitation/${token}`)
  await db().$transaction(async tx => {
    const open = { organisationId, email, acceptedAt: null, revokedAt: null }
    await tx.invitation.updateMany({ where: open, data: { revokedAt: now() } })
    const row = { id, organisationId, email, role, tokenHash: hashOf(token), invitedByUserId: userId }
    await tx.invitation.create({ data: { ...row, createdAt: now(), expiresAt: invitationEnds(now()) } })
    const detail = { organisationId, invitationId: id, role }
    await appendAudit({ userId, stream: `organisation:${organisationId}`, action: 'member.invited', detail }, tx)
    if (role === 'owner') {
      const event = { what: 'owner_invited', address: email } as const
      await notifyOwners(tx, { organisationId, userId, event, path: '/organisation/members' })
    }
    await mail(tx, { id, organisationId, email, role, url, userId })
  })
  return { id }
}

async function isMember(organisationId: string, email: string): Promise<boolean> {
  const person = await db().user.findUnique({ where: { email }, select: { id: true } })
  if (!person) return false
  return (await db().membership.count({ where: { organisationId, userId: person.id } })) > 0
}

type Mailing = { id: string; organisationId: string; email: string; role: MemberRole; url: string; userId: string }

async function mail(tx: Tx, { id, organisationId, email, role, url, userId }: Mailing): Promise<void> {
  const organisation = await tx.organisation.findUniqueOrThrow({ where: { id: organisationId } })
  const inviter = await tx.user.findUniqueOrThrow({ where: { id: userId }, select: { name: true } })
  const guest = await tx.user.findUnique({ where: { email }, select: { locale: true } })
  const language = languageOf(guest?.locale ?? organisation.locale)
  const values = { role, organisation: organisation.name, inviter: { stranger: inviter.name } }
  const words = { template: 'invitation', values, page: url } as const
  const about = { kind: 'invitation', aboutId: id, key: `invitation:${id}` } as const
  const queued = { ...about, parties: { organisationId, to: email }, language, words }
  refuseUnlessMailed(await queueFromOrganisation(tx, queued, { mode: null, byUserId: userId }))
}

/** Refusals: `not_found`, `not_allowed`. */
export async function revokeInvitation(
  { userId, organisationId }: Actor<'invitation.revoke'>,
  invitationId: string,
): Promise<void> {
  await db().$transaction(async tx => {
    await memberOf(userId, organisationId, 'members.write', tx)
    const open = { id: invitationId, organisationId, acceptedAt: null, revokedAt: null }
    const { count } = isUuid(invitationId)
      ? await tx.invitation.updateMany({ where: open, data: { revokedAt: now() } })
      : { count: 0 }
    if (count === 0) throw new Refused('not_found')
    const detail = { organisationId, invitationId }
    const action = 'member.invitation_revoked'
    await appendAudit({ userId, stream: `organisation:${organisationId}`, action, detail }, tx)
  })
}

export type InvitationOffer = {
  readonly organisationName: string
  readonly role: MemberRole
  readonly email: string
  readonly state: 'open' | 'accepted' | 'revoked' | 'expired'
  /** The organisation, for a person who is a member of it. */
  readonly joined: string | null
}

/** Refusals: `not_found`. */
export async function readInvitation(token: string, userId: string): Promise<InvitationOffer> {
  const row = await db().invitation.findUnique({
    where: { tokenHash: hashOf(token) },
    include: { organisation: { select: { name: true, memberships: { where: { userId }, select: { userId: true } } } } },
  })
  if (!row) throw new Refused('not_found')
  const { email, organisation, organisationId, role } = row
  const joined = organisation.memberships.length > 0 ? organisationId : null
  return { organisationName: organisation.name, role, email, state: invitationState(row, now()), joined }
}

export type Inviter = {
  readonly inviter: string
  readonly name: string
  readonly email: string
  readonly hasAccount: boolean
}

/** Who invites to what, for whoever holds the mail; null if it can't be accepted. */
export async function readInviter(token: string): Promise<Inviter | null> {
  const row = await findOpen(token)
  if (row === null) return null
  const { email, organisation, invitedByUserId: id } = row
  const [by, hasAccount] = await Promise.all([
    db().user.findUnique({ where: { id }, select: { name: true } }),
    db().user.count({ where: { email } }),
  ])
  return { inviter: by?.name ?? organisation.name, name: organisation.name, email, hasAccount: hasAccount > 0 }
}

async function findOpen(token: string) {
  const where = { tokenHash: hashOf(token) }
  const row = await db().invitation.findUnique({ where, include: { organisation: { select: { name: true } } } })
  return row !== null && invitationState(row, now()) === 'open' ? row : null
}

/**
 * A new account of the invited address, which its mailed token proves. Null: sign up as anybody. Refusals: those of
 * `signUp`.
 */
export async function signUpInvited(input: SignUp, token: string | null): Promise<{ readonly userId: string } | null> {
  const invited = token === null ? null : await findOpen(token)
  if (invited === null || invited.email !== parseEmail(input.email)) return null
  const isMailed = (await db().mail.count({ where: { kind: 'invitation', aboutId: invited.id } })) > 0
  if (!isMailed || (await db().user.count({ where: { email: invited.email } })) > 0) return null
  return signUpProven(input, (tx, userId) => proveAtSignUp(tx, userId, input.ip))
}

/**
 * As the person it was sent to; a member keeps their role. Refusals: `not_found`, `not_allowed` for another address,
 * `address_not_confirmed`.
 */
export async function acceptInvitation(
  person: { readonly userId: string; readonly email: string },
  token: string,
  from: ConfirmingBrowser = unknownBrowser,
): Promise<{ organisationId: string }> {
  return db().$transaction(async tx => {
    const row = await tx.invitation.findUnique({ where: { tokenHash: hashOf(token) } })
    if (!row || invitationState(row, now()) !== 'open') throw new Refused('not_found')
    if (row.email !== person.email) throw new Refused('not_allowed', { field: 'email' })
    const { id, organisationId } = row
    const open = { id, organisationId, acceptedAt: null, revokedAt: null }
    const { count } = await tx.invitation.updateMany({ where: open, data: { acceptedAt: now() } })
    if (count === 0) throw new Refused('not_found')
    const { userId } = person
    await proveByInvitation(tx, userId, { kind: 'invitation', id }, from)
    const membership = { organisationId, userId, role: row.role, roleSince: now(), createdAt: now() }
    const joined = await tx.membership.createMany({ data: [membership], skipDuplicates: true })
    const detail = { organisationId, invitationId: id, role: row.role }
    await appendAudit({ userId, stream: `organisation:${organisationId}`, action: 'member.joined', detail }, tx)
    if (row.role === 'owner' && joined.count > 0) {
      const { name } = await tx.user.findUniqueOrThrow({ where: { id: userId }, select: { name: true } })
      const event = { what: 'owner_joined', name } as const
      await notifyOwners(tx, { organisationId, userId, event, path: '/organisation/members' })
    }
    return { organisationId }
  })
}

/** While it can be accepted. */
export const invitationMailRules: MailRules<'invitation'> = {
  invitation: async (organisationId, id) => {
    const invitation = await db().invitation.findFirst({ where: { id, organisationId } })
    return invitation !== null && invitationState(invitation, now()) === 'open'
  },
}
