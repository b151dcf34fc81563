import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type CreditedLine, type CreditSum, creditAllLeft, creditLeft, creditLines, readCredited } from './credit.ts'
import { sumInvoice, type VatRate, vatRates } from './totals.ts'

const line = (unitPrice: string, vatRate: VatRate = '20', quantity = '1') => ({ quantity, unitPrice, vatRate })
const invoiced = (lines: ReturnType<typeof line>[], earlier: readonly CreditedLine[] = []) => ({
  lines,
  currency: 'EUR',
  earlier,
})

function credited(...asked: Parameters<typeof creditLines>): CreditSum {
  const sum = creditLines(...asked)
  if ('fault' in sum) throw new Error(sum.fault)
  return sum
}

const two = [line('100.00'), line('50.00', '5.5')]

describe('a credit note of some lines', () => {
  test('a whole line', () => {
    expect(creditLines(invoiced(two), [{ line: 1, net: '50.00' }])).toEqual({
      lines: [{ line: 1, netMinor: 5_000n }],
      byRate: [{ vatRate: '5.5', netMinor: 5_000n, vatMinor: 275n }],
      netMinor: 5_000n,
      vatMinor: 275n,
      totalMinor: 5_275n,
    })
  })

  test('parts of two lines', () => {
    const sum = credited(invoiced(two), [
      { line: 0, net: '10' },
      { line: 1, net: '0.01' },
    ])
    expect(sum).toMatchObject({ netMinor: 1_001n, vatMinor: 200n, totalMinor: 1_201n })
    expect(sum.byRate.map(({ vatRate }) => vatRate)).toEqual(['20', '5.5'])
  })

  test('what earlier ones took is gone', () => {
    const rest = invoiced(two, [{ line: 0, netMinor: 9_999n }])
    expect(creditLeft(rest)).toEqual({ lineMinor: [1n, 5_000n], totalMinor: 17_275n - 9_999n - 2_000n })
    expect(creditLines(rest, [{ line: 0, net: '0.02' }])).toEqual({ fault: 'net', at: 0 })
    expect(credited(rest, [{ line: 0, net: '0.01' }])).toMatchObject({ netMinor: 1n, vatMinor: 0n })
  })

  test.each(['0', '-1', '100.01', '1.005', '1,50', '', 'all', '1e2'])('%j of a line of 100.00 is refused', net =>
    expect(creditLines(invoiced(two), [{ line: 0, net }])).toEqual({ fault: 'net', at: 0 }),
  )

  test.each([-1, 2, 0.5])('line %d is refused', one =>
    expect(creditLines(invoiced(two), [{ line: one, net: '1' }])).toEqual({ fault: 'line', at: 0 }),
  )

  test('a line that comes twice is refused', () => {
    const twice = [
      { line: 0, net: '1' },
      { line: 0, net: '1' },
    ]
    expect(creditLines(invoiced(two), twice)).toEqual({ fault: 'line', at: 1 })
  })

  test('a line that is credited whole is refused', () => {
    const rest = invoiced(two, [{ line: 0, netMinor: 10_000n }])
    expect(creditLines(rest, [{ line: 0, net: '0.01' }])).toEqual({ fault: 'net', at: 0 })
    expect(creditLines(rest, [{ line: 0, net: '-0.01' }])).toEqual({ fault: 'net', at: 0 })
  })

  test('no lines are refused', () => expect(creditLines(invoiced(two), [])).toEqual({ fault: 'total' }))
})

describe('an invoice with a discount', () => {
  const discounted = [line('100.00'), line('-10.00')]

  test('is credited whole, with the discount', () => {
    expect(creditAllLeft(invoiced(discounted))).toMatchObject({ netMinor: 9_000n, totalMinor: 10_800n })
  })

  test('never for more than it came to', () => {
    expect(creditLines(invoiced(discounted), [{ line: 0, net: '100.00' }])).toEqual({ fault: 'total' })
    expect(credited(invoiced(discounted), [{ line: 0, net: '90.00' }])).toMatchObject({ totalMinor: 10_800n })
  })

  test('not for the discount alone', () => {
    expect(creditLines(invoiced(discounted), [{ line: 1, net: '-10.00' }])).toEqual({ fault: 'total' })
    expect(creditLines(invoiced(discounted), [{ line: 1, net: '10.00' }])).toEqual({ fault: 'net', at: 0 })
  })
})

