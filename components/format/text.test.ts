import { describe, expect, test } from 'vitest'
import { formatAbout, formatAxis, formatDate, formatMoney } from './text.ts'
import { readTypedAmount, typeAmount } from './typed-amount.ts'

describe('dates', () => {
  test('a calendar date is that day', () => {
    expect(formatDate('2026-11-21', 'fr')).toBe('21 novembre 2026')
    expect(formatDate('2026-11-21', 'en')).toBe('21 November 2026')
    expect(formatDate('2026-11-21', 'fr', 'short')).toBe('21/11/2026')
    expect(formatDate('2026-11-21', 'fr', 'day')).toBe('samedi 21 novembre')
    expect(formatDate('2026-11-21', 'en', 'full')).toBe('Saturday 21 November 2026')
    expect(formatDate('2026-11-21', 'en', 'day')).toBe('Saturday 21 November')
    expect(formatDate('2026-11-21', 'fr', 'near')).toBe('21 novembre')
  })

  test('the first of a month is ordinal in French', () => {
    expect(formatDate('2026-05-01', 'fr')).toBe('1er mai 2026')
    expect(formatDate('2026-05-01', 'fr', 'day')).toBe('vendredi 1er mai')
    expect(formatDate('2026-05-11', 'fr')).toBe('11 mai 2026')
    expect(formatDate('2026-05-01', 'en')).toBe('1 May 2026')
  })

  test('an instant is shown in Paris, across midnight and summer time', () => {
    expect(formatDate('2026-11-21T23:30:00Z', 'fr')).toBe('22 novembre 2026')
    expect(formatDate('2026-07-01T09:05:00Z', 'fr', 'time')).toBe('11\u00a0h\u00a005')
  })

  test('hours are written as each language writes them', () => {
    expect(formatDate('2026-11-21T06:42:00Z', 'fr', 'time')).toBe('7\u00a0h\u00a042')
    expect(formatDate('2026-11-21T23:05:00Z', 'fr', 'time')).toBe('0\u00a0h\u00a005')
    expect(formatDate('2026-11-21T06:42:00Z', 'fr', 'moment')).toBe('21 novembre 2026 à 7\u00a0h\u00a042')
    expect(formatDate('2026-11-21T06:42:00Z', 'en', 'time')).toBe('07:42')
  })

  test('a text that is not a date is unchanged', () => {
    expect(formatDate('soon', 'fr')).toBe('soon')
  })
})

describe('an amount as a person reads it', () => {
  test('in French: narrow spaces inside, a comma, a full space before the currency', () => {
    expect(formatMoney({ amount: '1234.56', currency: 'EUR' }, 'fr')).toBe('1\u202f234,56\u00a0€')
  })

  test('in English', () => {
    expect(formatMoney({ amount: '1234.56', currency: 'EUR' }, 'en')).toBe('€1,234.56')
  })

  test('below zero with a true minus, above with a plus when asked', () => {
    expect(formatMoney({ amount: '-12.30', currency: 'EUR' }, 'fr', true)).toBe('\u221212,30\u00a0€')
    expect(formatMoney({ amount: '12.30', currency: 'EUR' }, 'fr', true)).toBe('+12,30\u00a0€')
    expect(formatMoney({ amount: '0.00', currency: 'EUR' }, 'fr', true)).toBe('0,00\u00a0€')
  })

  test('digits beyond what a double can hold stay', () => {
    expect(formatMoney({ amount: '9999999999999.99', currency: 'EUR' }, 'en')).toBe('€9,999,999,999,999.99')
    expect(formatMoney({ amount: '90071992547409931.07', currency: 'EUR' }, 'en')).toBe('€90,071,992,547,409,931.07')
  })

  test('a currency without minor units, and an unknown one', () => {
    expect(formatMoney({ amount: '1500', currency: 'JPY' }, 'en')).toBe('¥1,500')
    expect(formatMoney({ amount: '15.00', currency: 'QQQ' }, 'fr')).toBe('15,00\u00a0QQQ')
  })

  test('a text that is not a number is unchanged', () => {
    expect(formatMoney({ amount: 'n/a', currency: 'EUR' }, 'fr')).toBe('n/a EUR')
  })
})

test.each([
  [{ amount: '1234.56', currency: 'EUR' }, 'fr', '1\u202f235\u00a0€'],
  [{ amount: '-0.40', currency: 'EUR' }, 'fr', '0\u00a0€'],
  [{ amount: '-1234.56', currency: 'EUR' }, 'en', '\u2212€1,235'],
  [{ amount: '1500', currency: 'JPY' }, 'en', '¥1,500'],
  [{ amount: '12.40', currency: 'QQQQ' }, 'en', '12'],
  [{ amount: 'n/a', currency: 'EUR' }, 'fr', 'n/a EUR'],
] as const)('%j in %s is about %s', (money, locale, text) => {
  expect(formatAbout(money, locale)).toBe(text)
})

describe('an amount on an axis', () => {
  test.each([
    [-4_000, 'EUR', 'fr', '\u22124\u202fk€'],
    [-1_500, 'EUR', 'fr', '\u22121,5\u202fk€'],
    [1_250_000, 'EUR', 'fr', '1,25\u202fM€'],
    [4_020, 'EUR', 'en', '€4.02k'],
    [500, 'EUR', 'fr', '500\u202f€'],
    [0, 'EUR', 'fr', '0\u202f€'],
    [-2_000, 'USD', 'fr', '\u22122\u202fk$US'],
    [-4_000, 'EUR', 'en', '\u2212€4k'],
    [2_500, 'JPY', 'en', '¥2.5k'],
  ] as const)('%d %s in %s', (amount, currency, locale, text) => {
    expect(formatAxis(amount, currency, locale)).toBe(text)
  })

  test('an invalid currency has no unit, and does not throw', () => {
    expect(formatAxis(-4_000, '€€', 'fr')).toContain('\u22124')
  })
})

test.each([
  ['12,50', '12.50'],
  ['1\u202f234,5 €', '1234.50'],
  [' 300 ', '300'],
  ['  ', null],
  ['douze', 'douze'],
  ['1.234,50', '1234.50'],
  ['1,234.50', '1234.50'],
  ['€12', '12.00'],
  ['\u221213,99 €', '-13.99'],
  // Three digits may be thousands or a third decimal: refused as an amount, good as a quantity.
  ['0,125', '0.125'],
])('%j is typed for %j', (typed, amount) => {
  expect(readTypedAmount(typed, 'fr')).toBe(amount)
})

test('a field’s text is parsed back to the same amount', () => {
  expect(readTypedAmount(typeAmount('1234.50', 'fr'), 'fr')).toBe('1234.50')
})
