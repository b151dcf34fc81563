import { appendAudit } from '#lib/base/audit.ts'
import { takeTry } from '#lib/base/rate-limit.ts'
import { hashOf } from '#lib/base/secrets.ts'
import { now } from '#lib/clock.ts'
import { db, type Tx } from '#lib/db.ts'
import { type ActName, actOf } from '#lib/domain/acts.ts'
import { Refused } from '#lib/domain/refusals/refused.ts'
import { isMailOn } from '#lib/mail.ts'
import { forgetDevices } from './devices.ts'
import { endLinks, findLink, mailLink, type OpenLink, spendLink } from './mailed-links.ts'

/**
 * Whether a person's address is their own: proven by a link mailed there and opened by the person signed in. An account opened with
 * another person's address therefore stays unverified, even if that person presses every button; nothing can be set in it, and whoever
 * confirms the address in another browser than the one that signed up finds it empty
 * (docs/decisions/2026-11-28-nothing-before-the-address-is-confirmed.md).
 */

const resendLimits = [
  { limit: 5, windowSeconds: 3_600 },
  { limit: 10, windowSeconds: 24 * 3_600 },
] as const

/** Whether a mail server is configured. */
export const canMail = (): boolean => isMailOn()

/** Whether an account's address is unconfirmed. Without a mail server nobody could confirm it, so none counts as unconfirmed. */
export async function isUnverified(userId: string, tx: Tx = db()): Promise<boolean> {
  if (!isMailOn()) return false
  return (await tx.user.count({ where: { id: userId, emailVerifiedAt: null } })) > 0
}

/**
 * Refuses `address_not_confirmed` to people with an unconfirmed address, for acts that require a confirmed one. The wrapper of every route
 * does so for the session; services do it again where the act gives lasting access, moves money or writes to others.
 */
export async function requireVerifiedAddress(userId: string, act: ActName): Promise<void> {
  if (actOf(act).address === undefined && (await isUnverified(userId))) throw new Refused('address_not_confirmed')
}

/** Mails a new link; earlier ones end. No-op for a confirmed address. Refuses too_many_tries after five an hour, or ten a day. */
export async function sendVerification(userId: string): Promise<void> {
  if (!(await isUnverified(userId))) return
  for (const limit of resendLimits) await takeTry(`verification:${limit.windowSeconds}:${userId}`, limit)
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
  return link && (await hasSignedUp(link.userId, browser)) ? { email: link.email } : null
}

/** Whether this account was opened in the browser with this secret. */
async function hasSignedUp(userId: string, browser: string | null, tx: Tx = db()): Promise<boolean> {
  if (browser === null) return false
  const where = { userId, purpose: 'verify_email' as const, browserHash: hashOf(browser) }
  return (await tx.mailedLink.count({ where })) > 0
}

/** Where an address is confirmed, and what that browser keeps: its session and the token of its device cookie. */
export type ConfirmingBrowser = {
  readonly ip: string | null
  /** The secret in its cookie of a sign-up. */
  readonly browser: string | null
  readonly device: string | null
  readonly sessionId?: string
}

/** One that nothing is known about, and that keeps nothing. */
export const unknownBrowser: ConfirmingBrowser = { ip: null, browser: null, device: null }

/**
 * Confirms the address in the browser that signed up and returns the person to open a session for: they chose the password in this browser
 * and read the mail. In any other browser the person must sign in with the password first, so a stranger who opened an account with
 * somebody's address gains nothing. Refuses not_found for another browser and an invalid link.
 */
export async function finishSignUp(token: string, from: ConfirmingBrowser): Promise<{ userId: string }> {
  const link = await findLink(token, 'verify_email')
  if (!link || !(await hasSignedUp(link.userId, from.browser))) throw new Refused('not_found')
  await confirm(link, from)
  return { userId: link.userId }
}

/** Confirms the address by a mailed link. Refuses not_found for one that is invalid or of another account. */
export async function verifyAddress(userId: string, token: string, from: ConfirmingBrowser): Promise<void> {
  const link = await findLink(token, 'verify_email')
  if (link?.userId !== userId) throw new Refused('not_found')
  await confirm(link, from)
}

function confirm(link: OpenLink, from: ConfirmingBrowser): Promise<void> {
  return db().$transaction(async tx => {
    if (!(await spendLink(tx, link))) throw new Refused('not_found')
    await markVerified(tx, link.userId, 'link', from)
  })
}

type Invitation = { readonly kind: 'invitation' | 'household_invitation'; readonly id: string }

/**
 * Confirms the address of a person who accepts an invitation by the link mailed to it; a link that was not mailed proves nothing. Refuses
 * address_not_confirmed.
 */
export async function proveByInvitation(
  tx: Tx,
  userId: string,
  { kind, id }: Invitation,
  from: ConfirmingBrowser,
): Promise<void> {
  const isMailed = (await tx.mail.count({ where: { kind, aboutId: id } })) > 0
  if (isMailed) await markVerified(tx, userId, 'invitation', from)
  else if (await isUnverified(userId, tx)) throw new Refused('address_not_confirmed')
}

/**
 * Marks an address as confirmed because its person read a mail: the link, an invitation, or a link to a new password. The first time, in
 * another browser than the one that signed up, everything that gives access to the account ends. The name goes too, unless the person
 * saw it beside the button (`link`).
 */
export async function markVerified(
  tx: Tx,
  userId: string,
  by: 'link' | 'invitation' | 'reset',
  from: ConfirmingBrowser,
): Promise<void> {
  const where = { id: userId, emailVerifiedAt: null }
  const { count } = await tx.user.updateMany({ where, data: { emailVerifiedAt: now() } })
  if (count === 0) return
  const isEmptied = !(await hasSignedUp(userId, from.browser, tx))
  if (isEmptied) {
    await emptyAccount(tx, userId, from)
    if (by !== 'link') await forgetName(tx, userId)
  }
  const detail = { by, isEmptied }
  await appendAudit({ userId, stream: `user:${userId}`, action: 'email.verified', detail, ip: from.ip }, tx)
}

/** Ends whatever could let somebody else in, or keep its person out. */
async function emptyAccount(tx: Tx, userId: string, { sessionId, device }: ConfirmingBrowser): Promise<void> {
  const others = sessionId === undefined ? {} : { id: { not: sessionId } }
  await tx.session.updateMany({ where: { userId, revokedAt: null, ...others }, data: { revokedAt: now() } })
  await forgetDevices(tx, userId, device)
  await endLinks(tx, userId)
  const where = { userId }
  await tx.passkey.deleteMany({ where })
  await tx.passkeyChallenge.deleteMany({ where })
  await tx.totp.deleteMany({ where })
  await tx.recoveryCode.deleteMany({ where })
}

/** The address's own word for its person, until they change it. */
async function forgetName(tx: Tx, userId: string): Promise<void> {
  const { email } = await tx.user.findUniqueOrThrow({ where: { id: userId }, select: { email: true } })
  await tx.user.update({ where: { id: userId }, data: { name: email.slice(0, email.lastIndexOf('@')) } })
}
