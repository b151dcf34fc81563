import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readAmount } from './decimal.ts'
import { parseJson } from './json.ts'

const minor = (text: string, currency = 'EUR') => readAmount(text, currency)?.amountMinor ?? null

describe('exact amounts (bank:D29)', () => {
  test.each([
    ['12.30', 1230n],
    ['-12.30', -1230n],
    ['+5', 500n],
    ['0.00', 0n],
    ['-0.00', 0n],
    ['.5', 50n],
    ['12.', 1200n],
    ['00012.30000', 1230n],
    ['1.0000000', 100n],
    ['1E+2', 10000n],
    ['1.5e3', 150000n],
    ['150e-2', 150n],
    [' 7.10 ', 710n],
    ['9999999999999.99', 999999999999999n],
  ])('%s', (text, expected) => expect(minor(text)).toBe(expected))

  test.each(['', '.', '-', '1,50', '1 000.00', '12.345', 'NaN', 'Infinity', '0x10', '99999999999999', '1e15', '1e999'])(
    '%j is not read, rather than rounded or guessed',
    text => expect(minor(text)).toBeNull(),
  )

  test('currencies with other decimals', () => {
    expect(minor('500', 'JPY')).toBe(500n)
    expect(minor('500.5', 'JPY')).toBeNull()
    expect(minor('1.234', 'TND')).toBe(1234n)
  })

  test('any amount keeps every digit, written as a JSON string or a JSON number', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -999_999_999_999_999n, max: 999_999_999_999_999n }), cents => {
        const digits = (cents < 0n ? -cents : cents).toString().padStart(3, '0')
        const text = `${cents < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
        const parsed = parseJson(`{"balanceAmount":{"amount":${text},"currency":"EUR"}}`)
        expect(parsed).toEqual({ ok: true, value: { balanceAmount: { amount: text, currency: 'EUR' } } })
        expect(minor(text)).toBe(cents)
      }),
    )
  })

  test('a JSON number keeps digits that a binary float loses', () => {
    const parsed = parseJson('{"amount":9007199254740993.10,"page":2}')
    expect(parsed).toEqual({ ok: true, value: { amount: '9007199254740993.10', page: 2 } })
  })
})
