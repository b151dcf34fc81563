import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addMoney, decimalsOf, formatAmount, isCurrency, parseAmount, sumByCurrency } from './minor.ts'

const eur = (amountMinor: bigint) => ({ amountMinor, currency: 'EUR' })

describe('parseAmount', () => {
  test.each([
    ['12.30', 'EUR', 1230n],
    ['12.3', 'EUR', 1230n],
    ['12', 'EUR', 1200n],
    ['+12', 'EUR', 1200n],
    ['-12.30', 'EUR', -1230n],
    ['-0.00', 'EUR', 0n],
    ['0.01', 'EUR', 1n],
    ['12.30000', 'EUR', 1230n],
    ['0012', 'EUR', 1200n],
    ['9999999999999.99', 'EUR', 999999999999999n],
    ['500', 'JPY', 500n],
    ['500.000', 'JPY', 500n],
    ['1.234', 'TND', 1234n],
    ['1.2345', 'CLF', 12345n],
    ['1.23', 'ZZZ', 123n],
  ])('reads %s %s', (text, currency, amountMinor) => {
    expect(parseAmount(text, currency)).toEqual({ amountMinor, currency })
  })

  test.each([
    ['12.345', 'EUR'],
    ['500.5', 'JPY'],
    ['12,30', 'EUR'],
    ['1 200.00', 'EUR'],
    ['12345678901234', 'EUR'],
    ['1.123456', 'CLF'],
    ['', 'EUR'],
    ['.5', 'EUR'],
    ['5.', 'EUR'],
    ['1e3', 'EUR'],
    ['0x10', 'EUR'],
    ['NaN', 'EUR'],
    ['--1', 'EUR'],
    ['1\n', 'EUR'],
    ['١٢', 'EUR'],
    ['1', 'eur'],
    ['1', ''],
    ['1', 'EURO'],
  ])('refuses %j %s', (text, currency) => {
    expect(parseAmount(text, currency)).toBeNull()
  })

  test('what is formatted reads back as the same, in any currency', () => {
    const currencies = fc.constantFrom('EUR', 'USD', 'JPY', 'TND', 'CLF')
    fc.assert(
      fc.property(fc.bigInt(-(10n ** 13n) + 1n, 10n ** 13n - 1n), currencies, (amountMinor, currency) => {
        expect(parseAmount(formatAmount({ amountMinor, currency }), currency)).toEqual({ amountMinor, currency })
      }),
    )
  })
})

describe('money', () => {
  test.each([
    [{ amountMinor: -5n, currency: 'EUR' }, '-0.05'],
    [{ amountMinor: 0n, currency: 'EUR' }, '0.00'],
    [{ amountMinor: 100n, currency: 'EUR' }, '1.00'],
    [{ amountMinor: -500n, currency: 'JPY' }, '-500'],
    [{ amountMinor: 1n, currency: 'TND' }, '0.001'],
  ])('formats %o as %s', (money, text) => {
    expect(formatAmount(money)).toBe(text)
  })

  test('knows decimals and the form of a code', () => {
    expect([decimalsOf('EUR'), decimalsOf('JPY'), decimalsOf('KWD'), decimalsOf('???')]).toEqual([2, 0, 3, 2])
    expect([isCurrency('EUR'), isCurrency('eur'), isCurrency('EURO')]).toEqual([true, false, false])
  })

  test('adds one currency only', () => {
    expect(addMoney(eur(1n), eur(2n))).toEqual(eur(3n))
    expect(() => addMoney(eur(1n), { amountMinor: 1n, currency: 'USD' })).toThrow("can't add USD to EUR")
  })

  test('sums per currency in order of appearance', () => {
    const usd = { amountMinor: 7n, currency: 'USD' }
    expect(sumByCurrency([eur(1n), usd, eur(-3n)])).toEqual([eur(-2n), usd])
    expect(sumByCurrency([])).toEqual([])
  })
})
