import { describe, expect, test } from 'vitest'
import { itemise, lineItemsOf } from './line-items.ts'

describe('line items', () => {
  test.each([
    [[{ name: 'Book', quantity: 2, unitAmount: '10.00' }], 2000n],
    [
      [
        { name: 'Book', quantity: 3, unitAmount: '0.1' },
        { name: 'Postage', quantity: 1, unitAmount: '4' },
      ],
      430n,
    ],
    [
      [
        { name: 'Book', quantity: 1, unitAmount: '24.90' },
        { name: 'Voucher', quantity: 1, unitAmount: '-5.00' },
      ],
      1990n,
    ],
    [[{ name: 'Sample', quantity: 9, unitAmount: '0.00' }], 0n],
    [[{ name: 'Ship', quantity: 10_000, unitAmount: '999999999.99' }], 999_999_999_990_000n],
    [[], 0n],
  ])('%j sum to %s', (given, sumMinor) => expect(itemise(given, 'EUR')?.sumMinor).toBe(sumMinor))

  test('have their totals with all decimals', () => {
    const given = [{ name: 'Book', quantity: 3, unitAmount: '-0.1' }]
    expect(itemise(given, 'EUR')?.items).toEqual([{ name: 'Book', quantity: 3, unitAmount: '-0.10', total: '-0.30' }])
  })

  test.each(['', 'x', '1,00', '1.001', '--1'])('an amount of %j is none', unitAmount => {
    expect(itemise([{ name: 'Book', quantity: 1, unitAmount }], 'EUR')).toBeNull()
  })

  test.each([null, undefined, 'x', [{ name: 'Book' }]])('stored %j are none', stored => {
    expect(lineItemsOf(stored)).toEqual([])
  })
})
