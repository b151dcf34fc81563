import { seeOther } from '#app/(auth)/forms.ts'
import { problemOf, toRefused } from '#app/problem.ts'
import { partsOf } from '#app/read-request.ts'
import { type ActName, actOf } from '#lib/domain/guarded-acts.ts'
import { requireFreshPassword } from '#lib/services/people/reauthenticate.ts'
import { currentSession } from '#lib/session.ts'

type WithParams = { readonly params?: Promise<unknown> }
type Route<Asked extends Request, Rest extends readonly WithParams[]> = (
  request: Asked,
  ...rest: Rest
) => Promise<Response>

/**
 * A route that does `act` of the table in `lib/domain/guarded-acts.ts`, and does nothing before it was given what the act asks
 * for (C24, C53). A session that is not fresh is refused with a problem; where the route answers a form of `page` (its path,
 * `[id]` and the like filled from the route's own) it is led to where the person proves who they are, and back to that page.
 * Who is there at all is asked by the route.
 */
export function guarded<Asked extends Request, Rest extends readonly WithParams[]>(
  act: ActName,
  route: Route<Asked, Rest>,
  page?: `/${string}`,
): Route<Asked, Rest> & { readonly act: ActName } {
  const check: Route<Asked, Rest> = async (request, ...rest) => {
    if (actOf(act).asks !== 'fresh') return route(request, ...rest)
    try {
      const session = await currentSession()
      if (session) requireFreshPassword(session)
    } catch (error) {
      const refused = toRefused(error, request)
      if (page === undefined || refused.code !== 'reauthentication_required') return problemOf(refused)
      return seeOther('/settings/confirm', { next: fill(page, await partsOf(Promise.resolve(rest[0]?.params))) })
    }
    return route(request, ...rest)
  }
  return Object.assign(check, { act })
}

function fill(page: string, params: Readonly<Record<string, string>>): string {
  return page.replace(/\[(\w+)\]/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
}