test('what is stored of credit notes is read, or is a fault of ours', () => {
  const notes = [{ lines: [{ line: 0, net: '1.50' }] }, { lines: [{ line: 0, net: '-0.01' }] }]
  expect(readCredited(notes, 'EUR')).toEqual([
    { line: 0, netMinor: 150n },
    { line: 0, netMinor: -1n },
  ])
  expect(() => readCredited([{ lines: [{ line: 0, net: 'x' }] }], 'EUR')).toThrow('can’t be read')
})

test('VAT of many small credit notes adds up to that of the invoice', () => {
  const three = [line('0.03'), line('0.03'), line('0.03')]
  const earlier: CreditedLine[] = []
  const vat: bigint[] = []
  for (const [at] of three.entries()) {
    const sum = credited(invoiced(three, earlier), [{ line: at, net: '0.03' }])
    earlier.push(...sum.lines)
    vat.push(sum.vatMinor)
  }
  // 0.006 each; each rounded alone would be 0.03 in all, and the invoice has 0.02.
  expect(vat).toEqual([1n, 0n, 1n])
})

const amount = fc.integer({ min: -50_000, max: 500_000 }).map(cents => (cents / 100).toFixed(2))
const someLine = fc.record({
  quantity: fc.integer({ min: 1, max: 9_999 }).map(one => (one / 1_000).toFixed(3)),
  unitPrice: amount,
  vatRate: fc.constantFrom(...vatRates),
})
const someInvoice = fc.array(someLine, { minLength: 1, maxLength: 6 }).filter(lines => {
  const sum = sumInvoice(lines)
  return !('fault' in sum) && sum.totalMinor > 0n
})

test('whatever is credited in parts, all of it together is the invoice, to the cent', () => {
  const someParts = fc.array(fc.tuple(fc.nat(5), fc.integer({ min: 1, max: 100 })), { maxLength: 12 })
  fc.assert(
    fc.property(someInvoice, someParts, (lines, parts) => {
      const whole = sumInvoice(lines)
      if ('fault' in whole) throw new Error(whole.fault)
      const earlier: CreditedLine[] = []
      const notes: CreditSum[] = []
      for (const [at, percent] of parts) {
        const left = creditLeft(invoiced(lines, earlier))
        const cents = ((left.lineMinor[at] ?? 0n) * BigInt(percent)) / 100n
        const sum = creditLines(invoiced(lines, earlier), [{ line: at, net: (Number(cents) / 100).toFixed(2) }])
        if ('fault' in sum) continue
        earlier.push(...sum.lines)
        notes.push(sum)
        expect(sum.totalMinor).toBeGreaterThan(0n)
        expect(sum.totalMinor).toBe(left.totalMinor - creditLeft(invoiced(lines, earlier)).totalMinor)
        expect(creditLeft(invoiced(lines, earlier)).totalMinor).toBeGreaterThanOrEqual(0n)
        expect(sum.byRate.reduce((all, one) => all + one.netMinor + one.vatMinor, 0n)).toBe(sum.totalMinor)
      }
      notes.push(creditAllLeft(invoiced(lines, earlier)))
      const total = (of: (one: CreditSum) => bigint) => notes.reduce((all, one) => all + of(one), 0n)
      expect(total(one => one.netMinor)).toBe(whole.netMinor)
      expect(total(one => one.vatMinor)).toBe(whole.vatMinor)
      expect(total(one => one.totalMinor)).toBe(whole.totalMinor)
    }),
  )
})
