import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findFecFaults } from '#testing/files/find-fec-faults.ts'
import { fecFileName, fecHead, fecLines } from './fec.ts'

const movement = { day: '2026-11-26', amountMinor: 123_456n, reference: 'Commande 4711', orderedOn: '2026-11-25' }
const november = { month: '2026-11', number: 1, isTest: false }
const cellsOf = (text: string) =>
  text
    .split('\r\n')
    .slice(0, -1)
    .map(line => line.split('\t'))

describe('the check of a file', () => {
  const name = '732829320FEC20261130.txt'
  const sound = `${fecHead()}${fecLines([movement, { ...movement, amountMinor: -5n }], november)}`
  const [, entry = ''] = sound.split('\r\n')

  test('finds nothing in ours', () => expect(findFecFaults({ name, text: sound })).toEqual([]))

  test.each([
    ['another name', sound, 'FEC20261130.txt'],
    ['a day that is none', sound, '732829320FEC20261131.txt'],
    ['two columns swapped', sound.replace('Debit\tCredit', 'Credit\tDebit'), name],
    ['a line too many', `${sound}${entry}\r\n`, name],
    ['a cell too few', sound.replace('\t\t\r\n', '\t\r\n'), name],
    ['a decimal point', sound.replace('1234,56', '1234.56'), name],
    ['an empty label', sound.replaceAll('Paiement Commande 4711', ''), name],
    ['a day after the file’s', sound, '732829320FEC20261101.txt'],
    ['a number left out', sound.replaceAll('GUI202611-000002', 'GUI202611-000003'), name],
    ['an amount on one side alone', sound.replace('0,05', '0,06'), name],
  ])('finds %s', (_, text, file) => expect(findFecFaults({ name: file, text })).not.toEqual([]))
})

describe('a movement is two lines that balance', () => {
  test('a test says in every line that it is one', () => {
    const lines = cellsOf(fecLines([movement], { ...november, isTest: true }))
    expect(lines.map(cells => cells[10])).toEqual(['ESSAI Paiement Commande 4711', 'ESSAI Paiement Commande 4711'])
  })

  test('a payment: the bank against the customers', () => {
    expect(cellsOf(fecLines([movement], { ...november, number: 7 }))).toEqual(
      [
        'GUI|Encaissements Guichet|GUI202611-000007|20261126|512000|Banque|||Commande 4711|20261125|Paiement Commande 4711|1234,56|0,00|||20261126||',
        'GUI|Encaissements Guichet|GUI202611-000007|20261126|411000|Clients|||Commande 4711|20261125|Paiement Commande 4711|0,00|1234,56|||20261126||',
      ].map(line => line.split('|')),
    )
  })

  test('a refund: the customers against the bank', () => {
    const [first = [], second = []] = cellsOf(fecLines([{ ...movement, amountMinor: -5n }], november))
    expect([first[4], first[11], first[12]]).toEqual(['512000', '0,00', '0,05'])
    expect([second[4], second[11], second[12]]).toEqual(['411000', '0,05', '0,00'])
    expect(first[10]).toBe('Remboursement Commande 4711')
  })

  test('whatever the amounts and texts: the file is what article A47 A-1 asks for', () => {
    const movements = fc.array(
      fc.record({
        day: fc.constant('2026-11-26'),
        orderedOn: fc.constant('2026-11-25'),
        amountMinor: fc.bigInt({ min: -99_999_999_999n, max: 99_999_999_999n }).filter(minor => minor !== 0n),
        reference: fc.string({ unit: fc.constantFrom('a', 'é', '\t', '\r', '\n', ' ', '|', ';') }),
      }),
    )
    fc.assert(
      fc.property(movements, all => {
        const text = `${fecHead()}${fecLines(all, november)}`
        expect(findFecFaults({ name: fecFileName('732829320', '2026-11-30', false), text })).toEqual([])
        expect(new Set(cellsOf(text).map(line => line[2])).size).toBe(all.length + 1)
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
  expect(fecFileName(number, '2026-11-30', false)).toBe(name)
  expect(fecFileName(number, '2026-11-30', true)).toBe(`ESSAI-${name}`)
})
