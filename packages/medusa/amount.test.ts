import fc from 'fast-check'
import { expect, test } from 'vitest'
import { writeEuros } from './amount.ts'
import type { BigNumberInput } from './framework.ts'

test.each<readonly [BigNumberInput, string]>([
  [24.9, '24.90'],
  [10, '10.00'],
  ['24.90', '24.90'],
  ['0.01', '0.01'],
  ['999999999.99', '999999999.99'],
  [{ value: '12.5', precision: 20 }, '12.50'],
  [{ value: 7 }, '7.00'],
  [{ numeric: 3.2, toJSON: () => 3.2, valueOf: () => 3.2 }, '3.20'],
  [{ numeric: 3.2, raw: { value: '3.25' }, toJSON: () => 3.2, valueOf: () => 3.2 }, '3.25'],
  [{ e: 1, toFixed: () => '42.1' }, '42.10'],
  [1e21, '1000000000000000000000.00'],
  ['1.5E+2', '150.00'],
  ['12.345e1', '123.45'],
  ['2490e-2', '24.90'],
  ['7e-2', '0.07'],
])('%j is %s', (amount, euros) => {
  expect(writeEuros(amount)).toBe(euros)
})

test.each([
  ['24.904', '24.90'],
  ['24.905', '24.91'],
  ['24.9049999', '24.90'],
  ['0.005', '0.01'],
  ['9.995', '10.00'],
  ['99.999', '100.00'],
  [1.005, '1.01'],
])('half a cent is rounded up: %s is %s', (amount, euros) => {
  expect(writeEuros(amount)).toBe(euros)
})

test.each([
  0,
  '0',
  '0.004',
  1e-7,
  -1,
  '-24.90',
  '',
  ' ',
  '1,5',
  '0x10',
  'NaN',
  Number.NaN,
  Number.POSITIVE_INFINITY,
  '1e999',
])('%s is no amount', amount => {
  expect(writeEuros(amount)).toBeNull()
})

test('a text that is too long is no amount', () => {
  expect(writeEuros('1'.repeat(61))).toBeNull()
})

test('cents come out as they went in', () => {
  fc.assert(
    fc.property(fc.bigInt(1n, 99_999_999_999n), cents => {
      const text = `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`
      expect(writeEuros(text)).toBe(text)
      expect(writeEuros({ value: `${text}000` })).toBe(text)
    }),
  )
})

test('numbers come out as JavaScript rounds their decimals', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 99_999_999 }), cents => {
      expect(writeEuros(cents / 100)).toBe((cents / 100).toFixed(2))
    }),
  )
})
