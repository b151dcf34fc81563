import { seeOther } from '#app/forms.ts'
import { isOwnOrigin, problemOf, toRefused } from '#app/problem.ts'
import { readCookies } from '#app/read-cookies.ts'
import { partsOf, searchOf } from '#app/read-request.ts'
import { type ActName, actOf } from '#lib/domain/acts.ts'
import { Refused } from '#lib/domain/refusals/refused.ts'
import { isFreshlyAuthenticated, requireFreshPassword } from '#lib/services/people/reauthenticate.ts'
import { type CurrentSession, currentSession, sessionCookie, userIdOf } from '#lib/session.ts'
import { copyForm, heldMark, holdForm, holdsSecret, readHeldForm, requestOf, withoutHeldForm } from './held-form.ts'

type WithParams = { readonly params?: Promise<unknown> } | undefined
type Route<Asked extends Request, Rest extends readonly WithParams[]> = (
  request: Asked,
  ...rest: Rest
) => Promise<Response>

/** What a refusal leads to. */
type Refuse = (refused: Refused, request: Request, params: Promise<unknown> | undefined) => Response | Promise<Response>

/** A problem; a browser on its way to a page of ours goes where the link to confirm its address is sent again. */
const refuseJson: Refuse = (refused, request) =>
  refused.code === 'address_not_confirmed' && !new URL(request.url).pathname.startsWith('/api/')
    ? seeOther('/email/confirm')
    : problemOf(refused, request)

/** A refusal of a form: without a fresh password to where it is asked for, and then to `page`. */
export function refuseForm(page: string): Refuse {
  return async (refused, request, params) =>
    refused.code === 'reauthentication_required'
      ? seeOther('/settings/confirm', { next: (await partsOf(params)).fill(page) })
      : refuseJson(refused, request, params)
}

/**
 * A route for `act` of the table in `lib/domain/acts.ts`. If the act needs a confirmed address or a fresh password and
 * the session has none, nothing is done (C24, C53, C55) but `refuse`. The form is kept meanwhile and then submitted (`held-form.ts`).
 * The route itself checks whether anybody is signed in.
 */
export function guarded<Asked extends Request, Rest extends readonly WithParams[]>(
  act: ActName,
  route: Route<Asked, Rest>,
  refuse: Refuse = refuseJson,
): Route<Asked, Rest> & { readonly act: ActName } {
  const check: Route<Asked, Rest> = async (request, ...rest) => {
    const { reads, freshPassword, address } = actOf(act)
    if (reads || (freshPassword !== 'always' && address !== undefined)) return route(request, ...rest)
    try {
      const session = await currentSession()
      if (session && address === undefined && !session.isConfirmed) throw new Refused('address_not_confirmed')
      if (session && freshPassword === 'always') requireFreshPassword(session)
    } catch (error) {
      return refuse(toRefused(error, request), request, rest[0]?.params)
    }
    return route(request, ...rest)
  }
  const asksPassword = Boolean(actOf(act).freshPassword)
  return Object.assign(asksPassword || refuse !== refuseJson ? keeping(check, asksPassword) : check, { act })
}

/** Keeps the form of a request that is redirected to give the password or to sign in again, and submits a kept one. */
function keeping<Asked extends Request, Rest extends readonly WithParams[]>(
  route: Route<Asked, Rest>,
  asksPassword: boolean,
): Route<Asked, Rest> {
  return async (request, ...rest) => {
    if (request.method !== 'POST' || !isOwnOrigin(request)) return route(request, ...rest)
    const session = await currentSession()
    const held = session && searchOf(request).has(heldMark) ? await heldFor(request, session) : null
    if (held) return withoutHeldForm(await route(held as Asked, ...rest))
    const userId = session ? session.userId : await formerUserId(request)
    const mayAsk = session ? asksPassword && !isFreshlyAuthenticated(session) : userId !== null
    const copied = mayAsk ? await copyForm(request) : null
    const answer = await route((copied?.request ?? request) as Asked, ...rest)
    const form = copied?.copy
    const isSignedIn = session !== null
    return userId && form && (isSignedIn || !holdsSecret(form))
      ? holdForm(answer, form, { userId, isSignedIn })
      : answer
  }
}

/** Whose session has ended in this browser. */
async function formerUserId(request: Request): Promise<string | null> {
  const token = readCookies(request).get(sessionCookie.name)
  return token === undefined ? null : userIdOf(token)
}

/** The kept form, if it belongs to this address. */
async function heldFor(request: Request, { userId }: CurrentSession): Promise<Request | null> {
  const form = await readHeldForm(request, userId)
  return form !== null && form.path === new URL(request.url).pathname ? requestOf(form, request) : null
}
