import { appendAudit } from '#lib/base/audit.ts'
import { takeTry } from '#lib/base/rate-limit.ts'
import { hashOf } from '#lib/base/secrets.ts'
import { now } from '#lib/clock.ts'
import { db, type Tx } from '#lib/db.ts'
import { type ActName, actOf } from '#lib/domain/acts.ts'
import { Refused } from '#lib/domain/refusals/refused.ts'
import type { Person } from '#lib/domain/who.ts'
import { isMailOn } from '#lib/mail.ts'
import { forgetDevices } from './devices.ts'
import { endLinks, findLink, mailLink, type OpenLink, spendLink } from './mailed-links.ts'

/**
 * Proven by a mailed link opened while signed in. An account with another's address stays unverified, nothing can be
 * set, and who confirms elsewhere finds it empty
 * (docs/decisions/2026-11-28-nothing-before-the-address-is-confirmed.md).
 */

const resendLimits = [
  { limit: 5, windowSeconds: 3_600 },
  { limit: 10, windowSeconds: 24 * 3_600 },
] as const

export const canMail = (): boolean => isMailOn()

/** Without a mail server none counts. */
export async function isUnverified(userId: string, tx: Tx = db()): Promise<boolean> {
  if (!isMailOn()) return false
  return (await tx.user.count({ where: { id: userId, emailVerifiedAt: null } })) > 0
}

/** `address_not_confirmed`. Routes check the session; services again for lasting access, money and mails. */
export async function requireVerifiedAddress(userId: string, act: ActName): Promise<void> {
  if (actOf(act).address === undefined && (await isUnverified(userId))) throw new Refused('address_not_confirmed')
}

/** Earlier ones end. Refuses too_many_tries. */
export async function sendVerification({ userId }: Person): Promise<void> {
  if (!(await isUnverified(userId))) return
  for (const limit of resendLimits) await takeTry(`verification:${limit.windowSeconds}:${userId}`, limit)
  await db().$transaction(async tx => {
    const user = await tx.user.findUnique({ where: { id: userId }, select: { id: true, email: true, locale: true } })
    if (!user) throw new Refused('not_found')
    await mailLink(tx, user, 'verify_email')
    await appendAudit({ userId, stream: `user:${userId}`, action: 'email.verification_sent' }, tx)
  })
}

/** Not used up. */
export async function readVerificationLink(
  userId: string | null,
  token: string,
): Promise<'open' | 'other_account' | 'over'> {
  const link = await findLink(token, 'verify_email')
  if (!link) return 'over'
  return link.userId === userId ? 'open' : 'other_account'
}

/** In the browser that signed up no password is needed. Null elsewhere; not used up. */
export async function readSignUpLink(
  token: string,
  browser: string | null,
): Promise<{ readonly email: string } | null> {
  const link = await findLink(token, 'verify_email')
  return link && (await hasSignedUp(link.userId, browser)) ? { email: link.email } : null
}

async function hasSignedUp(userId: string, browser: string | null, tx: Tx = db()): Promise<boolean> {
  if (browser === null) return false
  const where = { userId, purpose: 'verify_email' as const, browserHash: hashOf(browser) }
  return (await tx.mailedLink.count({ where })) > 0
}

export type ConfirmingBrowser = {
  readonly ip: string | null
  readonly browser: string | null
  readonly device: string | null
  readonly sessionId?: string
}

export const unknownBrowser: ConfirmingBrowser = { ip: null, browser: null, device: null }

/**
 * In the browser that signed up: returns the person to sign in. Elsewhere the password comes first: a stranger gains
 * nothing. Refuses not_found.
 */
export async function finishSignUp(token: string, from: ConfirmingBrowser): Promise<{ userId: string }> {
  const link = await findLink(token, 'verify_email')
  if (!link || !(await hasSignedUp(link.userId, from.browser))) throw new Refused('not_found')
  await confirm(link, from)
  return { userId: link.userId }
}

/** Refuses not_found. */
export async function verifyAddress({ userId }: Person, token: string, from: ConfirmingBrowser): Promise<void> {
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

/** Only a mailed link proves. Refuses address_not_confirmed. */
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

/** Of an account made a moment ago by whoever holds the mailed invitation: nothing in it is another's. */
export async function proveAtSignUp(tx: Tx, userId: string, ip: string): Promise<void> {
  await tx.user.update({ where: { id: userId }, data: { emailVerifiedAt: now() } })
  const detail = { by: 'invitation', isEmptied: false }
  await appendAudit({ userId, stream: `user:${userId}`, action: 'email.verified', detail, ip }, tx)
}

/** The first time, in another browser, all access ends, and the name unless the person saw it (`link`). */
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

async function forgetName(tx: Tx, userId: string): Promise<void> {
  const { email } = await tx.user.findUniqueOrThrow({ where: { id: userId }, select: { email: true } })
  await tx.user.update({ where: { id: userId }, data: { name: email.slice(0, email.lastIndexOf('@')) } })
}
