import { modeCookie, modeOf, organisationCookie } from '#app/(merchant)/current.ts'
import { type Asked, answer } from '#app/problem.ts'
import type { OrganisationSummary } from '#lib/domain/organisation-view.ts'
import { Refused } from '#lib/domain/refused.ts'
import { chooseOrganisation } from '#lib/services/merchant/organisations.ts'

export type AskedByMember = Asked & { readonly organisation: OrganisationSummary; readonly mode: 'test' | 'live' }

/**
 * A JSON route of merchants: as `answer`, with the organisation that the page names (`?organisation=`: a page
 * says for which one it was drawn, so that a switch in another tab moves nothing), or the one the browser
 * remembers, or the person's first. One that they are not a member of is `not_found` (C29). What the role allows is asked by
 * the service.
 */
export function answerMember(handler: (asked: AskedByMember) => Promise<unknown>) {
  return answer(async asked => {
    const named = asked.query.get('organisation')
    const jar = readCookies(asked.request)
    const organisation = await chooseOrganisation(
      asked.session.userId,
      named ?? jar.get(organisationCookie.name) ?? null,
    )
    if (named !== null && organisation.id !== named) throw new Refused('not_found')
    return handler({ ...asked, organisation, mode: modeOf(asked.query.get('mode') ?? jar.get(modeCookie.name)) })
  })
}

function readCookies(request: Request): ReadonlyMap<string, string> {
  const text = request.headers.get('cookie') ?? ''
  return new Map(
    text.split(';').map((pair): [string, string] => {
      const at = pair.indexOf('=')
      return [pair.slice(0, at).trim(), pair.slice(at + 1).trim()]
    }),
  )
}
