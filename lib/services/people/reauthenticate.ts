import { now } from '#lib/clock.ts'
import { db } from '#lib/db.ts'
import { Refused } from '#lib/domain/refusals/refused.ts'
import { appendAudit } from '#lib/services/audit.ts'
import { checkPassword } from './users.ts'

/**
 * The password once more, before what can't be undone (quality.md C24). A sensitive action calls `requireFreshPassword`
 * with the session it runs in; a page sends who is refused to `/settings/confirm?next=…`, where the password is asked for.
 */

/** How long a password counts as just given, in milliseconds. */
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
 * Checks the password of somebody who is signed in and writes down, in their session, that it was given now. Wrong tries wait
 * longer and longer, counted for this browser or session alone (guesses.ts). Refusals: `wrong_credentials` (field `password`),
 * `too_many_tries`, `not_signed_in` when the session has ended meanwhile.
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

/** Writes down, in the session of somebody who proved who they are, that it was now. Refuses not_signed_in when it has ended meanwhile. */
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
