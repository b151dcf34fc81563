import { randomUUID } from 'node:crypto'
import { appendAudit } from '#lib/base/audit.ts'
import { isUuid } from '#lib/base/ids.ts'
import { hashOf, newSecret } from '#lib/base/secrets.ts'
import { now } from '#lib/clock.ts'
import { db, type Tx } from '#lib/db.ts'
import { parseEmail } from '#lib/domain/people/email.ts'
import { findJoinFault, householdInvitationState } from '#lib/domain/people/household.ts'
import { invitationDays, invitationEnds } from '#lib/domain/people/invitation.ts'
import { Refused } from '#lib/domain/refusals/refused.ts'
import type { Person } from '#lib/domain/who.ts'
import { languageOf, pageAt, requireMails } from '#lib/services/mail/queue.ts'
import type { MailRules } from '#lib/services/mail/sending.ts'
import { queueFromPerson } from '#lib/services/people/outside-mails.ts'
import {
  type ConfirmingBrowser,
  proveByInvitation,
  requireVerifiedAddress,
  unknownBrowser,
} from '#lib/services/people/verification.ts'
import type { InvitationView } from '#lib/views/household.ts'
import { lockHousehold } from './sharing.ts'

/** 256 bits stored as a hash, seven days, sent to the address only (C54). */

const linkOf = (token: string) => pageAt(`/household/invitation?token=${token}`)

export type Inviting = { readonly userId: string; readonly email: string }

/**
 * Creates the household if there is none; replaces an open invitation. The same answer whoever has an account (C27).
 * Refusals: `invalid_input` (`email`, `email.member`, `household.full`), `mails_off`, `address_not_confirmed`,
 * `too_many_tries`.
 */
export async function invite({ userId, email: own }: Inviting, typed: string): Promise<{ readonly id: string }> {
  const email = parseEmail(typed)
  if (email === null) throw new Refused('invalid_input', { field: 'email' })
  if (email === own) throw new Refused('invalid_input', { field: 'email.member' })
  requireMails()
  await requireVerifiedAddress(userId, 'household.invite')
  const token = newSecret()
  const id = randomUUID()
  await db().$transaction(async tx => {
    const householdId = (await lockHousehold(tx, userId)) ?? (await makeHousehold(tx, userId))
    await refuseMember(tx, householdId, email)
    await withdrawOpen(tx, userId, { email })
    const times = { createdAt: now(), expiresAt: invitationEnds(now()) }
    const row = { id, userId, householdId, email, tokenHash: hashOf(token), ...times }
    await tx.householdInvitation.create({ data: row })
    const detail = { householdId, invitationId: id }
    await appendAudit({ userId, stream: `user:${userId}`, action: 'household.invited', detail }, tx)
    await mailInvitation(tx, { id, userId, email, token })
  })
  return { id }
}

type Mailing = { readonly id: string; readonly userId: string; readonly email: string; readonly token: string }

/** The guest's language, else the inviter's. */
async function mailInvitation(tx: Tx, { id, userId, email, token }: Mailing): Promise<void> {
  const people = await tx.user.findMany({
    where: { OR: [{ email }, { id: userId }] },
    select: { email: true, locale: true },
  })
  const reader = people.find(one => one.email === email) ?? people[0]
  const language = languageOf(reader?.locale)
  const inviter = await tx.user.findUniqueOrThrow({ where: { id: userId }, select: { name: true, email: true } })
  const values = { inviter: { stranger: inviter.name }, address: inviter.email, days: invitationDays }
  const about = { kind: 'household_invitation', aboutId: id, key: `household:${id}` } as const
  await queueFromPerson(tx, {
    ...about,
    parties: { userId, to: email },
    language,
    words: { template: 'household_invitation', values, page: linkOf(token) },
  })
}

async function makeHousehold(tx: Tx, userId: string): Promise<string> {
  const { id } = await tx.household.create({ data: { createdAt: now() } })
  await tx.householdMember.create({ data: { userId, householdId: id, joinedAt: now() } })
  return id
}

async function refuseMember(tx: Tx, householdId: string, email: string): Promise<void> {
  const members = await tx.householdMember.findMany({
    where: { householdId },
    select: { user: { select: { email: true } } },
  })
  if (members.some(({ user }) => user.email === email)) throw new Refused('invalid_input', { field: 'email.member' })
  if (findJoinFault(members.length, 0)) throw new Refused('invalid_input', { field: 'household.full' })
}

async function withdrawOpen(tx: Tx, userId: string, which: { email: string } | { id: string }): Promise<number> {
  const { count } = await tx.householdInvitation.updateMany({
    where: { userId, answer: null, ...which },
    data: { answer: 'withdrawn', answeredAt: now() },
  })
  return count
}

/** Refusals: `not_found`, also once answered. */
export async function withdrawInvitation({ userId }: Person, invitationId: string): Promise<void> {
  const count = isUuid(invitationId) ? await withdrawOpen(db(), userId, { id: invitationId }) : 0
  if (count === 0) throw new Refused('not_found')
}

