import { localeOf } from '#app/read-cookies.ts'
import { messages } from '#components/i18n/messages.ts'
import { databaseAway, isDatabaseAway } from '#lib/base/database-away.ts'
import type { Refusal } from '#lib/domain/refusals/failure.ts'
import { Refused } from '#lib/domain/refusals/refused.ts'
import { omitUndefined } from '#lib/domain/requests/omit-undefined.ts'
import { recordFault } from '#lib/services/operator/faults.ts'
import type { ProblemView } from '#lib/views/banking.ts'
import { apiErrors } from '#lib/views/v1/errors.ts'

/** Turns refusals into problems (RFC 9457). The other place that translates failures is in components. */

export const problems: { readonly [code in Refusal]: { readonly status: number; readonly title: string } } = {
  not_found: { status: 404, title: 'Not found' },
  not_signed_in: { status: 401, title: 'Not signed in' },
  invalid_input: { status: 422, title: 'The input is not valid' },
  too_many_tries: { status: 429, title: 'Too many attempts' },
  reauthentication_required: { status: 403, title: 'Confirm that it is you again' },
  wrong_credentials: { status: 403, title: 'Wrong email or password' },
  address_not_confirmed: { status: 403, title: 'The email address is not confirmed yet' },
  bank_unknown: { status: 404, title: 'Unknown bank' },
  bank_unavailable: { status: 503, title: 'The bank does not answer' },
  bank_paused: { status: 503, title: 'Requests to the bank are paused' },
  bank_crowded: { status: 503, title: 'The bank is very busy' },
  bank_refused: { status: 502, title: 'The bank refused' },
  bank_answer_unusable: { status: 502, title: 'The bank’s answer can’t be used' },
  bank_sends_too_much: { status: 502, title: 'The bank sends too much data' },
  bank_asked_too_often: { status: 429, title: 'The bank says it gets too many requests' },
  bank_quota_used: { status: 429, title: 'No automatic updates are left today' },
  consent_expired: { status: 409, title: 'The authorisation has expired' },
  consent_revoked: { status: 409, title: 'The access was withdrawn' },
  consent_not_given: { status: 403, title: 'No consent for this' },
  consent_changed_meanwhile: { status: 409, title: 'The consent has changed meanwhile' },
  connection_gone: { status: 410, title: 'The connection no longer exists' },
  busy: { status: 503, title: 'Busy, try again shortly' },
  fallback_not_offered: { status: 409, title: 'Emergency access is not offered now' },
  wrong_code: { status: 403, title: 'Wrong code' },
  not_allowed: { status: 403, title: 'Not allowed for this role' },
  payment_under_way: { status: 409, title: 'A payment is under way' },
  payment_over: { status: 409, title: 'The order is over' },
  payment_not_cancellable: { status: 409, title: 'The payment can no longer be cancelled' },
  key_not_valid: { status: 401, title: 'The API key is missing or not valid' },
  key_expired: { status: 401, title: 'The API key has expired' },
  key_scope_missing: { status: 403, title: 'The API key lacks the scope for this' },
  address_not_allowed: { status: 403, title: 'The API key cannot be used from this address' },
  idempotency_key_needed: { status: 400, title: 'An Idempotency-Key is needed' },
  idempotency_key_reused: { status: 422, title: 'The Idempotency-Key was used for another request' },
  idempotency_under_way: { status: 409, title: 'The first request with this Idempotency-Key is under way' },
  beneficiary_missing: { status: 409, title: 'The organisation has no account to be paid to' },
  organisation_not_activated: { status: 403, title: 'The organisation is not activated for live payments' },
  organisation_suspended: { status: 403, title: 'The organisation is suspended' },
  payment_limit_reached: { status: 409, title: 'The payment exceeds a limit of the organisation' },
  mails_off: { status: 409, title: 'No mail server is set up' },
  our_fault: { status: 500, title: 'Something failed on our side' },
}

export const noStore = { 'cache-control': 'private, no-store' }

/** A refusal as a response; for the script of a page in that page's words, since no page carries those of all refusals. */
export function problemOf(refused: Refused, ofPage?: Request): Response {
  const { code, bankCode, field, issues, missing, limit, supportId, retryAfterSeconds, reason } = refused
  const { status, title } = reason === undefined ? problems[code] : { ...apiErrors[reason], ...apiErrors[reason].en }
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
