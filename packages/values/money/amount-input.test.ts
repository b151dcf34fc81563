import { describe, expect, test } from 'vitest'
import { plainAmount, plainSize, readAmountInput } from './amount-input.ts'

const minor = (text: string, locale: 'fr' | 'en') => {
  const read = readAmountInput(text, locale)
  return 'money' in read ? read.money.amountMinor : read.fault
}

describe('in French', () => {
  test.each([
    ['1 234,56', 123456n],
    ['1\u202f234,56', 123456n],
    ['1\u00a0234,56 €', 123456n],
    ['1234,56', 123456n],
    ['1.234,56', 123456n],
    ['1,234.56', 123456n],
    ['12,5', 1250n],
    ['12,', 1200n],
    ['12.50', 1250n],
    ['12.5', 1250n],
    ['0,01', 1n],
    ['007', 700n],
    ['1 234', 123400n],
    ['1.234.567', 123456700n],
    ['1,234,567', 123456700n],
    ['1’234,50', 123450n],
    ['+12', 1200n],
    ['EUR 12', 1200n],
    ['12 eur', 1200n],
    ['9999999999999,99', 999999999999999n],
    ['1.234', 'amount_ambiguous'],
    ['1,234', 'amount_ambiguous'],
    ['1234,567', 'amount_decimals'],
    ['12 34', 'amount_not_a_number'],
    ['1.23.456', 'amount_not_a_number'],
    ['1.234,56,7', 'amount_not_a_number'],
    ['1 234.567,00', 'amount_not_a_number'],
    ['1234.567', 'amount_not_a_number'],
    ['douze', 'amount_not_a_number'],
    [',50', 'amount_not_a_number'],
    ['1e3', 'amount_not_a_number'],
    ['0x10', 'amount_not_a_number'],
    ['١٢', 'amount_not_a_number'],
    ['', 'amount_empty'],
    ['  € ', 'amount_empty'],
    ['0', 'amount_not_positive'],
    ['0,00', 'amount_not_positive'],
    ['-12', 'amount_not_positive'],
    ['−12,50 €', 'amount_not_positive'],
    ['-€12.50', 'amount_not_positive'],
    ['+€12.50', 1250n],
    ['10000000000000', 'amount_too_large'],
  ])('%s', (text, expected) => expect(minor(text, 'fr')).toBe(expected))
})

describe('in English', () => {
  test.each([
    ['1,234.56', 123456n],
    ['€1,234.56', 123456n],
    ['1234.56', 123456n],
    ['1,234', 123400n],
    ['1.234,56', 123456n],
    ['12,50', 1250n],
    ['12.5', 1250n],
    ['12.', 1200n],
    ['1,234,567.89', 123456789n],
    ['1 234.56', 123456n],
    ['1.234', 'amount_decimals'],
    ['1234,567', 'amount_not_a_number'],
    ['12,34,567', 'amount_not_a_number'],
    ['.50', 'amount_not_a_number'],
    ['1..5', 'amount_not_a_number'],
  ])('%s', (text, expected) => expect(minor(text, 'en')).toBe(expected))
})

test('amounts as our pages write them are parsed back to the cent', () => {
  for (const amountMinor of [1n, 99n, 100n, 123456n, 100000000n, 999999999999999n]) {
    const amount = `${amountMinor / 100n}.${String(amountMinor % 100n).padStart(2, '0')}` as `${number}`
    for (const [locale, tag] of [
      ['fr', 'fr-FR'],
      ['en', 'en-GB'],
    ] as const) {
      const written = new Intl.NumberFormat(tag, { style: 'currency', currency: 'EUR' }).format(amount)
      expect(minor(written, locale), written).toBe(amountMinor)
    }
  }
})

test.each([
  ['1.234,50', '1234.50', '1234.50'],
  ['1,234.50', '1234.50', '1234.50'],
  ['€12', '12.00', '12.00'],
  ['12,50 €', '12.50', '12.50'],
  ['-13.99', null, null],
  ['−13,99 €', null, null],
  ['0,05', '0.05', '0.05'],
  ['0', '0', '0'],
  ['1,234', null, '1234.00'],
  ['12,505', null, '12505.00'],
  ['twelve', null, null],
  ['', null, null],
])('what one looks for: %s is %s in French, %s in English', (text, fr, en) => {
  expect([plainAmount(text, 'fr'), plainAmount(text, 'en'), plainAmount(text, null)]).toEqual([fr, en, fr ?? en])
})

test.each(['1.234,50', '1,234.50', '€1,234.50', '1 234,50 €', '−1 234,50 €', '-1234.50', '−€1,234.50', '+1234,5'])(
  'a size is read as people type and copy it: %s',
  text => {
    expect([plainSize(text, 'fr'), plainSize(text, 'en'), plainSize(text, null)]).toEqual(Array(3).fill('1234.50'))
    expect(plainSize(`−${text}x`, 'fr')).toBeNull()
  },
)
