import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { WireAccount } from './account.ts'
import { WireBalance } from './balance.ts'
import { readCode, readLines, readText } from './parsed-field.ts'
import { WirePayeeVerification } from './payee-verification.ts'
import { WireConsentLink, WirePaymentState } from './payment.ts'
import { WireIdentity, WireOwner, WireOwners } from './person.ts'
import { WireRegistration } from './registration.ts'
import { id, idLength, optionalHref, secret, WireAmount } from './text.ts'
import { WireTokenAnswer } from './token.ts'
import { WireTransaction } from './transaction.ts'

/** The members at the dotted paths of `limits`, each longer than any limit. */
function tooLong(paths: readonly string[], needed: Record<string, unknown>): Record<string, unknown> {
  const value = structuredClone(needed)
  for (const path of paths) {
    const names = path.split('.')
    const last = names.pop() ?? ''
    let holder = value
    for (const name of names) {
      holder[name] ??= {}
      holder = holder[name] as Record<string, unknown>
    }
    holder[last] = 'x'.repeat(5_000)
  }
  return value
}

const lengthAt = (value: unknown, path: string): number =>
  (path.split('.').reduce<unknown>((holder, name) => (holder as Record<string, unknown>)[name], value) as string).length

const amount = { amount: '1.00', currency: 'EUR' }

describe('a text for people is cut where bank:D46 ends it', () => {
  test.each([
    [
      'account',
      WireAccount,
      { resourceId: 'r' },
      {
        cashAccountType: 35,
        'accountId.other.schemeName': 70,
        'accountId.other.issuer': 35,
        product: 35,
        usage: 35,
        psuStatus: 35,
        name: 70,
        details: 140,
      },
    ],
    ['balance', WireBalance, { balanceAmount: amount }, { balanceType: 35, name: 70 }],
    [
      'transaction',
      WireTransaction,
      { transactionAmount: amount },
      {
        'bankTransactionCode.domain': 35,
        'bankTransactionCode.family': 35,
        'bankTransactionCode.subFamily': 35,
        'bankTransactionCode.code': 35,
        'bankTransactionCode.issuer': 35,
        creditDebitIndicator: 35,
        status: 35,
      },
    ],
    ['owner', WireOwner, {}, { fullName: 140, role: 70 }],
    ['owners', WireOwners, {}, { 'company.identification': 70, 'company.schemeName': 70, 'company.issuer': 35 }],
    ['identity', WireIdentity, {}, { connectedPsu: 140, firstName: 70, lastName: 70 }],
    ['payment', WirePaymentState, {}, { paymentInformationStatus: 35, statusReasonInformation: 35 }],
    ['consent link', WireConsentLink, { _links: { consentApproval: { href: 'https://b.example' } } }, { nonce: 70 }],
    ['verification of payee', WirePayeeVerification, {}, { partyNameMatch: 4, matchedName: 140 }],
    ['token', WireTokenAnswer, { access_token: 't' }, { token_type: 35, scope: 500 }],
  ] as const)('%s', (_, schema: z.ZodType, needed, limits) => {
    const read = schema.parse(tooLong(Object.keys(limits), needed))
    expect(Object.fromEntries(Object.keys(limits).map(path => [path, lengthAt(read, path)]))).toEqual(limits)
  })

  test('remittance: 20 lines of 140, as an object, a list or one text', () => {
    const lines = Array.from({ length: 21 }, () => 'x'.repeat(141))
    const read = (remittanceInformation: unknown) =>
      WireTransaction.parse({ status: 'BOOK', transactionAmount: amount, remittanceInformation }).remittanceInformation
    for (const said of [lines, { unstructured: lines }])
      expect(read(said).map(line => line.length)).toEqual(Array.from({ length: 20 }, () => 140))
    expect(read('y'.repeat(141)).map(line => line.length)).toEqual([140])
  })

  test('a code that is only shown: 35', () => {
    expect(readCode('x'.repeat(36))).toHaveLength(35)
    expect(readCode({})).toBeNull()
  })
})

describe('an identifier is taken whole or not at all', () => {
  const fits = (schema: z.ZodType, length: number, of: (text: string) => unknown = text => text) =>
    [length, length + 1].map(count => schema.safeParse(of('x'.repeat(count))).success)

  test('required ones', () => {
    expect(idLength).toBe(140)
    expect(fits(id(idLength), 140)).toEqual([true, false])
    expect(fits(secret, 8_192)).toEqual([true, false])
    expect(fits(WireAmount, 70, text => ({ amount: text, currency: 'EUR' }))).toEqual([true, false])
    expect(fits(WireAmount, 35, text => ({ amount: '1', currency: text }))).toEqual([true, false])
    expect(fits(WireRegistration, 255, text => ({ client_id: text }))).toEqual([true, false])
  })

  test('optional ones', () => {
    const read = (count: number) => 'x'.repeat(count)
    const transaction = (endToEndId: string) =>
      WireTransaction.parse({ status: 'BOOK', transactionAmount: amount, endToEndId }).endToEndId
    expect([transaction(read(35)), transaction(read(36))]).toEqual([read(35), null])
    const bic = (bicFi: string) => WireAccount.parse({ resourceId: 'r', bicFi }).bicFi
    expect([bic(read(11)), bic(read(12))]).toEqual([read(11), null])
    expect([optionalHref.parse(read(2_048)), optionalHref.parse(read(2_049))]).toEqual([read(2_048), null])
  })

  test('texts compared with the request: 2,000 characters, 100 lines', () => {
    expect([readText('x'.repeat(2_000))?.length, readText('x'.repeat(2_001))]).toEqual([2_000, null])
    const lines = (count: number) => readLines(Array.from({ length: count }, () => 'x'))
    expect([lines(100)?.length, lines(101)]).toEqual([100, null])
    expect(readLines(['x', {}])).toBeNull()
    expect(readText(7)).toBe('7')
  })
})
