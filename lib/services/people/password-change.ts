import { randomUUID } from 'node:crypto'
import { appendAudit } from '#lib/base/audit.ts'
import { isWithin, takeTry } from '#lib/base/rate-limit.ts'
import { hashOf, newSecret } from '#lib/base/secrets.ts'
import { now } from '#lib/clock.ts'
import { db, type Tx } from '#lib/db.ts'
import { parseEmail } from '#lib/domain/people/email.ts'
import { findPasswordFault } from '#lib/domain/people/password.ts'
import { Refused, requireFound } from '#lib/domain/refusals/refused.ts'
import { networkOf } from '#lib/domain/requests/peer.ts'
import { mailEach, pageAt } from '#lib/services/mail/queue.ts'
import { forgetDevices, rememberDevice } from './devices.ts'
import { endLinks, findLink, mailLink, spendLink } from './mailed-links.ts'
import { requireFreshPassword } from './reauthenticate.ts'
import { hashPassword } from './users.ts'
import { type ConfirmingBrowser, isUnverified, markVerified } from './verification.ts'

const networkLimit = { limit: 20, windowSeconds: 60 * 60 }
const addressLimit = { limit: 3, windowSeconds: 60 * 60 }

/** Same answer and work without an account (C27); three mails an hour. Refusals: invalid_input, too_many_tries. */
export async function askNewPassword(typed: string, ip: string): Promise<void> {
  const address = parseEmail(typed)
  if (address === null) throw new Refused('invalid_input', { field: 'email' })
  await takeTry(`forgotten:ip:${networkOf(ip)}`, networkLimit)
  if (!(await isWithin(takeTry(`forgotten:email:${hashOf(address)}`, addressLimit)))) return
  await db().$transaction(async tx => {
    const user = await tx.user.findUnique({
      where: { email: address },
      select: { id: true, email: true, locale: true },
    })
    await mailLink(tx, user, 'reset_password')
    const [userId, stream] = user ? [user.id, `user:${user.id}`] : [null, 'system']
    await appendAudit({ userId, stream, action: 'password.reset_asked', ip }, tx)
  })
}

export type ResetLink = {
  readonly email: string
  /** Still sign in. */
  readonly passkeys: readonly string[]
  /** Never confirmed: what was set ends. */
  readonly isFirst: boolean
}

/** Null if invalid; not used up. */
export async function readResetLink(token: string): Promise<ResetLink | null> {
  const link = await findLink(token, 'reset_password')
  if (!link) return null
  const { email, userId } = link
  const isFirst = await isUnverified(userId)
  return { email, isFirst, passkeys: isFirst ? [] : await listNames(db(), userId) }
}

async function listNames(tx: Tx, userId: string): Promise<string[]> {
  const rows = await tx.passkey.findMany({ where: { userId }, orderBy: { id: 'asc' }, select: { name: true } })
  return rows.map(({ name }) => name)
}

type From = { readonly ip: string; readonly device: string | null }

/**
 * Sessions and links end, the address is confirmed, passkeys stay. Returns the device token. Refusals: invalid_input
 * (`password`), not_found.
 */
export async function resetPassword(
  token: string,
  password: string,
  from: ConfirmingBrowser,
): Promise<{ device: string }> {
  const link = requireFound(await findLink(token, 'reset_password'))
  const { userId, email } = link
  refuseWeak(password, email)
  const passwordHash = await hashPassword(password)
  return db().$transaction(async tx => {
    if (!(await spendLink(tx, link))) throw new Refused('not_found')
    await markVerified(tx, userId, 'reset', from)
    await replacePassword(tx, { userId, passwordHash, action: 'password.reset', ip: from.ip, device: from.device })
    await tx.session.updateMany({ where: { userId, revokedAt: null }, data: { revokedAt: now() } })
    return { device: await rememberDevice(userId, from.device, null, tx) }
  })
}

type SignedIn = {
  readonly userId: string
  readonly sessionId: string
  readonly email: string
  readonly authenticatedAt: Date
}

/**
 * Other sessions end; this one gets a new token, returned with the device's. Refusals: reauthentication_required
 * (C24), invalid_input (`password`), not_signed_in.
 */
export async function changePassword(
  { userId, sessionId, email, authenticatedAt }: SignedIn,
  password: string,
  { ip, device }: From,
): Promise<{ session: string; device: string }> {
  requireFreshPassword({ authenticatedAt })
  refuseWeak(password, email)
  const passwordHash = await hashPassword(password)
  return db().$transaction(async tx => {
    const session = newSecret()
    await replacePassword(tx, { userId, passwordHash, device, action: 'password.changed', ip })
    const { count } = await tx.session.updateMany({
      where: { id: sessionId, userId, revokedAt: null },
      data: { tokenHash: hashOf(session) },
    })
    if (count === 0) throw new Refused('not_signed_in')
    const others = { userId, revokedAt: null, id: { not: sessionId } }
    await tx.session.updateMany({ where: others, data: { revokedAt: now() } })
    return { session, device: await rememberDevice(userId, device, null, tx) }
  })
}

function refuseWeak(password: string, email: string): void {
  if (findPasswordFault(password, email)) throw new Refused('invalid_input', { field: 'password' })
}

type Replacing = {
  readonly userId: string
  readonly passwordHash: string
  readonly device: string | null
  readonly action: 'password.reset' | 'password.changed'
  readonly ip: string | null
}

/** Locks the person first: a sign-in with the old password is refused, an earlier one signed out. */
async function replacePassword(tx: Tx, { userId, passwordHash, device, action, ip }: Replacing): Promise<void> {
  await tx.user.update({ where: { id: userId }, data: { passwordHash } })
  await endLinks(tx, userId)
  await forgetDevices(tx, userId, device)
  const about = { kind: 'password_changed', aboutId: userId, key: `password_changed:${randomUUID()}` } as const
  const names = await listNames(tx, userId)
  const values = { passkeys: { names }, count: names.length }
  const words = { template: 'password_changed', values, page: pageAt('/password/forgotten') } as const
  await mailEach(tx, { id: userId }, { ...about, words })
  await appendAudit({ userId, stream: `user:${userId}`, action, ip }, tx)
}
