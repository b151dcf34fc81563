import { modeCookie, modeOf, organisationCookie } from '#app/(merchant)/current.ts'
import { guarded } from '#app/guarded.ts'
import { type Asked, answer, type Route } from '#app/problem.ts'
import { readCookies } from '#app/read-cookies.ts'
import type { Verb } from '#lib/domain/acts.ts'
import { Refused } from '#lib/domain/refusals/refused.ts'
import type { Actor } from '#lib/domain/who.ts'
import { actAs } from '#lib/services/merchant/actor.ts'
import { chooseOrganisation } from '#lib/services/merchant/organisations.ts'

type AskedByMember<Wanted extends Verb> = Asked & {
  /** The member, allowed `verb`. */
  readonly actor: Actor<Wanted>
  /** `[id]` of the path. */
  readonly id: string
}

/**
 * A JSON route of merchants for one verb: like `answer`, for the organisation in the query (`?organisation=`: the one the page
 * was rendered for, whatever another tab has switched to), else the one the browser remembers, else the person's first. One that
 * they are not a member of is `not_found` (C29).
 */
export function answerMember<const Wanted extends Verb>(
  verb: Wanted,
  handler: (asked: AskedByMember<Wanted>) => Promise<unknown>,
): Route {
  const route = answer(async asked => {
    const named = asked.query.get('organisation')
    const cookies = readCookies(asked.request)
    const remembered = cookies.get(organisationCookie.name) ?? null
    const organisation = await chooseOrganisation(asked.session.userId, named ?? remembered)
    if (named !== null && organisation.id !== named) throw new Refused('not_found')
    const mode = modeOf(asked.query.get('mode') ?? cookies.get(modeCookie.name))
    const actor = actAs({ session: asked.session, organisation, mode }, verb)
    return handler({ ...asked, actor, id: asked.params.id ?? '' })
  })
  return guarded(verb, route)
}
