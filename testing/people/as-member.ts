import { now } from '#lib/clock.ts'
import type { Verb } from '#lib/domain/acts.ts'
import type { Actor } from '#lib/domain/who.ts'
import { actAsMember } from '#lib/services/merchant/actor.ts'

type Circumstances = {
  readonly mode?: 'test' | 'live'
  /** When the member gave their password. */
  readonly authenticatedAt?: Date
}

/** Runs an act as a member of an organisation, with the checks of a request. By default with a fresh password, in test mode. */
export async function asMember<const Wanted extends Verb, Result>(
  userId: string,
  organisationId: string,
  verb: Wanted,
  act: (actor: Actor<Wanted>) => Result | Promise<Result>,
  { mode = 'test', authenticatedAt = now() }: Circumstances = {},
): Promise<Result> {
  return act(await actAsMember({ userId, authenticatedAt }, { organisationId, mode }, verb))
}
