import { readForm, seeOther } from '#app/(auth)/forms.ts'
import { fillPath, guarded } from '#app/guarded.ts'
import { type Route, toRefused } from '#app/problem.ts'
import { readCookies } from '#app/read-cookies.ts'
import { type Fields, partsOf } from '#app/read-request.ts'
import { isUuid } from '#lib/base/ids.ts'
import type { ActName, Verb } from '#lib/domain/acts.ts'
import type { Actor } from '#lib/domain/who.ts'
import { actAsMember } from '#lib/services/merchant/actor.ts'
import { currentSession } from '#lib/session.ts'
import { modeCookie, modeOf } from './current.ts'

type Posted<Wanted extends Verb> = {
  readonly request: Request
  /** The member, allowed the act, in the organisation that the page was rendered for. */
  readonly actor: Actor<Wanted>
  /** The same member for another act, with its own check. */
  readonly as: <Other extends Verb>(verb: Other) => Promise<Actor<Other>>
  /** A part of the path by name; '' if there is none. */
  readonly part: (name: string) => string
  readonly field: Fields['field']
  /** Path of the form's page, to which a refusal redirects. */
  readonly page: string
}

/**
 * The route of a plain form on a merchant's page (`/refunds/[id]`): checks the member, calls one service, and redirects to what
 * `handle` returns. A refusal redirects to the page with its code; without a fresh password the browser is redirected to where it
 * is asked for, and then to `confirmPage`.
 */
export function answerForm<const Wanted extends Verb & ActName>(
  act: Wanted,
  pages: `/${string}` | { readonly page: `/${string}`; readonly confirmPage: `/${string}` },
  handle: (posted: Posted<Wanted>) => Promise<string>,
): Route {
  const { page: template, confirmPage } = typeof pages === 'string' ? { page: pages, confirmPage: pages } : pages
  const route: Route = async (request, context) => {
    const parts = await partsOf(context?.params)
    const page = fillPath(template, parts)
    const [form, session] = await Promise.all([readForm(request), currentSession()])
    if (!form) return seeOther(page, { error: 'invalid_input' })
    if (!session) return seeOther('/signin', { next: page })
    const organisationId = form.field('organisation')
    if (!isUuid(organisationId)) return seeOther(page, { error: 'invalid_input' })
    try {
      const mode = modeOf(readCookies(request).get(modeCookie.name))
      const as: Posted<Wanted>['as'] = verb => actAsMember(session, { organisationId, mode }, verb)
      const part = (name: string) => parts[name] ?? ''
      return seeOther(await handle({ request, actor: await as(act), as, part, field: form.field, page }))
    } catch (error) {
      return seeOther(page, { error: toRefused(error, request).code })
    }
  }
  return guarded(act, route, confirmPage)
}
