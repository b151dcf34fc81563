import { describe, expect, test } from 'vitest'
import { offerOf, offersAnything, type SendingAccount, unknownAccountOffer } from './offer.ts'

const account: SendingAccount = {
  kind: 'account',
  iban: 'FR7619870000010000000000138',
  currency: 'EUR',
  features: ['SCT', 'SCT_MULT', 'IP'],
  aisVersion: '1.6.2',
  isGone: false,
  connection: 'active',
  bankTakesPayments: true,
}

describe('features decide', () => {
  test.each([
    [
      ['SCT', 'SCT_MULT', 'IP'],
      [null, null, null],
    ],
    [['SCT'], [null, 'not_in_features', 'not_in_features']],
    [['IP'], ['not_in_features', 'not_in_features', null]],
    [
      ['SCT', 'IP'],
      [null, 'not_in_features', null],
    ],
    [['SOMETHING_NEW'], ['not_in_features', 'not_in_features', 'not_in_features']],
    [[], ['not_in_features', 'not_in_features', 'not_in_features']],
  ])('%j', (features, expected) => {
    const { single, several, instant } = offerOf({ ...account, features })
    expect([single, several, instant]).toEqual(expected)
  })

  test('an interface without features offers a single transfer; the bank decides', () => {
    const offer = offerOf({ ...account, aisVersion: '1.4.2', features: [] })
    expect(offer).toEqual({ single: null, several: 'features_untold', instant: 'features_untold' })
  })
})

test.each([
  [{ kind: 'card' as const }, 'card'],
  [{ isGone: true }, 'gone'],
  [{ connection: 'choosing' as const }, 'consent_missing'],
  [{ connection: 'revoked' as const }, 'connection_ended'],
  [{ connection: 'replaced' as const }, 'connection_ended'],
  [{ iban: null }, 'no_iban'],
  [{ currency: 'USD' }, 'not_euro'],
  [{ bankTakesPayments: false }, 'bank_takes_no_payments'],
])('%j offers nothing, and says why', (change, refusal) => {
  const offer = offerOf({ ...account, ...change })
  expect(offer).toEqual({ single: refusal, several: refusal, instant: refusal })
  expect(offersAnything(offer)).toBe(false)
})

test('an account chosen at the bank can send a single transfer', () => {
  expect(unknownAccountOffer).toEqual({ single: null, several: 'account_unknown', instant: 'account_unknown' })
})

test.each(['single', 'several', 'instant'])('one kind is enough to send something: %s', kind => {
  const none = offerOf({ ...account, features: ['SOMETHING_NEW'] })
  expect([offersAnything(none), offersAnything({ ...none, [kind]: null })]).toEqual([false, true])
})
