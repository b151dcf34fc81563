import { hashOf, newSecret } from '#lib/base/secrets.ts'
import { now } from '#lib/clock.ts'
import { db, type Tx } from '#lib/db.ts'
import { mailSecurityChange } from './security-mails.ts'

/**
 * Browsers in which a person has signed in before. Wrong passwords typed elsewhere do not delay sign-ins in these. The token in the
 * cookie grants no access; it only selects a counter of its own for wrong passwords.
 */

/** The longest time a browser keeps a cookie (RFC 6265bis). */
export const deviceSeconds = 400 * 24 * 60 * 60

const isToken = (text: string | null): text is string => text !== null && /^[A-Za-z0-9_-]{43}$/.test(text)

/** The person with this address if they have signed in in this browser before. One query in every case (C27). */
export async function findDeviceOwner(email: string, token: string | null): Promise<string | null> {
  const tokenHash = hashOf(isToken(token) ? token : '')
  const row = await db().knownDevice.findFirst({ where: { tokenHash, user: { email } }, select: { userId: true } })
  return row?.userId ?? null
}

/**
 * Records that a person uses this browser and returns the token for its cookie: the existing one if anybody signed in there before, so
 * that two people can share a browser; else a new one, never one that we did not issue. Every browser but the person's first is
 * reported by mail.
 */
export async function rememberDevice(userId: string, token: string | null, tx: Tx = db()): Promise<string> {
  const at = now()
  const known = isToken(token) ? await tx.knownDevice.count({ where: { tokenHash: hashOf(token) } }) : 0
  const kept = isToken(token) && known > 0 ? token : newSecret()
  const deviceKey = { userId, tokenHash: hashOf(kept) }
  const others = await tx.knownDevice.findMany({ where: { userId }, select: { tokenHash: true } })
  // The first one is where the account was opened, or where its password was chosen.
  const isNew = others.length > 0 && !others.some(({ tokenHash }) => tokenHash === deviceKey.tokenHash)
  if (isNew) await mailSecurityChange(tx, userId, 'new_device')
  await tx.knownDevice.upsert({
    where: { userId_tokenHash: deviceKey },
    create: { ...deviceKey, createdAt: at, lastSeenAt: at },
    update: { lastSeenAt: at },
  })
  return kept
}

/** Forgets every browser of a person except the one with this token, for a changed password. */
export async function forgetDevices(tx: Tx, userId: string, keptToken: string | null): Promise<void> {
  const kept = isToken(keptToken) ? { tokenHash: { not: hashOf(keptToken) } } : {}
  await tx.knownDevice.deleteMany({ where: { userId, ...kept } })
}

/** Deletes browsers whose cookie has expired. For a sweep. */
export async function sweepDevices(): Promise<void> {
  const before = new Date(now().getTime() - deviceSeconds * 1000)
  await db().knownDevice.deleteMany({ where: { lastSeenAt: { lt: before } } })
}
