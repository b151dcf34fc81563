import { localeOf } from '#app/read-cookies.ts'
import { messages } from '#components/i18n/messages.ts'
import { databaseAway, isDatabaseAway } from '#lib/base/database-away.ts'
import { type Refusal, refusalStatus } from '#lib/domain/refusals/failure.ts'
import { Refused } from '#lib/domain/refusals/refused.ts'
import { omitUndefined } from '#lib/domain/requests/omit-undefined.ts'
import { recordFault } from '#lib/services/operator/faults.ts'
import type { ProblemView } from '#lib/views/banking.ts'
import { apiErrors } from '#lib/views/v1/errors.ts'

/** Turns refusals into problems (RFC 9457). The other place that translates failures is in components. */

/** A page's script says it in the page's words (`words`); the title is for programs and logs. */
export function problemFacts(code: Refusal): { readonly status: number; readonly title: string } {
  return { status: refusalStatus[code], title: messages.en.failures.refusals[code].title }
}

export const noStore = { 'cache-control': 'private, no-store' }

/** A refusal as a response; for the script of a page in that page's words, since no page carries those of all refusals. */
export function problemOf(refused: Refused, ofPage?: Request): Response {
  const { code, bankCode, field, issues, missing, limit, supportId, retryAfterSeconds, reason } = refused
  const { status, title } =
    reason === undefined ? problemFacts(code) : { ...apiErrors[reason], ...apiErrors[reason].en }
  const reasons = ofPage && messages[localeOf(ofPage)].failures
  const problem: ProblemView = {
    type: `urn:guichet:problem:${code}`,
    title,
    status,
    code,
    ...omitUndefined({
      words: bankCode ? reasons?.bankCodes[bankCode] : reasons?.refusals[code],
      bankCode,
      field: field || undefined,
      fields: issues.length > 1 ? issues.map(issue => issue.field) : undefined,
      missing: missing && [...missing],
      limit,
      supportId,
      retryAfterSeconds,
    }),
  }
  const headers: Record<string, string> = { ...noStore, 'content-type': 'application/problem+json' }
  if (retryAfterSeconds !== undefined) headers['retry-after'] = String(retryAfterSeconds)
  return new Response(JSON.stringify(problem), { status, headers })
}

/**
 * Any error as a refusal: anything else is our fault, logged under an id that the person can quote (C51). An unavailable database
 * is logged too, and a reason to retry (fault:D2).
 */
export function toRefused(error: unknown, request: Request): Refused {
  if (error instanceof Refused) return error
  const { pathname } = new URL(request.url)
  const supportId = recordFault(error, { method: request.method, path: pathname })
  return isDatabaseAway(error) ? databaseAway() : new Refused('our_fault', { supportId })
}

/**
 * Whether a request that changes something came from one of our pages. A page can't set `Sec-Fetch-Site`; without it the Origin
 * must be the requested host. With neither it is no current browser, and refused.
 */
export function isOwnOrigin(request: Request): boolean {
  const site = request.headers.get('sec-fetch-site')
  if (site !== null) return site === 'same-origin'
  const origin = request.headers.get('origin')
  return origin !== null && URL.canParse(origin) && new URL(origin).host === request.headers.get('host')
}

export type Route = (request: Request, context?: { readonly params?: Promise<unknown> }) => Promise<Response>
