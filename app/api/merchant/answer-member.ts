import type { z } from 'zod'
import { type Explain, frame, type Handle, type Page, type Row, type Run } from '#app/answer.ts'
import { modeCookie, modeOf, organisationCookie } from '#app/current-organisation.ts'
import type { Route } from '#app/problem.ts'
import { readCookies } from '#app/read-cookies.ts'
import { searchOf } from '#app/read-request.ts'
import { isUuid } from '#lib/base/ids.ts'
import type { Verb } from '#lib/domain/acts.ts'
import { Refused } from '#lib/domain/refusals/refused.ts'
import type { Actor } from '#lib/domain/who.ts'
import { actAs, actAsMember } from '#lib/services/merchant/actor.ts'
import { chooseOrganisation } from '#lib/services/merchant/organisations.ts'

/**
 * Like `answer`, for the organisation that the page was rendered for, whatever another tab has switched to: that of the form's field, or
 * of the query (`?organisation=`); else the one the browser remembers, else the person's first. One that they are not a member of is
 * `not_found` (C29).
 */
export function answerMember<const Act extends Verb>(act: Act, run: Run<Actor<Act>>): Route
export function answerMember<const Act extends Verb, Input extends z.ZodType>(
  act: Act,
  input: Input,
  run: Run<Actor<Act>, z.output<Input>>,
): Route
export function answerMember<const Act extends Verb>(
  act: Act,
  page: Page,
  handle: Handle<Actor<Act>>,
  explain?: Explain<Actor<Act>>,
): Route
export function answerMember(act: Verb, ...row: Row): Route {
  return frame([act, ...row], async ({ session, request, form }) => {
    const query = searchOf(request)
    const cookies = readCookies(request)
    const mode = modeOf((form ? null : query.get('mode')) ?? cookies.get(modeCookie.name))
    if (form) {
      const organisationId = form.field('organisation')
      if (!isUuid(organisationId)) throw new Refused('invalid_input')
      return actAsMember(session, { organisationId, mode }, act)
    }
    const named = query.get('organisation')
    const organisation = await chooseOrganisation(session, named ?? cookies.get(organisationCookie.name) ?? null)
    if (named !== null && organisation.id !== named) throw new Refused('not_found')
    return actAs({ session, organisation, mode }, act)
  })
}
