import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { accountNumberOf, defaultAccounts, repeatedAccounts } from './accounts.ts'
import { type BookEntry, executedEntry, readEntry, saleEntry } from './entries.ts'

const head = {
  day: '2026-07-03',
  piece: 'F1',
  pieceOn: '2026-07-01',
  customer: { number: '732829320', name: 'Littoral' },
  letters: {},
}
const drawn = ({ lines }: BookEntry) => lines.map(({ role, minor }) => `${role} ${minor}`)
const sale = { ...head, isCredit: false, supplies: 'goods', netMinor: 1_000n, vatMinor: 200n } as const

test.each<[string, BookEntry, string, string[]]>([
  ['an invoice', saleEntry(sale), 'Facture F1 Littoral', ['customers 1200', 'goods -1000', 'vat -200']],
  ['without VAT', saleEntry({ ...sale, vatMinor: 0n }), 'Facture F1 Littoral', ['customers 1000', 'goods -1000']],
  [
    'a credit note',
    saleEntry({ ...sale, isCredit: true, supplies: 'both' }),
    'Avoir F1 Littoral',
    ['customers -1200', 'both 1000', 'vat 200'],
  ],
  ['a payment', executedEntry({ ...head, amountMinor: 5n }), 'Paiement F1', ['transit 5', 'customers -5']],
  ['a refund', executedEntry({ ...head, amountMinor: -5n }), 'Remboursement F1', ['transit -5', 'customers 5']],
  ['its arrival', readEntry({ ...head, givenMinor: 5n, handMinor: 0n }), 'Encaissement F1', ['bank 5', 'transit -5']],
  [
    'the debit of a refund',
    readEntry({ ...head, givenMinor: -5n, handMinor: 0n }),
    'Débit du remboursement F1',
    ['bank -5', 'transit 5'],
  ],
  ['a transfer', readEntry({ ...head, givenMinor: 5n, handMinor: 5n }), 'Encaissement F1', ['bank 5', 'customers -5']],
  [
    'both',
    readEntry({ ...head, givenMinor: 5n, handMinor: 2n }),
    'Encaissement F1',
    ['bank 5', 'transit -3', 'customers -2'],
  ],
])('%s', (_, entry, label, lines) => {
  expect(drawn(entry)).toEqual(lines)
  expect(entry.label).toBe(label)
})

test('every entry balances, and the bank is debited by what was read alone', () => {
  const minor = fc.bigInt({ min: 1n, max: 10n ** 11n })
  fc.assert(
    fc.property(minor, minor, fc.boolean(), (one, other, isTrue) => {
      const [givenMinor, handMinor] = one > other ? [one, other] : [other, one]
      const entries = [
        saleEntry({ ...sale, netMinor: one, vatMinor: other, isCredit: isTrue }),
        executedEntry({ ...head, amountMinor: isTrue ? one : -one }),
        readEntry({ ...head, givenMinor, handMinor }),
      ]
      for (const { journal, lines } of entries) {
        expect(lines.reduce((sum, line) => sum + line.minor, 0n)).toBe(0n)
        expect(lines.some(({ role }) => role === 'bank')).toBe(journal === 'bank')
      }
    }),
  )
})

describe('an account’s number', () => {
  test.each([
    ['512000', '512000'],
    [' 411 0a1 ', '4110A1'],
    ['706', '706'],
  ])('%j', (typed, number) => expect(accountNumberOf(typed)).toBe(number))
  test.each(['', '51', '812000', '0512', '512000000000A', '51;2'])('%j is none', typed =>
    expect(accountNumberOf(typed)).toBeNull(),
  )
  test('is not that of another account, unless both are of sales', () => {
    expect(repeatedAccounts(defaultAccounts)).toEqual([])
    expect(repeatedAccounts({ ...defaultAccounts, both: '706000', goods: '706000' })).toEqual([])
    expect(repeatedAccounts({ ...defaultAccounts, transit: '512000' })).toEqual(['transit'])
  })
})
