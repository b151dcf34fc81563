import { appendAudit } from '#lib/base/audit.ts'
import { now } from '#lib/clock.ts'
import { db } from '#lib/db.ts'
import { Refused } from '#lib/domain/refusals/refused.ts'
import type { Person } from '#lib/domain/who.ts'
import { checkPassword } from './users.ts'

/** C24. A refused page goes to `/settings/confirm?next=…`. */

export const freshMs = 5 * 60_000

type Authenticated = { readonly authenticatedAt: Date }

export function isFreshlyAuthenticated({ authenticatedAt }: Authenticated): boolean {
  const ageMs = now().getTime() - authenticatedAt.getTime()
  return ageMs >= 0 && ageMs <= freshMs
}

/** C24. */
export function requireFreshPassword(session: Authenticated): void {
  if (!isFreshlyAuthenticated(session)) throw new Refused('reauthentication_required')
}

/**
 * Wrong ones wait, counted for this browser or session (guesses.ts). Refusals: `wrong_credentials` (`password`),
 * `too_many_tries`, `not_signed_in`.
 */
export async function reauthenticate(
  { userId }: Person,
  sessionId: string,
  password: string,
  { ip, device }: { readonly ip: string; readonly device: string | null },
): Promise<{ authenticatedAt: Date }> {
  const user = await db().user.findUnique({ where: { id: userId }, select: { email: true } })
  if (!user) throw new Refused('not_signed_in')
  const known = await checkPassword(user.email, password, { ip, device, session: { userId, sessionId } })
  if (known?.id !== userId) throw new Refused('wrong_credentials', { field: 'password' })
  return markReauthenticated({ userId, sessionId, by: 'password', ip })
}

type Proven = {
  readonly userId: string
  readonly sessionId: string
  readonly by: 'password' | 'passkey'
  readonly ip: string
}

/** Refuses not_signed_in. */
export async function markReauthenticated({ userId, sessionId, by, ip }: Proven): Promise<{ authenticatedAt: Date }> {
  const authenticatedAt = now()
  await db().$transaction(async tx => {
    const where = { id: sessionId, userId, revokedAt: null }
    const { count } = await tx.session.updateMany({ where, data: { authenticatedAt } })
    if (count === 0) throw new Refused('not_signed_in')
    const entry = { userId, stream: `user:${userId}`, action: 'session.reauthenticated', detail: { sessionId, by }, ip }
    await appendAudit(entry, tx)
  })
  return { authenticatedAt }
}
