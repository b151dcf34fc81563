import { now } from '#lib/clock.ts'
import { db, type Tx } from '#lib/db.ts'
import { type ActName, actOf } from '#lib/domain/merchant/guarded-acts.ts'
import { Refused } from '#lib/domain/refusals/refused.ts'
import { isMailOn } from '#lib/mail.ts'
import { appendAudit } from '#lib/services/audit.ts'
import { hashOf } from '#lib/services/secrets.ts'
import { takeTry } from './limits.ts'
import { findLink, mailLink, type OpenLink, spendLink } from './mailed-links.ts'

/**
 * Whether somebody's address is theirs: proven by a link that was mailed there, opened by who is signed in as them. An account
 * that somebody opens with another person's address therefore stays as it is, also when that person presses every button.
 */

const resendLimit = { limit: 5, windowSeconds: 60 * 60 }

/** Whether there is a mail server to send anything by. */
export const canMail = (): boolean => isMailOn()

/** Whether the address of an account is not confirmed yet. Without a mail server nobody could: none is asked to. */
export async function isUnverified(userId: string, tx: Tx = db()): Promise<boolean> {
  if (!isMailOn()) return false
  return (await tx.user.count({ where: { id: userId, emailVerifiedAt: null } })) > 0
}

/** Refuses `address_not_confirmed` to who has not confirmed their address, where the table of acts asks for it. */
export async function requireVerifiedAddress(userId: string, act: ActName, tx: Tx = db()): Promise<void> {
  if (actOf(act).address === 'confirmed' && (await isUnverified(userId, tx))) throw new Refused('address_not_confirmed')
}

/** Mails the link again; the one of before is over. Nothing for an address that is confirmed. Refuses too_many_tries, five an hour. */
export async function sendVerification(userId: string): Promise<void> {
  if (!(await isUnverified(userId))) return
  await takeTry(`verification:${userId}`, resendLimit)
  await db().$transaction(async tx => {
    const user = await tx.user.findUnique({ where: { id: userId }, select: { id: true, email: true, locale: true } })
    if (!user) throw new Refused('not_found')
    await mailLink(tx, user, 'verify_email')
    await appendAudit({ userId, stream: `user:${userId}`, action: 'email.verification_sent' }, tx)
  })
}

/** What the link of the mail is to who is signed in; looking spends nothing. */
export async function readVerificationLink(userId: string, token: string): Promise<'open' | 'other_account' | 'over'> {
  const link = await findLink(token, 'verify_email')
  if (!link) return 'over'
  return link.userId === userId ? 'open' : 'other_account'
}

/**
 * Whose account the link of the mail confirms in the browser that signed up, which has `browser` in its cookie: there it needs no
 * password. Null anywhere else, and for a link that is over. Looking spends nothing.
 */
export async function readSignUpLink(
  token: string,
  browser: string | null,
): Promise<{ readonly email: string } | null> {
  const link = await findLink(token, 'verify_email')
  return link && isBrowserOf(link, browser) ? { email: link.email } : null
}

const isBrowserOf = ({ browserHash }: OpenLink, browser: string | null): boolean =>
  browser !== null && browserHash !== null && hashOf(browser) === browserHash

/**
 * Confirms the address in the browser that signed up, and returns the person to open a session for: they chose the password in this
 * browser and read the mail. Whoever opens the link elsewhere signs in with the password first, so an account that a
 * stranger opened with somebody's address stays the stranger's alone. Refuses not_found for another browser and a link that is over.
 */
export async function finishSignUp(token: string, browser: string | null, ip: string): Promise<{ userId: string }> {
  const link = await findLink(token, 'verify_email')
  if (!link || !isBrowserOf(link, browser)) throw new Refused('not_found')
  await confirm(link, ip)
  return { userId: link.userId }
}

/** Confirms the address by the link of the mail. Refuses not_found for one that is over or for another account. */
export async function verifyAddress(userId: string, token: string, ip: string): Promise<void> {
  const link = await findLink(token, 'verify_email')
  if (link?.userId !== userId) throw new Refused('not_found')
  await confirm(link, ip)
}

function confirm(link: OpenLink, ip: string): Promise<void> {
  return db().$transaction(async tx => {
    if (!(await spendLink(tx, link))) throw new Refused('not_found')
    await markVerified(tx, link.userId, 'link', ip)
  })
}

const joiningBy = { invitation: 'member.join', household_invitation: 'household.answer' } as const
type Invitation = { readonly kind: keyof typeof joiningBy; readonly id: string }

/**
 * Who accepts an invitation reads the mail of its link, so their address is confirmed by it, if it is the link of a mail: no other
 * proves anything. Refuses address_not_confirmed.
 */
export async function proveByInvitation(tx: Tx, userId: string, { kind, id }: Invitation): Promise<void> {
  const isMailed = (await tx.mail.count({ where: { kind, aboutId: id } })) > 0
  if (isMailed) await markVerified(tx, userId, 'invitation')
  else await requireVerifiedAddress(userId, joiningBy[kind], tx)
}

/** The address of an account is proven by a mail that its person read: an invitation, or a link to a new password. */
export async function markVerified(
  tx: Tx,
  userId: string,
  by: 'link' | 'invitation' | 'reset',
  ip: string | null = null,
): Promise<void> {
  const where = { id: userId, emailVerifiedAt: null }
  const { count } = await tx.user.updateMany({ where, data: { emailVerifiedAt: now() } })
  if (count === 1)
    await appendAudit({ userId, stream: `user:${userId}`, action: 'email.verified', detail: { by }, ip }, tx)
}
