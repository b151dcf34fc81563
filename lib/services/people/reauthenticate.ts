import { appendAudit } from '#lib/base/audit.ts'
import { now } from '#lib/clock.ts'
import { db } from '#lib/db.ts'
import { Refused } from '#lib/domain/refusals/refused.ts'
import { checkPassword } from './users.ts'

/**
 * Asking for the password again before sensitive actions (C24). An action calls `requireFreshPassword` with its session; a
 * page redirects a refused person to `/settings/confirm?next=…`, which asks for the password.
 */

/** How long a password counts as fresh, in milliseconds. */
export const freshMs = 5 * 60_000

type Authenticated = { readonly authenticatedAt: Date }

/** Whether the password of this session was given in the last five minutes. */
export function isFreshlyAuthenticated({ authenticatedAt }: Authenticated): boolean {
  const ageMs = now().getTime() - authenticatedAt.getTime()
  return ageMs >= 0 && ageMs <= freshMs
}

/** Refuses with `reauthentication_required` unless the password was given in the last five minutes (C24). */
export function requireFreshPassword(session: Authenticated): void {
  if (!isFreshlyAuthenticated(session)) throw new Refused('reauthentication_required')
}

/**
 * Checks the password of a signed-in person and marks their session as fresh. Wrong ones wait longer and longer, counted for this browser
 * or session only (guesses.ts). Refusals: `wrong_credentials` (field `password`), `too_many_tries`, `not_signed_in` if the session has
 * ended meanwhile.
 */
export async function reauthenticate(
  userId: string,
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

/** Marks the session of a person who proved their identity as fresh. Refuses not_signed_in if it has ended meanwhile. */
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
