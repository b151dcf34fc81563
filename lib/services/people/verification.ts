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
 * Whether a person's address is their own: proven by a link mailed there and opened by the person signed in. An account opened with
 * another person's address therefore stays unverified, even if that person presses every button.
 */

const resendLimit = { limit: 5, windowSeconds: 60 * 60 }

/** Whether a mail server is configured. */
export const canMail = (): boolean => isMailOn()

/** Whether an account's address is unconfirmed. Without a mail server nobody could confirm it, so none counts as unconfirmed. */
export async function isUnverified(userId: string, tx: Tx = db()): Promise<boolean> {
  if (!isMailOn()) return false
  return (await tx.user.count({ where: { id: userId, emailVerifiedAt: null } })) > 0
}

/** Refuses `address_not_confirmed` to people with an unconfirmed address, for acts that require a confirmed one. */
export async function requireVerifiedAddress(userId: string, act: ActName, tx: Tx = db()): Promise<void> {
  if (actOf(act).address === 'confirmed' && (await isUnverified(userId, tx))) throw new Refused('address_not_confirmed')
}

/** Mails a new link; earlier ones end. No-op for a confirmed address. Refuses too_many_tries after five an hour. */
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

/** State of a mailed link for the signed-in person. Does not use it up. */
export async function readVerificationLink(userId: string, token: string): Promise<'open' | 'other_account' | 'over'> {
  const link = await findLink(token, 'verify_email')
  if (!link) return 'over'
  return link.userId === userId ? 'open' : 'other_account'
}

/**
 * The account whose address the link confirms, in the browser that signed up (`browser` is from its cookie), where no password is
 * needed. Null anywhere else, and for an invalid link. Does not use it up.
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
 * Confirms the address in the browser that signed up and returns the person to open a session for: they chose the password in this browser
 * and read the mail. In any other browser the person must sign in with the password first, so a stranger who opened an account with
 * somebody's address gains nothing. Refuses not_found for another browser and an invalid link.
 */
export async function finishSignUp(token: string, browser: string | null, ip: string): Promise<{ userId: string }> {
  const link = await findLink(token, 'verify_email')
  if (!link || !isBrowserOf(link, browser)) throw new Refused('not_found')
  await confirm(link, ip)
  return { userId: link.userId }
}

/** Confirms the address by a mailed link. Refuses not_found for one that is invalid or of another account. */
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
 * Confirms the address of a person who accepts an invitation by the link mailed to it; a link that was not mailed proves nothing. Refuses
 * address_not_confirmed.
 */
export async function proveByInvitation(tx: Tx, userId: string, { kind, id }: Invitation): Promise<void> {
  const isMailed = (await tx.mail.count({ where: { kind, aboutId: id } })) > 0
  if (isMailed) await markVerified(tx, userId, 'invitation')
  else await requireVerifiedAddress(userId, joiningBy[kind], tx)
}

/** Marks an address as confirmed because its person read a mail: an invitation, or a link to a new password. */
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
