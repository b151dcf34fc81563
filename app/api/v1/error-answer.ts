import type { Refusal } from '#lib/domain/refusals/failure.ts'
import type { Refused } from '#lib/domain/refusals/refused.ts'
import { targetFaults } from '#lib/domain/webhooks/target.ts'
import { readApiOrigin } from '#lib/services/merchant/api-requests.ts'
import { type ApiErrorCode, apiErrors, errorPage } from '#lib/views/v1/errors.ts'
import type { Problem } from '#lib/views/v1/schemas.ts'

/** A refusal as the API v1 answers it: a code of the catalogue, and the members of the request that are wrong. */

/** What a service refuses by the name of an input has a code of its own. */
const codesOfInputs: Readonly<Record<string, ApiErrorCode>> = {
  amount: 'amount_not_valid',
  'amount.not_positive': 'amount_not_valid',
  'amount.more_than_left': 'amount_more_than_left',
  'amount.nothing_to_refund': 'amount_nothing_to_refund',
  return_url: 'return_url_not_registered',
  cancel_url: 'return_url_not_registered',
  returnUrl: 'return_url_not_registered',
  execution_date: 'execution_date_out_of_range',
  expiresAt: 'expires_at_in_the_past',
  iban: 'creditor_iban_not_valid',
  creditorName: 'creditor_name_missing',
  beneficiary: 'beneficiary_missing',
  cursor: 'cursor_unknown',
  link: 'link_closed',
  endpoint: 'endpoint_disabled',
  endpoints: 'endpoint_limit_reached',
  ...Object.fromEntries(targetFaults.map(fault => [`url.${fault}`, `url_${fault}` as const])),
}

/** Inputs that the API calls otherwise than the services do; the rest are the same in snake case. */
const apiFields: Readonly<Record<string, string>> = { iban: 'creditor_iban' }

const snakeCase = (name: string) => name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)

/** The status and the body of a refusal; `more` are members of their own of one error. */
export function errorAnswer(refused: Refused, more: Partial<Problem> = {}) {
  const code = codeOf(refused)
  const { status, title, cause, remedy } = apiErrors[code]
  const { bankCode, supportId } = refused
  const errors = status === 422 ? errorsOf(refused, code) : []
  const body = {
    type: `${readApiOrigin()}${errorPage(code)}`,
    title,
    status,
    code,
    detail:
      code === 'invalid_input'
        ? errors.map(({ field, detail }) => `${field}: ${detail}`).join('; ')
        : `${cause} ${remedy}`,
    ...(errors[0] ? { field: errors[0].field, errors } : {}),
    ...(code === 'key_scope_missing' ? { scope: refused.field } : {}),
    ...(bankCode ? { bank_code: bankCode } : {}),
    ...(supportId ? { support_id: supportId } : {}),
    ...more,
  }
  return { status, body }
}

function codeOf({ code, field = '', reason, issues }: Refused): ApiErrorCode {
  if (code !== 'invalid_input') return isOfApi(code) ? code : 'our_fault'
  if (reason) return reason
  return (issues.length === 0 ? codesOfInputs[field] : undefined) ?? 'invalid_input'
}

/** Refusals that no operation of the API meets are not in the catalogue. */
function isOfApi(code: Refusal): code is Refusal & ApiErrorCode {
  return code in apiErrors
}

/** The members that are wrong, by the names of the API. A code that says what is wrong is repeated with the member's name. */
function errorsOf(
  { field, why, issues }: Refused,
  code: ApiErrorCode,
): { field: string; code: string; detail: string }[] {
  const named = issues.length > 0 ? issues : field ? [{ field, ...(why ? { why } : {}) }] : []
  const unsuffixed = (name: string) => (code === 'invalid_input' ? name : (name.split('.')[0] ?? name))
  return named.map(issue => ({
    field: apiFields[issue.field] ?? snakeCase(unsuffixed(issue.field)),
    code,
    detail: code === 'invalid_input' ? (issue.why ?? 'missing or not valid') : apiErrors[code].cause,
  }))
}
