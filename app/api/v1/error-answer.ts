import type { Refusal } from '#lib/domain/refusals/failure.ts'
import type { Refused } from '#lib/domain/refusals/refused.ts'
import { targetFaults } from '#lib/domain/webhooks/target.ts'
import { readApiOrigin } from '#lib/services/merchant/api-requests.ts'
import { type ApiErrorCode, apiErrors, errorPage } from '#lib/views/v1/errors.ts'
import type { Problem } from '#lib/views/v1/schemas.ts'

/** Refusals as answers of the API v1: a code of the catalogue, and the invalid members of the request. */

/** Inputs whose refusals have their own code. */
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

/** Inputs with another name in the API; the others are the same in snake case. */
const apiFields: Readonly<Record<string, string>> = { iban: 'creditor_iban' }

const snakeCase = (name: string) => name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)

/** The status and the body of a refusal; `more` are additional members of an error. */
export function errorAnswer(refused: Refused, more: Partial<Problem> = {}) {
  const code = codeOf(refused)
  const { status, title, cause, remedy } = apiErrors[code]
  const { bankCode, missing, limit, supportId } = refused
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
    ...(missing ? { missing } : {}),
    ...(limit ? { limit } : {}),
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

/** Refusals that no operation of the API can return are not in the catalogue. */
function isOfApi(code: Refusal): code is Refusal & ApiErrorCode {
  return code in apiErrors
}

/** The invalid members, by their API names. A code that states the fault is repeated with the member's name. */
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
