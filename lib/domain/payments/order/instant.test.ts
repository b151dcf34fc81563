import { describe, expect, test } from 'vitest'
import { paymentReasons } from '#lib/domain/payments/attempt/machine.ts'
import { arrivalDay, isInstantAt, lackInstant, mayFallBack, wasRefusedInstant, wishedInstant } from './instant.ts'

test.each([
  ['never', true, false, false],
  ['never', false, false, false],
  ['never', true, true, false],
  ['preferred', true, false, true],
  ['preferred', false, false, false],
  ['preferred', true, true, false],
  ['required', true, false, true],
  ['required', true, true, true],
  ['required', false, false, null],
] as const)('%s, at a bank that offers it: %s, and refused it: %s: %s', (choice, offers, wasRefused, isInstant) => {
  expect(isInstantAt(choice, offers, wasRefused)).toBe(isInstant)
})

test.each([
  [undefined, 'preferred', false, 'preferred'],
  [undefined, 'preferred', true, 'never'],
  [undefined, 'never', false, 'never'],
  [undefined, 'never', true, 'never'],
  ['never', 'preferred', false, 'never'],
  ['preferred', 'never', false, 'preferred'],
  ['required', 'never', false, 'required'],
  ['required', 'preferred', true, 'required'],
] as const)('given %s, of the organisation %s, later %s: %s', (given, organisation, isLater, wish) => {
  expect(wishedInstant(given, organisation, isLater)).toBe(wish)
})

describe('a refusal of the instant transfer', () => {
  const tried = { status: 'rejected', isInstant: true, reason: null, bankReason: 'AB08' }

  test.each([
    [{}, true],
    [{ bankReason: 'AM02' }, true],
    [{ bankReason: null, reason: 'FF01' }, true],
    [{ bankReason: 'AM04', reason: 'FF01' }, false],
    [{ bankReason: null, reason: 'http_503' }, false],
    [{ bankReason: null }, false],
    [{ isInstant: false }, false],
    [{ status: 'cancelled' }, false],
    [{ status: 'executed' }, false],
  ])('%o: %s', (change, wasRefused) => {
    expect(wasRefusedInstant({ ...tried, ...change })).toBe(wasRefused)
  })

  test('before anybody agreed is followed by an ordinary one at once', () => {
    expect(mayFallBack({ ...tried, authorisedAt: null })).toBe(true)
    expect(mayFallBack({ ...tried, authorisedAt: new Date() })).toBe(false)
    expect(mayFallBack({ ...tried, bankReason: 'CUST', authorisedAt: null })).toBe(false)
  })

  test('is not what the payer, their money or the account is the reason of', () => {
    const ofSpeed = paymentReasons.filter(bankReason => wasRefusedInstant({ ...tried, bankReason }))
    expect(ofSpeed).toEqual(['AG01', 'FF01', 'MS03', 'NOAS'])
  })
})

test.each([
  ['2026-11-25', '2026-11-26', 'Wednesday'],
  ['2026-11-27', '2026-11-30', 'Friday'],
  ['2026-11-28', '2026-12-01', 'Saturday, which counts as Monday'],
  ['2026-12-24', '2026-12-28', 'Christmas'],
  ['2027-03-25', '2027-03-30', 'Easter'],
])('an ordinary transfer of %s arrives on %s: %s', (day, arrival) => {
  expect(arrivalDay(day)).toBe(arrival)
})

test.each([
  ['', false],
  ['SCT', true],
  ['SCT SCT,SCT_MULT', true],
  ['SCT SCT,IP', false],
  // It tells none.
  ['SCT -', false],
])('accounts with %j lack instant transfers: %s', (accounts, expected) => {
  const features = accounts
    .split(' ')
    .filter(one => one !== '')
    .map(one => one.split(',').filter(name => name !== '-'))
  expect(lackInstant(features.map(one => ({ features: one })))).toBe(expected)
})
