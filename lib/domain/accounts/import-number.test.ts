import { describe, expect, test } from 'vitest'
import { rowsOf } from '#testing/rows.ts'
import { findDecimal, readDecimal, readFileAmount } from './import-number.ts'

describe('the amount of a line', () => {
  test.each(rowsOf<[string, bigint | null]>(import.meta.url, 'file-amounts'))('%j is %s', (text, amountMinor) => {
    expect(readFileAmount(text, 'EUR')).toEqual(amountMinor === null ? null : { amountMinor, currency: 'EUR' })
  })

  test('three digits behind a comma are decimals of a currency that has three', () => {
    expect(readFileAmount('12,345', 'TND')?.amountMinor).toBe(12_345n)
    expect(readFileAmount('12,345', 'JPY')?.amountMinor).toBe(12_345n)
    expect(readFileAmount('12,345', 'EUR')?.amountMinor).toBe(1_234_500n)
  })
})

describe('a number that can be read in two ways', () => {
  test.each([
    ['1.234', '.', null],
    ['1.230', '.', 123n],
    ['-29.000', '.', -2_900n],
    ['-29.000', ',', -2_900_000n],
    ['1,234', '.', 123_400n],
    ['12,50', '.', 1_250n],
    ['1.234.567', '.', 123_456_700n],
  ] as const)('%j with the decimal %s is %s', (text, decimal, amountMinor) => {
    expect(readFileAmount(text, 'EUR', decimal)?.amountMinor ?? null).toBe(amountMinor)
  })

  test.each<[string, readonly string[], string | null, number | null]>([
    ['no such number', ['12,50', '3'], null, null],
    ['all of them', ['-29.000', '-10.000'], null, 0],
    ['beside decimals of the other sign', ['12,50', '1.234'], ',', null],
    ['beside decimals of its own sign', ['12.50', '1.230'], '.', null],
    ['beside its own, where it then has a tenth of a cent', ['12.50', '1.234'], '.', 1],
    ['beside thousands of its own sign', ['1.234.567', '1.234'], ',', null],
    ['beside thousands of the other', ['1,234.50', '1.230'], '.', null],
    ['beside both', ['12.50', '12,50', '1.234'], null, 2],
    ['of both signs', ['1.234', '1,234'], null, 0],
  ])('%s', (_, texts, decimal, askAt) => {
    expect(findDecimal(texts, 'EUR')).toEqual({ decimal, askAt })
  })

  test('is none in a currency of three decimals', () => {
    expect(findDecimal(['1.234'], 'TND')).toEqual({ decimal: null, askAt: null })
  })
})

test.each(rowsOf<[string, bigint | null]>(import.meta.url, 'decimals'))(
  'where a format defines its numbers, %j is %s',
  (text, amountMinor) => {
    expect(readDecimal(text, 'EUR')?.amountMinor ?? null).toBe(amountMinor)
  },
)
