import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  divideRounded,
  type InvoiceSum,
  parseQuantity,
  parseUnitPrice,
  sumInvoice,
  vatRates,
  writeSum,
} from './totals.ts'

const line = (quantity: string, unitPrice: string, vatRate: (typeof vatRates)[number] = '20') => ({
  quantity,
  unitPrice,
  vatRate,
})

function summed(...lines: Parameters<typeof sumInvoice>[0]): InvoiceSum {
  const sum = sumInvoice(lines)
  if ('fault' in sum) throw new Error(sum.fault)
  return sum
}

describe('a quantity', () => {
  test.each([
    ['1', 1_000n],
    ['0.001', 1n],
    ['1.5', 1_500n],
    ['007', 7_000n],
    ['999999.999', 999_999_999n],
  ])('%s', (text, thousandths) => expect(parseQuantity(text)).toBe(thousandths))

  test.each(['', '0', '0.000', '-1', '1,5', '1.2345', '1000000', '1e3', ' 1', '1.', '.5', 'Infinity'])(
    '%j is none',
    text => expect(parseQuantity(text)).toBeNull(),
  )
})

describe('a unit price', () => {
  test.each([
    ['12.5', 12_500_000n],
    ['0.1734', 173_400n],
    ['-0.000001', -1n],
    ['+7', 7_000_000n],
    ['999999999.999999', 999_999_999_999_999n],
  ])('%s', (text, millionths) => expect(parseUnitPrice(text)).toBe(millionths))

  test.each(['', '1,5', '1.1234567', '1000000000', '1e3', '.5', '--1'])('%j is none', text =>
    expect(parseUnitPrice(text)).toBeNull(),
  )
})

test('halves are rounded away from zero', () => {
  const rounded = [4n, 5n, 14n, 15n, 0n, -4n, -5n, -14n, -15n].map(one => divideRounded(one, 10n))
  expect(rounded).toEqual([0n, 1n, 1n, 2n, 0n, 0n, -1n, -1n, -2n])
})

describe('the sums of an invoice', () => {
  test('one line', () => {
    expect(summed(line('2', '10.00'))).toEqual({
      lineMinor: [2_000n],
      byRate: [{ vatRate: '20', netMinor: 2_000n, vatMinor: 400n }],
      netMinor: 2_000n,
      vatMinor: 400n,
      totalMinor: 2_400n,
    })
  })

  test('VAT is rounded once for a rate, not for each line', () => {
    // 3 × 0.33 at 5.5 %: 0.054 together, but 0.02 each if rounded line by line.
    const { byRate } = summed(line('1', '0.33', '5.5'), line('1', '0.33', '5.5'), line('1', '0.33', '5.5'))
    expect(byRate).toEqual([{ vatRate: '5.5', netMinor: 99n, vatMinor: 5n }])
  })

  test('a line is rounded to the cent', () => {
    expect(summed(line('0.333', '10.00')).lineMinor).toEqual([333n])
    expect(summed(line('0.005', '1.00')).lineMinor).toEqual([1n])
    expect(summed(line('0.004', '1.00')).lineMinor).toEqual([0n])
    expect(summed(line('0.005', '-1.00')).lineMinor).toEqual([-1n])
    expect(summed(line('1234.567', '0.1734')).lineMinor).toEqual([21_407n])
    expect(summed(line('1000', '0.000005')).lineMinor).toEqual([1n])
    expect(summed(line('999999.999', '999999999.999999')).lineMinor).toEqual([99_999_999_900_000_000n - 100n])
  })

  test.each([
    ['20', 2_000n],
    ['13', 1_300n],
    ['10', 1_000n],
    ['8.5', 850n],
    ['5.5', 550n],
    ['2.1', 210n],
    ['1.75', 175n],
    ['1.05', 105n],
    ['0.9', 90n],
    ['0', 0n],
  ] as const)('%s %% of 100 euros', (rate, vatMinor) => {
    expect(summed(line('1', '100.00', rate)).vatMinor).toBe(vatMinor)
  })

  test('rates come highest first, whatever the order of the lines', () => {
    const { byRate } = summed(...vatRates.toReversed().map(rate => line('1', '1.00', rate)))
    expect(byRate.map(one => one.vatRate)).toEqual(vatRates)
  })

  test('a discount lowers the VAT of its own rate', () => {
    const { byRate, totalMinor } = summed(line('1', '100.00'), line('1', '-10.00'), line('1', '50.00', '10'))
    expect(byRate.map(one => [one.netMinor, one.vatMinor])).toEqual([
      [9_000n, 1_800n],
      [5_000n, 500n],
    ])
    expect(totalMinor).toBe(16_300n)
  })

  test('nothing comes to nothing', () => expect(summed().totalMinor).toBe(0n))

  test.each([
    [[line('x', '1.00')], { line: 0, fault: 'quantity' }],
    [[line('1', '1.00'), line('1', '1,00')], { line: 1, fault: 'unitPrice' }],
    [[line('1', '1.0000005')], { line: 0, fault: 'unitPrice' }],
  ])('names what it can’t read', (lines, fault) => expect(sumInvoice(lines)).toEqual(fault))

  const cents = fc.integer({ min: -1_000_000, max: 1_000_000 })
  const lines = fc.array(
    fc.record({
      quantity: fc.integer({ min: 1, max: 999_999 }).map(one => (one / 1_000).toFixed(3)),
      unitPrice: fc.tuple(cents, fc.integer({ min: 0, max: 9_999 })).map(([one, more]) => {
        const sign = one < 0 ? '-' : ''
        return `${sign}${(Math.abs(one) / 100).toFixed(2)}${String(more).padStart(4, '0')}`
      }),
      vatRate: fc.constantFrom(...vatRates),
    }),
    { maxLength: 12 },
  )

  test('always add up, and are exactly negated by a credit of every line', () => {
    fc.assert(
      fc.property(lines, given => {
        const sum = summed(...given)
        const add = (amounts: readonly bigint[]) => amounts.reduce((one, other) => one + other, 0n)
        expect(sum.netMinor).toBe(add(sum.lineMinor))
        expect(sum.vatMinor).toBe(add(sum.byRate.map(one => one.vatMinor)))
        expect(sum.totalMinor).toBe(sum.netMinor + sum.vatMinor)
        const opposite = (text: string) => (text.startsWith('-') ? text.slice(1) : `-${text}`)
        const credit = summed(...given.map(one => ({ ...one, unitPrice: opposite(one.unitPrice) })))
        expect(credit.totalMinor).toBe(-sum.totalMinor)
        expect(credit.byRate.map(one => one.vatMinor)).toEqual(sum.byRate.map(one => -one.vatMinor))
      }),
    )
  })

  test('VAT is within half a cent of the exact amount for each rate', () => {
    fc.assert(
      fc.property(lines, given => {
        for (const { vatRate, netMinor, vatMinor } of summed(...given).byRate)
          expect(Math.abs(Number(vatMinor) - (Number(netMinor) * Number(vatRate)) / 100)).toBeLessThanOrEqual(0.500001)
      }),
    )
  })
})

test('amounts are written as decimal strings', () => {
  expect(writeSum(summed(line('1', '10.00'), line('1', '-0.05', '0')))).toEqual({
    lines: ['10.00', '-0.05'],
    byRate: [
      { vatRate: '20', net: '10.00', vat: '2.00' },
      { vatRate: '0', net: '-0.05', vat: '0.00' },
    ],
    net: '9.95',
    vat: '2.00',
    total: '11.95',
  })
})
