import { actOf, type KeyVerb, type Verb } from '#lib/domain/acts.ts'
import { type ApiMode, hasScope } from '#lib/domain/merchant/api-key.ts'
import { type MemberRole, may } from '#lib/domain/merchant/membership.ts'
import { Refused } from '#lib/domain/refusals/refused.ts'
import type { Actor } from '#lib/domain/who.ts'
import { requireFreshPassword } from '#lib/services/people/reauthenticate.ts'
import type { KeyIdentity } from './api-keys.ts'
import { memberOf } from './members.ts'

/** The only place that makes actors. */

type Session = { readonly userId: string; readonly authenticatedAt: Date }

export type MemberIdentity = {
  readonly session: Session
  readonly organisation: { readonly id: string; readonly role: MemberRole }
  readonly mode: ApiMode
}

/** Refusals: `not_allowed` naming what is lacking, `reauthentication_required` (C24). */
export function actAs<Wanted extends Verb>(
  { session, organisation, mode }: MemberIdentity,
  verb: Wanted,
): Actor<Wanted> {
  const { role, keyOnly, freshPassword } = actOf(verb)
  if (keyOnly || !may(organisation.role, role)) throw new Refused('not_allowed', { field: role })
  if (freshPassword === 'always') requireFreshPassword(session)
  return { organisationId: organisation.id, mode, userId: session.userId, via: 'member', scopes: [], verb }
}

/** Also refuses `not_found` (C29). */
export async function actAsMember<Wanted extends Verb>(
  session: Session,
  { organisationId: id, mode }: { readonly organisationId: string; readonly mode: ApiMode },
  verb: Wanted,
): Promise<Actor<Wanted>> {
  const { role } = await memberOf(session.userId, id, actOf(verb).role)
  return actAs({ session, organisation: { id, role }, mode }, verb)
}

/** Refuses `key_scope_missing`. */
export function actAsKey<Wanted extends KeyVerb>(key: KeyIdentity, verb: Wanted): Actor<Wanted> {
  const { scope } = actOf(verb)
  if (scope === undefined || !hasScope(key.scopes, scope)) {
    throw new Refused('key_scope_missing', scope === undefined ? {} : { field: scope })
  }
  const { organisationId, mode, userId, scopes } = key
  return { organisationId, mode, userId, via: 'key', scopes, verb }
}

/** A key its own mode, a member both. */
export function reachOf({ organisationId, via, mode }: Actor): { organisationId: string; mode?: ApiMode } {
  return via === 'key' ? { organisationId, mode } : { organisationId }
}

export function ordersOf(actor: Actor): { ownerId: string; mode?: ApiMode } {
  const { organisationId: ownerId, ...mode } = reachOf(actor)
  return { ownerId, ...mode }
}
