import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fecColumns, fecFileName, fecHead, fecLines } from './fec.ts'

const movement = { day: '2026-11-26', amountMinor: 123_456n, reference: 'Commande 4711', orderedOn: '2026-11-25' }
const cellsOf = (text: string) =>
  text
    .split('\r\n')
    .slice(0, -1)
    .map(line => line.split('\t'))

test('the eighteen columns in their order', () => {
  expect(fecHead()).toBe(`${fecColumns.join('\t')}\r\n`)
  expect(fecColumns).toHaveLength(18)
})

describe('a movement is two lines that balance', () => {
  test('a payment: the bank against the customers', () => {
    expect(cellsOf(fecLines([movement], 7))).toEqual(
      [
        'GUI|Encaissements Guichet|GUI000007|20261126|512000|Banque|||Commande 4711|20261125|Paiement Commande 4711|1234,56|0,00|||20261126||',
        'GUI|Encaissements Guichet|GUI000007|20261126|411000|Clients|||Commande 4711|20261125|Paiement Commande 4711|0,00|1234,56|||20261126||',
      ].map(line => line.split('|')),
    )
  })

  test('a refund: the customers against the bank', () => {
    const [first = [], second = []] = cellsOf(fecLines([{ ...movement, amountMinor: -5n }], 1))
    expect([first[4], first[11], first[12]]).toEqual(['512000', '0,00', '0,05'])
    expect([second[4], second[11], second[12]]).toEqual(['411000', '0,05', '0,00'])
    expect(first[10]).toBe('Remboursement Commande 4711')
  })

  test('whatever the amounts and texts: eighteen cells a line, debits equal credits, numbers without a gap', () => {
    const movements = fc.array(
      fc.record({
        day: fc.constant('2026-11-26'),
        orderedOn: fc.constant('2026-11-25'),
        amountMinor: fc.bigInt({ min: -99_999_999_999n, max: 99_999_999_999n }),
        reference: fc.string({ unit: fc.constantFrom('a', 'é', '\t', '\r', '\n', ' ', '|', ';') }),
      }),
    )
    fc.assert(
      fc.property(movements, all => {
        const lines = cellsOf(fecLines(all, 1))
        const cents = (at: number) => lines.reduce((sum, line) => sum + BigInt((line[at] ?? '').replace(',', '')), 0n)
        expect(lines.every(line => line.length === 18)).toBe(true)
        expect(cents(11)).toBe(cents(12))
        expect([...new Set(lines.map(line => line[2]))]).toHaveLength(all.length)
      }),
    )
  })
})

test.each([
  ['732 829 320', '732829320FEC20261130.txt'],
  ['73282932000074', '732829320FEC20261130.txt'],
  ['HRB 1234', 'FEC20261130.txt'],
  [null, 'FEC20261130.txt'],
])('the file of %s', (number, name) => {
  expect(fecFileName(number, '2026-11-30')).toBe(name)
})
