import { expect, test } from 'vitest'
import type { Inside } from './inside.ts'
import { measureKnown } from './knowledge.ts'

const consent = { balances: ['FR76'], transactions: ['FR76'], owners: ['FR76'], overdrafts: [], psuIdentity: true }
const grant = {
  scope: 'aisp',
  state: 'valid',
  accessHash: '9f86d081',
  accessExpiresAt: '2026-11-28T13:00:00Z',
  refreshExpiresAt: '2027-05-27T12:00:00Z',
}
type Books = { readonly grants?: readonly (typeof grant)[]; readonly isShared?: boolean; readonly now?: string }
const booksOf = ({ grants = [], isShared = false, now = '2026-11-28T12:00:00Z' }: Books = {}): Inside => ({
  about: { accounts: [] },
  permissions: { grants, consents: isShared ? [consent] : [] },
  faults: [],
  mails: [],
  told: [],
  now,
  payments: [],
  quota: { quota: [] },
})
const nothing = booksOf()
const everything = booksOf({ grants: [grant], isShared: true })

let last = 0
const call = (line: string, { status = 200, asked = '', answered = '' } = {}) => {
  const [method = '', target = ''] = line.split(' ')
  last += 1
  return { id: last, method, target: `/stet/psd2${target}`, status, requestBody: asked, responseBody: answered }
}
const token = { asked: 'grant_type=authorization_code&code=x', answered: '{"access_token":"…"}' }
type Calls = Parameters<typeof measureKnown>[0]
/** `guichet`'s facts after some calls. */
const guichet = (calls: Calls, now = booksOf({ grants: [grant] }), start = nothing) =>
  Object.fromEntries(
    [...measureKnown(calls, now, start)]
      .filter(([key]) => key.startsWith('guichet:'))
      .map(([key, { hold }]) => [key.slice(8), hold]),
  )

test('before any call the bank alone knows something; nobody else has its password, ever', () => {
  const known = measureKnown([], nothing, nothing)
  expect([...known.keys()]).toEqual(
    ['password', 'identity', 'iban', 'balances', 'transactions'].map(fact => `bank:${fact}`),
  )
  expect(
    guichet([call('POST /oauth/token', token), call('GET /v1.6.2/accounts', { answered: '{"iban":"FR76"}' })]),
  ).toEqual({
    token: 'sealed',
    iban: 'full',
  })
})

test('what was answered is known, with the call that proves it; what was refused, lost or something else is not', () => {
  const balances = call('GET /v1.6.2/accounts/A1/balances', { answered: '{"balances":[]}' })
  const known = measureKnown([balances], nothing, nothing)
  expect(known.get('guichet:balances')).toEqual({ hold: 'full', proof: balances.id })
  expect(guichet([call('GET /v1.6.2/accounts/A1/balances', { status: 429 })])).toEqual({})
  // A web page comes at the token: the bank has issued one, and Guichet has none.
  const page = call('POST /oauth/token', { ...token, answered: '<html>' })
  const torn = measureKnown([page], booksOf({ grants: [grant] }), nothing)
  expect([torn.get('bank:token')?.hold, torn.get('guichet:token')]).toEqual(['hashed', undefined])
  expect(
    guichet([call('POST /oauth/token', { asked: 'grant_type=client_credentials', answered: token.answered })]),
  ).toEqual({})
})

test('balances that come with the list of accounts are known too', () => {
  const list = (balances: string) =>
    call('GET /v1.6.2/accounts', { answered: `{"accounts":[{"balances":${balances}}]}` })
  expect([guichet([list('[]')]), guichet([list('[{"name":"Solde"}]')])]).toEqual([{}, { balances: 'full' }])
})

test('a payment tells Guichet the account that paid, which it keeps, and the bank the amount', () => {
  const follow = call('GET /v1.6.2/payment-requests/P1', { answered: '{"debtorAccount":{"iban":"FR76"}}' })
  expect(guichet([follow])).toEqual({ iban: 'full' })
  const [payment] = [{ status: 'PDNG', reason: null, creditorName: 'x', instructions: [] }]
  const known = measureKnown([], { ...nothing, payments: payment ? [payment] : [] }, nothing)
  expect(known.get('bank:amount')).toEqual({ hold: 'full', proof: 'books' })
})

test('identity is known in full once it was read, not when there was none', () => {
  expect(guichet([call('GET /v1.6.2/end-user-identity', { status: 204 })])).toEqual({})
  expect(guichet([call('GET /v1.6.2/end-user-identity')])).toEqual({ identity: 'full' })
  expect(guichet([call('GET /v1.6.2/accounts/A1/owners?page=1')])).toEqual({ identity: 'full' })
})

test('what was shared before the chapter is known from the bank’s books; what a new consent leaves out is erased', () => {
  const all = { token: 'sealed', iban: 'full', balances: 'full', transactions: 'full', identity: 'full' }
  expect(guichet([], everything, everything)).toEqual(all)
  const less = call('PUT /v1.6.2/consents', {
    status: 201,
    asked: '{"balances":[{}],"transactions":[],"psuIdentity": false}',
  })
  expect(guichet([less], everything, everything)).toEqual({ ...all, transactions: 'gone', identity: 'masked' })
  expect(guichet([less], booksOf({ grants: [grant] }))).toEqual({})
  expect(guichet([{ ...less, status: 401 }], everything, everything)).toEqual(all)
})

test('tokens end at the bank when they are revoked, and at Guichet when it gives them back or is refused', () => {
  const hold = (calls: Calls, now: Inside) => {
    const known = measureKnown(calls, now, everything)
    return [known.get('bank:token')?.hold, known.get('guichet:token')?.hold]
  }
  expect(hold([], everything)).toEqual(['hashed', 'sealed'])
  expect(hold([], nothing)).toEqual(['gone', 'sealed'])
  expect(hold([call('GET /v1.6.2/accounts', { status: 401 })], nothing)).toEqual(['gone', 'gone'])
  expect(hold([call('POST /oauth/token', { status: 400, asked: 'grant_type=refresh_token' })], nothing)).toEqual([
    'gone',
    'gone',
  ])
  expect(hold([call('POST /oauth/revoke')], nothing)).toEqual(['gone', 'gone'])
  const later = booksOf({ grants: [grant], now: '2027-06-01T12:00:00Z' })
  expect(hold([], later)).toEqual(['gone', 'gone'])
  // An access token alone that is over is renewed.
  expect(hold([], booksOf({ grants: [grant], now: '2026-11-28T14:00:00Z' }))).toEqual(['hashed', 'sealed'])
})
