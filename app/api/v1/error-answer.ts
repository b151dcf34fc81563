import type { Refusal } from '#lib/domain/refusals/failure.ts'
import type { InputIssue, Refused } from '#lib/domain/refusals/refused.ts'
import { omitUndefined } from '#lib/domain/requests/omit-undefined.ts'
import { targetFaults } from '#lib/domain/webhooks/target.ts'
import { readApiOrigin } from '#lib/services/merchant/api-requests.ts'
import { type ApiErrorCode, apiErrors, errorPage } from '#lib/views/v1/errors.ts'
import type { Problem } from '#lib/views/v1/problem.ts'

/** Refusals as answers of the API v1: a code of the catalogue, and the invalid members of the request. */

/** Inputs whose refusals have their own code. */
const codesOfInputs = new Map<string, ApiErrorCode>(
  Object.entries({
    amount: 'amount_not_valid',
    'amount.not_positive': 'amount_not_valid',
    'amount.more_than_left': 'amount_more_than_left',
    'amount.nothing_to_refund': 'amount_nothing_to_refund',
    line_items: 'line_items_sum_differs',
    bank_code: 'bank_not_offered',
    'payer.iban': 'payer_iban_not_valid',
    instant: 'instant_only_today',
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
    secret: 'secret_rotated_recently',
    endpoints: 'endpoint_limit_reached',
    ...Object.fromEntries(targetFaults.map(fault => [`url.${fault}`, `url_${fault}` as const])),
  }),
)

const amountsOfLinks = 'must be a positive amount, `min_amount` at most `max_amount`, and neither beside `amount`'
/** What is wrong with inputs whose refusal does not say it. */
const whyOfInputs = new Map([
  ['min', amountsOfLinks],
  ['max', amountsOfLinks],
  ['referencePrefix', 'must have a Latin letter or a digit'],
])

/** Refusals of a bank that a merchant need not tell apart from another one. */
const codesOfBanks: Partial<Record<Refusal, ApiErrorCode>> = {
  bank_sends_too_much: 'bank_answer_unusable',
  bank_asked_too_often: 'bank_crowded',
}

/** Inputs with another name in the API; the others are the same in snake case. */
const apiFields = new Map([
  ['iban', 'creditor_iban'],
  ['payer.iban', 'payer.iban'],
  ['min', 'min_amount'],
  ['max', 'max_amount'],
])

const snakeCase = (name: string) => name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)

/** The status and the body of a refusal; `more` are additional members of an error. */
export function errorAnswer(refused: Refused, more: Partial<Problem> = {}) {
  const code = codeOf(refused)
  const { status, en } = apiErrors[code]
  const { title, cause, remedy } = en
  const { bankCode, missing, limit, supportId } = refused
  const errors = refused.code === 'invalid_input' && status === 422 ? errorsOf(refused) : []
  const body = {
    type: `${readApiOrigin()}${errorPage(code)}`,
    title,
    status,
    code,
    detail:
      code === 'invalid_input'
        ? errors.map(({ field, detail }) => `${field}: ${detail}`).join('; ')
        : `${cause} ${remedy}`,
    ...omitUndefined({
      field: errors[0]?.field,
      errors: errors.length > 0 ? errors : undefined,
      scope: code === 'key_scope_missing' ? refused.field : undefined,
      address: code === 'address_not_allowed' ? refused.field : undefined,
      missing,
      limit,
      bank_code: bankCode,
      support_id: supportId,
    }),
    ...more,
  }
  return { status, body }
}

function codeOf({ code, field = '', reason, issues }: Refused): ApiErrorCode {
  if (code !== 'invalid_input') return isOfApi(code) ? code : (codesOfBanks[code] ?? 'our_fault')
  if (reason) return reason
  const [first, ...rest] = (issues.length > 0 ? issues : [{ field }]).map(codeOfIssue)
  return first === undefined || isMemberFault(first) || rest.some(other => other !== first) ? 'invalid_input' : first
}

/** Refusals that no operation of the API can return are not in the catalogue. */
function isOfApi(code: Refusal): code is Refusal & ApiErrorCode {
  return code in apiErrors
}

function codeOfIssue({ field, fault }: InputIssue): ApiErrorCode {
  if (fault === 'value_not_valid') return field === 'amount' ? 'amount_not_valid' : fault
  return fault ?? codesOfInputs.get(field) ?? 'value_not_valid'
}

/** Faults that say nothing without the member's name; the request as a whole is then `invalid_input`. */
const isMemberFault = (code: ApiErrorCode) =>
  code === 'member_missing' || code === 'member_unknown' || code === 'member_repeated' || code === 'value_not_valid'

/** The invalid members, by their API names, each with its own code. */
function errorsOf({ field, why, issues }: Refused): { field: string; code: ApiErrorCode; detail: string }[] {
  const named = issues.length > 0 ? issues : field ? [{ field, ...omitUndefined({ why }) }] : []
  return named.map(issue => {
    const code = codeOfIssue(issue)
    const name = isMemberFault(code) ? issue.field : (issue.field.split('.')[0] ?? issue.field)
    const known = isMemberFault(code) ? (whyOfInputs.get(issue.field) ?? 'not valid') : apiErrors[code].en.cause
    const detail = issue.why ?? known
    return { field: apiFields.get(issue.field) ?? snakeCase(name), code, detail }
  })
}
