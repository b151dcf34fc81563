import { describe, expect, test } from 'vitest'
import { consentBody, putConsent } from './consents.ts'
import { digestBody } from './sign.ts'
import { json, presence, scriptBank } from './testing/scripted-bank.ts'
import { aispToken } from './token.ts'

const all = { balances: true, transactions: true, owners: true, overdrafts: true }
const none = { balances: false, transactions: false, owners: false, overdrafts: false }
const [first, second] = ['FR7619870000010000000000171', 'FR7619870000020000000000268']
const consent = {
  accounts: [
    { iban: first, currency: 'EUR', ...all },
    { iban: second, currency: null, ...none, balances: true },
    { iban: 'FR7619870000030000000000365', currency: 'EUR', ...none },
  ],
  psuIdentity: true,
}

describe('consent body', () => {
  test('v1.6.2: an IBAN is only in the lists it is ticked for', () => {
    const entry = { iban: first, currency: 'EUR' }
    expect(consentBody('1.6.2', consent)).toEqual({
      balances: [entry, { iban: second }],
      transactions: [entry],
      owners: [entry],
      overdrafts: [entry],
      trustedBeneficiaries: false,
      psuIdentity: true,
    })
  })

  test('v1.4.2: two lists, no currency', () => {
    expect(consentBody('1.4.2', consent)).toEqual({
      balances: [{ iban: first }, { iban: second }],
      transactions: [{ iban: first }],
      trustedBeneficiaries: false,
      psuIdentity: true,
    })
  })

  test('empty: withdraws everything, with the required lists present (bank:D27)', () => {
    expect(consentBody('1.6.2', { accounts: [], psuIdentity: false })).toEqual({
      balances: [],
      transactions: [],
      owners: [],
      overdrafts: [],
      trustedBeneficiaries: false,
      psuIdentity: false,
    })
  })
})

describe('PUT /consents', () => {
  const token = aispToken('19870', 'a')

  test('sends exactly that body, with its digest (C21)', async () => {
    const { bank, requests } = scriptBank(() => json(201, {}))
    await putConsent(bank, token, consent, { presence })
    const body = JSON.stringify(consentBody('1.6.2', consent))
    expect(requests[0]).toMatchObject({ method: 'PUT', target: '/stet/psd2/v1.6.2/consents', body })
    expect(requests[0]?.headers).toMatchObject({
      digest: digestBody(body),
      'content-type': 'application/json; charset=utf-8',
    })
  })

  test('an answer without a body is accepted', async () => {
    const { bank } = scriptBank(() => ({ status: 201, headers: {}, text: '' }))
    await expect(putConsent(bank, token, consent, { presence })).resolves.toBeUndefined()
  })

  test.each([
    ['schema', json(200, { status: 500, error: 'Internal Server Error', message: 'backend timeout' })],
    ['schema', json(200, { error: 'Internal Server Error' })],
    ['schema', json(201, '"ok"')],
    ['json', json(201, '{"a":')],
    ['media_type', json(200, '<html>', { 'content-type': 'text/html' })],
  ])('a success that says something else leaves it open: %s', async (kind, answer) => {
    const { bank } = scriptBank(() => answer)
    await expect(putConsent(bank, token, consent, { presence })).rejects.toMatchObject({ kind, sent: 'yes' })
  })

  test('NGAC: an IBAN that is not the person’s (bank:D58)', async () => {
    const { bank } = scriptBank(() => json(403, { status: 403, message: 'NGAC' }))
    await expect(putConsent(bank, token, consent, { presence })).rejects.toMatchObject({ code: 'NGAC', sent: 'yes' })
  })
})
