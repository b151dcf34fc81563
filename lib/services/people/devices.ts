import { hashOf, newSecret } from '#lib/base/secrets.ts'
import { now } from '#lib/clock.ts'
import { db, type Tx } from '#lib/db.ts'
import { mailNewDevice } from './security-mails.ts'

/** Wrong passwords elsewhere don't delay sign-ins here. The token only selects a counter. */

/** RFC 6265bis. */
export const deviceSeconds = 400 * 24 * 60 * 60

const isToken = (text: string | null): text is string => text !== null && /^[A-Za-z0-9_-]{43}$/.test(text)

/** One query in every case (C27). */
export async function findDeviceOwner(email: string, token: string | null): Promise<string | null> {
  const tokenHash = hashOf(isToken(token) ? token : '')
  const row = await db().knownDevice.findFirst({ where: { tokenHash, user: { email } }, select: { userId: true } })
  return row?.userId ?? null
}

/**
 * The known token, else a new one, never one not ours; two people can share it. All but the first browser are
 * mailed.
 */
export async function rememberDevice(
  userId: string,
  token: string | null,
  userAgent: string | null = null,
  tx: Tx = db(),
): Promise<string> {
  const at = now()
  const known = isToken(token) ? await tx.knownDevice.count({ where: { tokenHash: hashOf(token) } }) : 0
  const kept = isToken(token) && known > 0 ? token : newSecret()
  const deviceKey = { userId, tokenHash: hashOf(kept) }
  const others = await tx.knownDevice.findMany({ where: { userId }, select: { tokenHash: true } })
  // The first: where the account was opened.
  const isNew = others.length > 0 && !others.some(({ tokenHash }) => tokenHash === deviceKey.tokenHash)
  if (isNew) await mailNewDevice(tx, userId, userAgent)
  await tx.knownDevice.upsert({
    where: { userId_tokenHash: deviceKey },
    create: { ...deviceKey, createdAt: at, lastSeenAt: at },
    update: { lastSeenAt: at },
  })
  return kept
}

/** Except this one. */
export async function forgetDevices(tx: Tx, userId: string, keptToken: string | null): Promise<void> {
  const kept = isToken(keptToken) ? { tokenHash: { not: hashOf(keptToken) } } : {}
  await tx.knownDevice.deleteMany({ where: { userId, ...kept } })
}

export async function sweepDevices(): Promise<void> {
  const before = new Date(now().getTime() - deviceSeconds * 1000)
  await db().knownDevice.deleteMany({ where: { lastSeenAt: { lt: before } } })
}
