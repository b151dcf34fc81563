import { readBytes } from '#app/read-request.ts'
import { type HeldForm, openForm, sealForm } from '#lib/services/people/held-forms.ts'
import { freshMs } from '#lib/services/people/reauthenticate.ts'
import { sessionCookie } from '#lib/session.ts'

/** The cookie in which a browser keeps a form while its person proves who they are, and the requests that it was and becomes. */

const cookieName = '__Host-guichet.held'
/** A cookie holds 4 KB, and what is sealed takes a third more. A longer form is sent again by hand. */
const longestBody = 2_000
/** Of any plain form: what is longer reaches no route. */
const longestForm = 512 * 1024
const formType = 'application/x-www-form-urlencoded'

/** The query by which a request says that it is a kept form which is done now. */
export const heldMark = 'held'

type Copy = Pick<HeldForm, 'path' | 'body'>

/**
 * A form and the request with it, for its route to read; the copy is null for what is too long to keep. Not by `clone()`, of which
 * one half waits forever when the other stops before the end. Null for what is no plain form: its request was not touched.
 */
export async function copyForm(request: Request): Promise<{ copy: Copy | null; request: Request } | null> {
  if (!request.headers.get('content-type')?.startsWith(formType)) return null
  const { pathname: path } = new URL(request.url)
  const bytes = await readBytes(request, longestForm).catch(() => null)
  const body = new TextDecoder().decode(bytes ?? new Uint8Array())
  const isShort = bytes !== null && bytes.length <= longestBody
  return { copy: isShort ? { path, body } : null, request: requestOf({ path, body }, request) }
}

/** The answer that sends somebody to prove who they are, with the form kept, and said to be in the address. */
export async function holdForm(answer: Response, form: Copy, sessionId: string): Promise<Response> {
  const headers = new Headers(answer.headers)
  headers.set('location', `${headers.get('location')}&${heldMark}=1`)
  headers.append('set-cookie', cookieOf(await sealForm(form, sessionId), freshMs / 1000))
  return new Response(null, { status: answer.status, headers })
}

/** The form that this browser keeps for this session, if there is one. */
export async function readHeldForm(request: Request, sessionId: string): Promise<HeldForm | null> {
  const cookies = request.headers.get('cookie') ?? ''
  const sealed = new RegExp(`(?:^|; *)${cookieName}=([\\w.-]+)`).exec(cookies)?.[1]
  return sealed === undefined ? null : openForm(sealed, sessionId)
}

/** The request that a form was, as this browser makes it now. */
export function requestOf({ path, body }: Copy, request: Request): Request {
  const headers = new Headers(request.headers)
  headers.set('content-type', formType)
  headers.delete('content-length')
  return new Request(new URL(path, request.url), { method: 'POST', headers, body })
}

/** The answer, after which the browser keeps the form no longer: it is done once. */
export function withoutHeldForm(answer: Response): Response {
  const headers = new Headers(answer.headers)
  headers.append('set-cookie', cookieOf('', 0))
  return new Response(answer.body, { status: answer.status, headers })
}

function cookieOf(value: string, maxAge: number): string {
  return `${cookieName}=${value}; Path=${sessionCookie.options.path}; Max-Age=${maxAge}; HttpOnly; Secure; SameSite=Lax`
}
