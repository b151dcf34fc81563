import type { Presence } from '@guichet/stet/terms/presence.ts'
import { modeCookie, modeOf } from '#app/current-organisation.ts'
import { readForm, seeOther, waitOf } from '#app/forms.ts'
import { guarded, refuseForm } from '#app/guarded.ts'
import { presenceOf } from '#app/presence.ts'
import { toRefused } from '#app/problem.ts'
import { readCookies } from '#app/read-cookies.ts'
import { type Fields, partsOf } from '#app/read-request.ts'
import { isUuid } from '#lib/base/ids.ts'
import type { ActName, Verb } from '#lib/domain/acts.ts'
import { Refused } from '#lib/domain/refusals/refused.ts'
import type { Actor } from '#lib/domain/who.ts'
import { actAsMember } from '#lib/services/merchant/actor.ts'
import { type CurrentSession, currentSession, rememberTyped } from '#lib/session.ts'

/**
 * Routes of plain forms, which work without scripts: each calls one service and redirects to what it returns. A refusal redirects to the
 * form's page with its code. Without a fresh password the browser is redirected to where it is asked for, and then to `confirmPage`.
 */

/** The form's page (`/refunds/[id]`), and where the way over the password leads back to, if elsewhere. */
type Pages = `/${string}` | { readonly page: `/${string}`; readonly confirmPage: `/${string}` }

export type Posted<Who = null> = Fields & {
  readonly request: Request
  readonly who: Who
  /** A part of the path by name. Refusal: `not_found` for one that can't be stored. */
  readonly part: (name: string) => string
  readonly page: string
  /** For a service that calls the bank while this person is present. */
  readonly presence: () => Presence
}

/** Where to go; a query goes to the form's page. */
type Answer = string | Readonly<Record<string, string | null>> | Response
type Handle<Who> = (posted: Posted<Who>) => Promise<Answer>
/** What a refusal leads to. */
type Explain<Who> = (refused: Refused, posted: Posted<Who>) => Answer | Promise<Answer>

/** The code and, for a limit, how long to wait. */
const why: Explain<unknown> = refused => ({ error: refused.code, wait: waitOf(refused) })

/** The same with the field that was refused. */
export const whyAndWhere: Explain<unknown> = refused => ({
  error: refused.code,
  field: refused.field ?? null,
  wait: waitOf(refused),
})

/** For a page that says by itself what is wrong with one of its fields. */
export const whyOrWhere: Explain<unknown> = refused =>
  refused.code === 'invalid_input' && refused.field ? { field: refused.field } : { error: refused.code }

/** The same, with these fields kept for the page (`lastTyped`), since an address is no place for what a person typed. */
export function withTyped<Who>(names: readonly string[], explain: Explain<Who>): Explain<Who> {
  return async (refused, posted) => {
    await rememberTyped(Object.fromEntries(names.map(name => [name, posted.field(name)])))
    return explain(refused, posted)
  }
}

/** For a signed-in person. */
export function answerForm(
  act: ActName,
  pages: Pages,
  handle: Handle<CurrentSession>,
  explain?: Explain<CurrentSession>,
) {
  return frame<CurrentSession>(act, pages, handle, explain, session => {
    if (!session) throw new Refused('not_signed_in')
    return session
  })
}

/** For anybody. */
export function answerAnyoneForm(
  act: ActName,
  pages: Pages,
  handle: Handle<CurrentSession | null>,
  explain?: Explain<CurrentSession | null>,
) {
  return frame<CurrentSession | null>(act, pages, handle, explain, session => session)
}

type Acting<Wanted extends Verb> = {
  /** The member, allowed the act, in the organisation that the page was rendered for. */
  readonly actor: Actor<Wanted>
  /** The same member for another act, with its own check. */
  readonly as: <Other extends Verb>(verb: Other) => Promise<Actor<Other>>
}

/** For a member of the organisation in the field `organisation`. */
export function answerMemberForm<const Wanted extends Verb & ActName>(
  act: Wanted,
  pages: Pages,
  handle: (posted: Posted<Acting<Wanted>> & Acting<Wanted>) => Promise<Answer>,
  explain?: Explain<Acting<Wanted>>,
) {
  const identify = async (session: CurrentSession | null, { request, field }: Posted): Promise<Acting<Wanted>> => {
    if (!session) throw new Refused('not_signed_in')
    const organisationId = field('organisation')
    if (!isUuid(organisationId)) throw new Refused('invalid_input')
    const mode = modeOf(readCookies(request).get(modeCookie.name))
    const as: Acting<Wanted>['as'] = verb => actAsMember(session, { organisationId, mode }, verb)
    return { actor: await as(act), as }
  }
  return frame<Acting<Wanted>>(act, pages, posted => handle({ ...posted, ...posted.who }), explain, identify)
}

function frame<Who>(
  act: ActName,
  pages: Pages,
  handle: Handle<Who>,
  explain: Explain<Who> = why,
  identify: (session: CurrentSession | null, posted: Posted) => Who | Promise<Who>,
) {
  const { page: template, confirmPage } = typeof pages === 'string' ? { page: pages, confirmPage: pages } : pages
  const lead = refuseForm(confirmPage)
  const route = async (request: Request, context: { readonly params?: Promise<unknown> } = {}): Promise<Response> => {
    const { part, fill } = await partsOf(context.params)
    const page = fill(template)
    const go = (answer: Answer) =>
      answer instanceof Response ? answer : typeof answer === 'string' ? seeOther(answer) : seeOther(page, answer)
    const [form, session] = await Promise.all([readForm(request), currentSession()])
    if (!form) return go({ error: 'invalid_input' })
    const posted = { ...form, request, who: null, part, page, presence: () => presenceOf(request) }
    let known: Posted<Who> | null = null
    try {
      known = { ...posted, who: await identify(session, posted) }
      return go(await handle(known))
    } catch (error) {
      const refused = toRefused(error, request)
      if (refused.code === 'not_signed_in') return seeOther('/signin', { next: page })
      if (refused.code === 'reauthentication_required') return lead(refused, request, context.params)
      return go(await (known ? explain(refused, known) : why(refused, posted)))
    }
  }
  return guarded(act, route, lead)
}
