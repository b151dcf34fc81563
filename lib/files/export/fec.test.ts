import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { defaultAccounts } from '#lib/domain/books/accounts.ts'
import { executedEntry, nameCustomers, readEntry, saleEntry } from '#lib/domain/books/entries.ts'
import { findFecFaults } from '#testing/files/find-fec-faults.ts'
import { fecFileName, fecHead, fecLines } from './fec.ts'

const movement = {
  day: '2026-11-26',
  piece: 'Commande 4711',
  pieceOn: '2026-11-25',
  customer: { number: 'DIVERS', name: 'Clients divers' },
  letters: {},
}
const letters = { transit: { code: 'AB', day: '2026-11-28' } }
const payment = executedEntry({ ...movement, letters, amountMinor: 123_456n })
const arrival = readEntry({ ...movement, letters, day: '2026-11-28', givenMinor: 123_456n, handMinor: 0n })
const november = { month: '2026-11', number: 1, isTest: false, accounts: defaultAccounts }
const cellsOf = (text: string) =>
  text
    .split('\r\n')
    .slice(0, -1)
    .map(line => line.split('\t'))

describe('the check of a file', () => {
  const name = '732829320FEC20261130.txt'
  const sound = `${fecHead()}${fecLines([payment, executedEntry({ ...movement, amountMinor: -5n }), arrival], november)}`
  const [, entry = ''] = sound.split('\r\n')

  test('finds nothing in ours', () => expect(findFecFaults({ name, text: sound })).toEqual([]))

  test('finds nothing where goods and services have one account', () => {
    const sold = { ...movement, isCredit: false, netMinor: 1_000n, vatMinor: 200n }
    const sales = (['goods', 'services'] as const).map(supplies => saleEntry({ ...sold, supplies }))
    const accounts = { ...defaultAccounts, services: defaultAccounts.goods }
    expect(findFecFaults({ name, text: `${fecHead()}${fecLines(sales, { ...november, accounts })}` })).toEqual([])
  })

  test('finds nothing where a customer has changed their name', () => {
    const refund = executedEntry({ ...movement, customer: { number: 'DIVERS', name: 'Divers' }, amountMinor: -5n })
    const text = `${fecHead()}${fecLines(nameCustomers([payment, refund, arrival]), november)}`
    expect(findFecFaults({ name, text })).toEqual([])
    expect(text).toContain('\tDivers\t')
  })

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
    ['a mark at the start', `\uFEFF${sound}`, name],
    ['a letter without its day', sound.replace('AB\t20261128', 'AB\t'), name],
    ['letters that add up to something', sound.replaceAll(/AB(?=\t20261128)(?=[\s\S]*AB)/g, 'AC'), name],
    ['a customer without a name', sound.replace('Clients divers', ''), name],
    ['an account with two names', sound.replace('Virements à encaisser', 'Caisse'), name],
    ['an entry in two journals', sound.replace('GUI\tVirements exécutés', 'BQ\tBanque'), name],
    ['a piece of later', sound.replace('20261125', '20261201'), name],
  ])('finds %s', (_, text, file) => expect(findFecFaults({ name: file, text })).not.toEqual([]))
})

describe('an entry', () => {
  test('a test says in every line that it is one', () => {
    const lines = cellsOf(fecLines([payment], { ...november, isTest: true }))
    expect(lines.map(cells => cells[10])).toEqual(['ESSAI Paiement Commande 4711', 'ESSAI Paiement Commande 4711'])
  })

  test('in the columns, with the accounts of the organisation', () => {
    const accounts = { ...defaultAccounts, transit: '580000' }
    expect(cellsOf(fecLines([payment], { ...november, accounts, number: 7 }))).toEqual(
      [
        'GUI|Virements exécutés|GUI202611-000007|20261126|580000|Virements à encaisser|||Commande 4711|20261125|Paiement Commande 4711|1234,56|0,00|AB|20261128|||',
        'GUI|Virements exécutés|GUI202611-000007|20261126|411000|Clients|DIVERS|Clients divers|Commande 4711|20261125|Paiement Commande 4711|0,00|1234,56|||||',
      ].map(line => line.split('|')),
    )
  })

  test('whatever the amounts and texts: the file is what article A47 A-1 asks for', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'é', '\t', '\r', '\n', ' ', '|', ';') })
    const minor = fc.bigInt({ min: 1n, max: 99_999_999_999n })
    const some = fc.record({ piece: text, amountMinor: minor, isRefund: fc.boolean() })
    fc.assert(
      fc.property(fc.array(some), all => {
        const entries = all.flatMap(({ piece, amountMinor, isRefund }) => [
          saleEntry({ ...movement, piece, isCredit: isRefund, supplies: 'both', netMinor: amountMinor, vatMinor: 1n }),
          executedEntry({ ...movement, piece, amountMinor: isRefund ? -amountMinor : amountMinor }),
          readEntry({ ...movement, piece, givenMinor: amountMinor, handMinor: 1n }),
        ])
        const file = `${fecHead()}${fecLines(entries, november)}`
        expect(findFecFaults({ name: fecFileName('732829320', '2026-11-30', false), text: file })).toEqual([])
        expect(new Set(cellsOf(file).map(line => line[2])).size).toBe(entries.length + 1)
      }),
    )
  })
})

test.each([
  ['732 829 320', '732829320FEC20261130.txt'],
  ['73282932000074', '732829320FEC20261130.txt'],
  ['HRB 1234', 'FEC20261130.txt'],
  ['123456789', 'FEC20261130.txt'],
  [null, 'FEC20261130.txt'],
])('the file of %s', (number, name) => {
  expect(fecFileName(number, '2026-11-30', false)).toBe(name)
  expect(fecFileName(number, '2026-11-30', true)).toBe(`ESSAI-${name}`)
})