/** None while the address is unconfirmed. */
export function listOpenInvitations(userId: string): Promise<{ readonly id: string; readonly inviterName: string }[]> {
  return db().$queryRaw<{ id: string; inviterName: string }[]>`
    SELECT invitation."id", inviter."name" AS "inviterName" FROM "User" AS guest
    JOIN "HouseholdInvitation" AS invitation ON invitation."email" = guest."email"
    JOIN "User" AS inviter ON inviter."id" = invitation."userId"
    WHERE guest."id" = ${userId}::uuid AND guest."emailVerifiedAt" IS NOT NULL AND invitation."answer" IS NULL
      AND invitation."expiresAt" > ${now()}
    ORDER BY invitation."createdAt" LIMIT 20`
}

/** By token or id. Refusals: `not_found`, also for a replaced link, and by id for others. */
export async function readHouseholdInvitation(person: Inviting, invitation: string): Promise<InvitationView> {
  const { userId, email } = person
  const row = await findInvitation(db(), person, invitation)
  const own = await db().householdMember.findUnique({
    where: { userId },
    select: { householdId: true, household: { select: { _count: { select: { members: true } } } } },
  })
  return {
    inviterName: row.user.name,
    inviterEmail: row.user.email,
    state: householdInvitationState(row, now()),
    expiresAt: row.expiresAt.toISOString(),
    forMe: row.email === email,
    taken: own !== null && own.householdId !== row.householdId && own.household._count.members > 1,
  }
}

async function findInvitation(tx: Tx, { userId, email }: Inviting, invitation: string) {
  const include = { user: { select: { name: true, email: true } } }
  if (isUuid(invitation)) {
    const row = await tx.householdInvitation.findUnique({ where: { id: invitation }, include })
    const isConfirmed = (await tx.user.count({ where: { id: userId, emailVerifiedAt: { not: null } } })) > 0
    if (row?.email === email && isConfirmed) return row
  } else if (/^[\w-]{43}$/.test(invitation)) {
    const row = await tx.householdInvitation.findUnique({ where: { tokenHash: hashOf(invitation) }, include })
    if (row) return row
  }
  throw new Refused('not_found')
}

/**
 * Accepting joins, from none or alone; it shows nothing yet. Refusals: `not_found` (ended, or another address),
 * `address_not_confirmed`, `invalid_input` (`household.taken`, `household.full`).
 */
export async function answerInvitation(
  person: Inviting,
  invitation: string,
  accept: boolean,
  from: ConfirmingBrowser = unknownBrowser,
): Promise<void> {
  const { userId, email } = person
  await db().$transaction(async tx => {
    const row = await findInvitation(tx, person, invitation)
    if (accept) await lockBoth(tx, userId, row.householdId)
    const open = householdInvitationState(row, now()) === 'open' && row.email === email
    const answer = { answer: accept ? ('accepted' as const) : ('declined' as const), answeredAt: now() }
    const { count } = open
      ? await tx.householdInvitation.updateMany({ where: { id: row.id, answer: null }, data: answer })
      : { count: 0 }
    if (count === 0) throw new Refused('not_found')
    if (accept) {
      await proveByInvitation(tx, userId, { kind: 'household_invitation', id: row.id }, from)
      await join(tx, userId, row.householdId)
    }
    const action = accept ? 'household.joined' : 'household.declined'
    const detail = { householdId: row.householdId, invitationId: row.id }
    await appendAudit({ userId, stream: `user:${userId}`, action, detail }, tx)
  })
}

/** In a fixed order: two who invited each other must not deadlock. */
async function lockBoth(tx: Tx, userId: string, householdId: string): Promise<void> {
  await tx.$queryRaw`
    SELECT 1 FROM "Household" WHERE "id" = ${householdId}::uuid
      OR "id" = (SELECT "householdId" FROM "HouseholdMember" WHERE "userId" = ${userId}::uuid)
    ORDER BY "id" FOR UPDATE`
}

async function join(tx: Tx, userId: string, householdId: string): Promise<void> {
  const ownId = await lockHousehold(tx, userId)
  if (ownId === householdId) return
  const members = await tx.householdMember.count({ where: { householdId } })
  const own = ownId === null ? 0 : await tx.householdMember.count({ where: { householdId: ownId } })
  const fault = findJoinFault(members, own)
  if (fault) throw new Refused('invalid_input', { field: fault.replace('_', '.') })
  if (ownId !== null) await tx.household.deleteMany({ where: { id: ownId } })
  await tx.householdMember.create({ data: { userId, householdId, joinedAt: now() } })
}

/** While it can be accepted. */
export const householdMailRules: MailRules<'household_invitation'> = {
  household_invitation: async (userId, id) => {
    const invitation = await db().householdInvitation.findFirst({ where: { id, userId } })
    return invitation !== null && householdInvitationState(invitation, now()) === 'open'
  },
}
