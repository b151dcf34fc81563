import { seeOther } from '#app/(auth)/forms.ts'
import { problemOf, toRefused } from '#app/problem.ts'
import { partsOf } from '#app/read-request.ts'
import { type ActName, actOf } from '#lib/domain/merchant/guarded-acts.ts'
import { requireFreshPassword } from '#lib/services/people/reauthenticate.ts'
import { currentSession } from '#lib/session.ts'

type WithParams = { readonly params?: Promise<unknown> }
type Route<Asked extends Request, Rest extends readonly WithParams[]> = (
  request: Asked,
  ...rest: Rest
) => Promise<Response>

/**
 * A route that does `act` of the table in `lib/domain/merchant/guarded-acts.ts`. When the act asks for a fresh password and the session
 * has none, nothing is done (C24, C53): a JSON route answers with a problem; a form route, which names its `page` (`[id]` and the
 * like are filled from the route), redirects to where the person proves who they are, and back to that page. Whether anybody is
 * signed in is checked by the route.
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
      return seeOther('/settings/confirm', { next: fillPath(page, await partsOf(Promise.resolve(rest[0]?.params))) })
    }
    return route(request, ...rest)
  }
  return Object.assign(check, { act })
}

/** A path with its `[id]` and the like filled. */
export function fillPath(page: string, params: Readonly<Record<string, string>>): string {
  return page.replace(/\[(\w+)\]/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
}
