import { describe, expect, test } from 'vitest'
import { GET as notFound } from '#app/api/[...path]/route.ts'
import { refusals } from '#lib/domain/refusals/failure.ts'
import { Refused } from '#lib/domain/refusals/refused.ts'
import { targetFaults } from '#lib/domain/webhooks/target.ts'
import { apiErrorCodes, apiErrors } from '#lib/views/v1/errors.ts'
import { errorAnswer } from './error-answer.ts'

/** Refusals that only people get: passwords, roles, consents, linked accounts. */
const ofPeople = [
  'reauthentication_required',
  'address_not_confirmed',
  'not_allowed',
  'mails_off',
  'payment_refunded',
  'not_signed_in',
  'wrong_credentials',
  'wrong_code',
  'bank_unknown',
  'bank_sends_too_much',
  'bank_quota_used',
  'bank_asked_too_often',
  'consent_expired',
  'consent_revoked',
  'consent_not_given',
  'consent_changed_meanwhile',
  'connection_gone',
  'fallback_not_offered',
]

const bodyOf = (refused: Refused) => errorAnswer(refused).body

test('every refusal of a merchant’s services is in the catalogue', () => {
  const known: readonly string[] = apiErrorCodes
  expect(refusals.filter(code => !known.includes(code)).toSorted()).toEqual(ofPeople.toSorted())
})

test.each(apiErrorCodes)('%s: a status of 4xx or 5xx, and two sentences in English and French', code => {
  expect(apiErrors[code].status).toBeGreaterThanOrEqual(400)
  const { en, fr } = apiErrors[code]
  for (const { title, cause, remedy } of [en, fr]) {
    expect(title).not.toMatch(/[.!]$/)
    for (const sentence of [cause, remedy]) expect(sentence).toMatch(/^[A-ZÀÉ`].*[.]$/)
  }
  const codeIn = (text: string) => text.match(/`[^`]+`/g) ?? []
  const [english, french] = [en, fr].map(({ cause, remedy }) => codeIn(cause + remedy))
  expect(french?.filter(one => !one.includes('://'))).toEqual(english?.filter(one => !one.includes('://')))
})

describe('the code states the reason', () => {
  test.each(targetFaults)('an endpoint’s address: url_%s, at the member url', fault => {
    const body = bodyOf(new Refused('invalid_input', { field: `url.${fault}` }))
    expect(body).toMatchObject({ code: `url_${fault}`, status: 422, field: 'url' })
  })

  test.each([
    ['amount.more_than_left', 'amount_more_than_left', 'amount'],
    ['amount.nothing_to_refund', 'amount_nothing_to_refund', 'amount'],
    ['amount.not_positive', 'amount_not_valid', 'amount'],
    ['cancel_url', 'return_url_not_registered', 'cancel_url'],
    ['returnUrl', 'return_url_not_registered', 'return_url'],
    ['iban', 'creditor_iban_not_valid', 'creditor_iban'],
    ['creditorName', 'creditor_name_missing', 'creditor_name'],
    ['endpoint', 'endpoint_disabled', undefined],
    ['link', 'link_closed', undefined],
    ['secret', 'secret_rotated_recently', undefined],
    ['beneficiary', 'beneficiary_missing', undefined],
    ['max', 'invalid_input', 'max_amount'],
  ])('%s: %s at %s', (input, code, field) => {
    const body = bodyOf(new Refused('invalid_input', { field: input }))
    expect([body.code, body.field]).toEqual([code, field])
    expect(body.errors?.map(one => one.field)).toEqual(field === undefined ? undefined : [field])
  })

  test('a refusal that says why is told as it is', () => {
    const why = 'must have a letter or digit that banks carry'
    const issues = [{ field: 'creditorName', why }]
    expect(bodyOf(new Refused('invalid_input', { ...issues[0], issues })).errors).toMatchObject([
      { field: 'creditor_name', detail: why },
    ])
  })

  test('a schema’s issues are named one by one, and the request as a whole is invalid_input', () => {
    const issues = [
      { field: 'return_url', why: 'Invalid input: expected string', fault: 'member_missing' as const },
      { field: 'currency', fault: 'value_not_valid' as const },
      { field: 'amount', fault: 'value_not_valid' as const },
    ]
    const { code, errors, detail } = bodyOf(new Refused('invalid_input', { field: 'return_url', issues }))
    expect(code).toBe('invalid_input')
    expect(errors?.map(one => [one.field, one.code])).toEqual([
      ['return_url', 'member_missing'],
      ['currency', 'value_not_valid'],
      ['amount', 'amount_not_valid'],
    ])
    expect(detail).toMatch(
      /^return_url: Invalid input: expected string; currency: not valid; amount: The amount is not /,
    )
  })

  test('a service’s faults keep their codes: one code for all of them, invalid_input for different ones', () => {
    const of = (...fields: string[]) =>
      bodyOf(new Refused('invalid_input', { field: fields[0] ?? '', issues: fields.map(field => ({ field })) }))
    expect(of('return_url', 'cancel_url').code).toBe('return_url_not_registered')
    const both = of('amount', 'cancel_url')
    expect(both.code).toBe('invalid_input')
    expect(both.errors?.map(one => [one.field, one.code])).toEqual([
      ['amount', 'amount_not_valid'],
      ['cancel_url', 'return_url_not_registered'],
    ])
  })

  test.each(['json_malformed', 'body_incomplete', 'body_too_large'] as const)('a body: %s', reason => {
    const body = bodyOf(new Refused('invalid_input', { field: 'body', reason }))
    expect([body.code, body.field]).toEqual([reason, undefined])
  })

  test('anything but a refusal of the API is our fault', () => {
    expect(bodyOf(new Refused('consent_expired'))).toMatchObject({ code: 'our_fault', status: 500 })
  })
})

test('an unknown address below /api: a problem of 404 with its request id, for everybody, never cached', async () => {
  const response = notFound(new Request('http://localhost:3000/api/nothing'))
  expect(response.status).toBe(404)
  expect(response.headers.get('content-type')).toBe('application/problem+json')
  expect(response.headers.get('cache-control')).toBe('private, no-store')
  const requestId = response.headers.get('x-request-id')
  expect(requestId).toBeTruthy()
  expect(await response.json()).toMatchObject({ status: 404, code: 'not_found', request_id: requestId })
})
