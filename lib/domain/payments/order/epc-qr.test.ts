import { structuredReference } from '@guichet/values/money/structured-reference.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type EpcTransfer, encodeEpc } from './epc-qr.ts'

const sound: EpcTransfer = {
  name: 'Croix-Rouge',
  iban: 'DE89370400440532013000',
  bic: 'COBADEFFXXX',
  amountMinor: 123_456n,
  currency: 'EUR',
  remittance: { structured: 'RF18539007547034' },
}
const encode = (change: Partial<EpcTransfer> = {}) => encodeEpc({ ...sound, ...change })
const linesOf = (change: Partial<EpcTransfer> = {}) => {
  const result = encode(change)
  if ('fault' in result) throw new Error(result.fault)
  return result.text.split('\n')
}

describe('what is written', () => {
  test('every line in its place, version 002', () => {
    expect(linesOf()).toEqual([
      'BCD',
      '002',
      '1',
      'SCT',
      'COBADEFFXXX',
      'Croix-Rouge',
      'DE89370400440532013000',
      'EUR1234.56',
      '',
      'RF18539007547034',
    ])
  })

  test('the BIC may be left out, its line stays', () => expect(linesOf({ bic: null })[4]).toBe(''))

  test('free text stands in its own line, never beside a reference', () => {
    const lines = linesOf({ remittance: { unstructured: 'Commande 4711' } })
    expect(lines.slice(8)).toEqual(['', '', 'Commande 4711'])
  })

  test('nothing at all for the remittance ends with the amount', () => {
    expect(linesOf({ remittance: { unstructured: '' } }).at(-1)).toBe('EUR1234.56')
  })

  test.each([
    [1n, 'EUR0.01'],
    [10n, 'EUR0.10'],
    [100n, 'EUR1.00'],
    [99_999_999_999n, 'EUR999999999.99'],
  ])('%s minor units are %s', (amountMinor, line) => expect(linesOf({ amountMinor })[7]).toBe(line))

  test('a long name is cut at 70 characters, whole ones', () => {
    expect([...(linesOf({ name: 'é'.repeat(69) + '𝔘'.repeat(5) })[5] ?? '')]).toHaveLength(70)
  })

  test('a line break in a text does not begin the next field', () => {
    expect(linesOf({ name: 'Librairie\r\nIBAN' })[5]).toBe('Librairie IBAN')
    expect(linesOf({ remittance: { unstructured: 'a\nb\u2028c' } }).slice(8)).toEqual(['', '', 'a b c'])
  })
})

describe('what is refused, by name', () => {
  test.each<[Partial<EpcTransfer>, string]>([
    [{ name: ' \n ' }, 'name'],
    [{ iban: 'DE89370400440532013001' }, 'iban'],
    [{ iban: '' }, 'iban'],
    [{ bic: 'COBADEF' }, 'bic'],
    [{ bic: 'cobadeff' }, 'bic'],
    [{ currency: 'CHF' }, 'currency'],
    [{ amountMinor: 0n }, 'amount'],
    [{ amountMinor: -1n }, 'amount'],
    [{ amountMinor: 100_000_000_000n }, 'amount'],
    [{ remittance: { structured: 'RF19539007547034' } }, 'remittance'],
    [{ remittance: { structured: 'RF18 5390 0754 7034' } }, 'remittance'],
    [{ remittance: { structured: '' } }, 'remittance'],
    [{ remittance: { unstructured: 'x'.repeat(141) } }, 'remittance'],
    [{ name: '€'.repeat(70), remittance: { unstructured: '€'.repeat(140) } }, 'size'],
  ])('%o: %s', (change, fault) => expect(encode(change)).toEqual({ fault }))
})

test('whatever is written, eight to twelve lines within 331 bytes, the reference as given', () => {
  const transfers = fc.record({
    name: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 90 }),
    amountMinor: fc.bigInt({ min: 1n, max: 99_999_999_999n }),
    body: fc.stringMatching(/^[0-9A-Z]{1,21}$/),
  })
  fc.assert(
    fc.property(transfers, ({ name, amountMinor, body }) => {
      const reference = structuredReference(body)
      const result = encode({ name, amountMinor, remittance: { structured: reference } })
      if ('fault' in result) return result.fault === 'name' || result.fault === 'size'
      const lines = result.text.split('\n')
      const minor = BigInt((lines[7] ?? '').replace(/^EUR|\./g, ''))
      return lines.length === 10 && lines[9] === reference && minor === amountMinor
    }),
  )
})
