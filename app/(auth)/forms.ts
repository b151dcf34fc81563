import { isOwnOrigin } from '#app/problem.ts'
import { type Fields, readFields } from '#app/read-request.ts'
import { findPasswordFault } from '#lib/domain/people/password.ts'
import type { Refused } from '#lib/domain/refusals/refused.ts'

/** Forms of plain HTML: read, checked for their origin, answered with a redirect a browser follows by GET. */

/** The fields of a form that a page of ours sent; null when another site did, or when it is no form that can be kept. */
export async function readForm(request: Request): Promise<Fields | null> {
  return isOwnOrigin(request) ? readFields(request) : null
}

/** 303 to a page of ours, with what it shall say in its query. */
export function seeOther(path: string, query: Record<string, string | null> = {}): Response {
  const filled = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== null)
  const text = new URLSearchParams(filled).toString()
  const location = text === '' ? path : `${path}?${text}`
  return new Response(null, { status: 303, headers: { location, 'cache-control': 'no-store' } })
}

/** Of a limit that was reached: the seconds until another try makes sense, for `wait` in a page's query. */
export function waitOf({ code, retryAfterSeconds }: Pick<Refused, 'code' | 'retryAfterSeconds'>): string | null {
  return code === 'too_many_tries' && retryAfterSeconds !== undefined ? String(retryAfterSeconds) : null
}

/** Why a form with a new password was refused, for the query of its page: what is wrong with the password where that is why. */
export function faultQuery(
  refused: Refused,
  { password, email }: { readonly password: string; readonly email: string },
): Record<string, string | null> {
  const { code, field } = refused
  const fault = field === 'password' ? findPasswordFault(password, email) : null
  return { error: fault ? `password_${fault}` : code, field: field ?? null, wait: waitOf(refused) }
}
