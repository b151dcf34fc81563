import type { ApiMode, ApiScope } from '#lib/domain/merchant/api-key.ts'
import type { Verb } from './acts.ts'

/** A signed-in person, in what is their own. */
export type Person = { readonly userId: string }

/** A connection of theirs. */
export type OwnConnection = Person & { readonly connectionId: string }

/**
 * A member or an API key that was allowed `verb`. Created only by `services/merchant/actor.ts`, once per request; a
 * service names the verb in its first parameter, so an actor checked for another does not compile.
 */
export type Actor<Allowed extends Verb = Verb> = {
  readonly organisationId: string
  readonly mode: ApiMode
  /** The member, or whoever made the key. */
  readonly userId: string
  readonly via: 'member' | 'key'
  /** Of the key; a member has none. */
  readonly scopes: readonly ApiScope[]
  readonly verb: Allowed
}
