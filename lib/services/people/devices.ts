import { now } from '#lib/clock.ts'
import { db, type Tx } from '#lib/db.ts'
import { hashOf, newSecret } from '#lib/services/secrets.ts'
import { mailSecurityChange } from './security-mails.ts'

/**
 * Browsers in which somebody signed in before. Wrong passwords of strangers hold up strangers; who was here before goes on. What
 * the cookie holds is no key: it opens nothing, and gives its holder a row of tries of their own.
 */

/** As long as a browser keeps a cookie at most (RFC 6265bis). */
export const deviceSeconds = 400 * 24 * 60 * 60

const isToken = (text: string | null): text is string => text !== null && /^[A-Za-z0-9_-]{43}$/.test(text)

/** Whose browser it is, if the person with this address has signed in there before. One query in every case (C27). */
export async function findDeviceOwner(email: string, token: string | null): Promise<string | null> {
  const tokenHash = hashOf(isToken(token) ? token : '')
  const row = await db().knownDevice.findFirst({ where: { tokenHash, user: { email } }, select: { userId: true } })
  return row?.userId ?? null
}

/**
 * Writes down that a person is in this browser, and returns the token for its cookie: the one it has, when somebody signed in
 * there before, so that two people can share a browser; else a new one, never one that we did not make. A browser that is not their
 * first is told by mail.
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

/** Forgets every browser of a person but the one with this token: with another password somebody else's guesses begin anew. */
export async function forgetDevices(tx: Tx, userId: string, keptToken: string | null): Promise<void> {
  const kept = isToken(keptToken) ? { tokenHash: { not: hashOf(keptToken) } } : {}
  await tx.knownDevice.deleteMany({ where: { userId, ...kept } })
}

/** Forgets browsers whose cookie has ended by itself, for a sweeper. */
export async function sweepDevices(): Promise<void> {
  const before = new Date(now().getTime() - deviceSeconds * 1000)
  await db().knownDevice.deleteMany({ where: { lastSeenAt: { lt: before } } })
}
