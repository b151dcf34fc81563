import { readCookies } from '#app/read-cookies.ts'
import { readBytes } from '#app/read-request.ts'
import { type HeldForm, openForm, sealForm } from '#lib/services/people/postponed-form.ts'
import { freshMs } from '#lib/services/people/reauthenticate.ts'
import { sessionCookie } from '#lib/session.ts'

/** The cookie that keeps a form while its person gives the password or signs in, and the conversion from and to requests. */

const cookieName = '__Host-guichet.held'
/** A cookie holds 4 KB, and sealing adds a third. A longer form must be submitted again by the person. */
const longestBody = 2_000
/** Of any plain form; a longer one reaches no route. */
const longestForm = 512 * 1024
const formType = 'application/x-www-form-urlencoded'

const confirmPage = '/settings/confirm'

/** The query parameter of a kept form that is submitted. */
export const heldMark = 'held'

/**
 * A form together with the request for its route to read; the copy is null if it is too long to keep. Not made by `clone()`,
 * whose other half waits forever if one stops early. Null for anything but a plain form, whose request is not read.
 */
export async function copyForm(request: Request): Promise<{ copy: HeldForm | null; request: Request } | null> {
  if (!request.headers.get('content-type')?.startsWith(formType)) return null
  const { pathname: path } = new URL(request.url)
  const bytes = await readBytes(request, longestForm).catch(() => null)
  const body = new TextDecoder().decode(bytes ?? new Uint8Array())
  const isShort = bytes !== null && bytes.length <= longestBody
  return { copy: isShort ? { path, body } : null, request: requestOf({ path, body }, request) }
}

/** Whether it has a password or a code, which nobody sends a second time. */
export const holdsSecret = ({ body }: HeldForm) =>
  [...new URLSearchParams(body).keys()].some(name => ['password', 'code'].includes(name))

type Owner = { readonly userId: string; readonly isSignedIn: boolean }

/** The redirect to the password, or to the sign-in, with the form kept and the address saying so. Other answers stay as they are. */
export async function holdForm(answer: Response, form: HeldForm, { userId, isSignedIn }: Owner): Promise<Response> {
  const location = answer.headers.get('location') ?? ''
  if (!location.startsWith(isSignedIn ? `${confirmPage}?` : '/signin?next=')) return answer
  const next = new URLSearchParams(location.split('?')[1]).get('next') ?? '/start'
  const toConfirm = `${confirmPage}?${new URLSearchParams({ next, [heldMark]: '1' })}`
  const toSignIn = `/signin?${new URLSearchParams({ notice: 'session_ended', next: toConfirm })}`
  const headers = new Headers(answer.headers)
  headers.set('location', isSignedIn ? toConfirm : toSignIn)
  headers.append('set-cookie', cookieOf(await sealForm(form, userId), freshMs / 1000))
  return new Response(null, { status: answer.status, headers })
}

/** The form that this browser keeps for this person, if there is one. */
export async function readHeldForm(request: Request, userId: string): Promise<HeldForm | null> {
  const sealed = readCookies(request).get(cookieName)
  return sealed === undefined ? null : openForm(sealed, userId)
}

/** The request of a kept form, as this browser would make it now. */
export function requestOf({ path, body }: HeldForm, request: Request): Request {
  const headers = new Headers(request.headers)
  headers.set('content-type', formType)
  headers.delete('content-length')
  return new Request(new URL(path, request.url), { method: 'POST', headers, body })
}

/** The answer with the kept form deleted: it is submitted once. */
export function withoutHeldForm(answer: Response): Response {
  const headers = new Headers(answer.headers)
  headers.append('set-cookie', cookieOf('', 0))
  return new Response(answer.body, { status: answer.status, headers })
}

function cookieOf(value: string, maxAge: number): string {
  return `${cookieName}=${value}; Path=${sessionCookie.options.path}; Max-Age=${maxAge}; HttpOnly; Secure; SameSite=Lax`
}
