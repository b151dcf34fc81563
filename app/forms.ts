import { isOwnOrigin } from '#app/problem.ts'
import { type Fields, readFields } from '#app/read-request.ts'
import { findPasswordFault } from '#lib/domain/people/password.ts'
import type { Refused } from '#lib/domain/refusals/refused.ts'

/** Plain HTML forms: parsed, checked for their origin, answered with a redirect that a browser follows by GET. */

/** The fields of a form from one of our pages; null for another site's, and for an invalid one. */
export async function readForm(request: Request): Promise<Fields | null> {
  return isOwnOrigin(request) ? readFields(request) : null
}

/** 303 to a page of ours, with its message in the query. */
export function seeOther(path: string, query: Record<string, string | null> = {}): Response {
  const filled = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== null)
  const text = new URLSearchParams(filled).toString()
  const location = text === '' ? path : `${path}?${text}`
  return new Response(null, { status: 303, headers: { location, 'cache-control': 'no-store' } })
}

/** For a rate limit: the seconds until the next try, for `wait` in a page's query. */
export function waitOf({ code, retryAfterSeconds }: Pick<Refused, 'code' | 'retryAfterSeconds'>): string | null {
  return code === 'too_many_tries' && retryAfterSeconds !== undefined ? String(retryAfterSeconds) : null
}

/** Why a form was refused: the code and, for a limit, how long to wait. */
export const why = (refused: Refused) => ({ error: refused.code, wait: waitOf(refused) })

/** The same with the field that was refused. */
export const whyAndWhere = (refused: Refused) => ({ ...why(refused), field: refused.field ?? null })

/** For a page that says by itself what is wrong with one of its fields. */
export const whyOrWhere = ({ code, field }: Refused): Record<string, string> =>
  code === 'invalid_input' && field ? { field } : { error: code }

/** Why a mailed link was refused; the page explains by itself what to do about one that has expired. */
export function whyByToken({ code }: Refused, { field }: Pick<Fields, 'field'>): Record<string, string | null> {
  return { token: field('token'), error: code === 'not_found' ? null : code }
}

/** Why a form with a new password was refused, for its page's query; includes the password's fault if that is the reason. */
export function faultQuery(
  refused: Refused,
  { password, email }: { readonly password: string; readonly email: string },
): Record<string, string | null> {
  const { code, field } = refused
  const fault = field === 'password' ? findPasswordFault(password, email) : null
  return { error: fault ? `password_${fault}` : code, field: field ?? null, wait: waitOf(refused) }
}
