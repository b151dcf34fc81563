import { now } from '#lib/clock.ts'
import type { Verb } from '#lib/domain/acts.ts'
import type { ApiMode } from '#lib/domain/merchant/api-key.ts'
import type { Actor } from '#lib/domain/who.ts'
import { actAsMember } from '#lib/services/merchant/actor.ts'

/** By default their password is fresh. */
type Member = string | { readonly userId: string; readonly authenticatedAt: Date }
/** By default in test mode. */
type Shop = string | { readonly organisationId: string; readonly mode: ApiMode }

/** Runs a service as a member of an organisation, with the checks of a request. */
export async function asMember<const Wanted extends Verb, Given extends readonly unknown[], Result>(
  member: Member,
  shop: Shop,
  verb: Wanted,
  service: (actor: Actor<Wanted>, ...given: Given) => Result | Promise<Result>,
  ...given: Given
): Promise<Result> {
  const session = typeof member === 'string' ? { userId: member, authenticatedAt: now() } : member
  const at = typeof shop === 'string' ? { organisationId: shop, mode: 'test' as const } : shop
  return service(await actAsMember(session, at, verb), ...given)
}
