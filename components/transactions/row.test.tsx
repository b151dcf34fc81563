import { expect, test } from 'vitest'
import type { TransactionView } from '#lib/views/banking.ts'
import { aTransaction } from '#testing/components/a-transaction.ts'
import { draw, drawText } from '#testing/components/draw.tsx'
import type { AccountName } from './account-names.tsx'
import { LineAmount, TransactionRow, useRowWords } from './row.tsx'

const line = aTransaction({
  amount: { amount: '-1214.50', currency: 'EUR' },
  day: '2026-11-30',
  bookingDate: '2026-11-30',
  label: 'FACTURE CARTE VISA PREMIER',
  name: 'Facture carte Visa Premier',
  remittance: ['FACTURE CARTE VISA PREMIER'],
  nature: 'card',
  category: 'to_file',
})
const accounts: readonly AccountName[] = [
  { id: 'card', name: 'Visa Premier', bank: 'Banque du Littoral', kind: 'card' },
  { id: 'savings', name: 'Livret', bank: 'Banque du Littoral', kind: 'account' },
]

function Row(change: Partial<TransactionView>) {
  return (
    <TransactionRow
      transaction={{ ...line, ...change }}
      words={useRowWords([], new Map(accounts.map(account => [account.id, account])))}
      onOpen={() => {}}
    />
  )
}
const textOf = (change: Partial<TransactionView>) => drawText('fr', <Row {...change} />)

test('a line that nobody has filed says so', () => {
  expect(textOf({})).toContain('À classer')
})

test.each([
  ['card', 'Achats déjà comptés sur la carte'],
  ['savings', 'Virement interne'],
  ['unknown', 'Virement interne'],
])('between own accounts (%s) there is nothing to file', (pairedAccountId, words) => {
  const text = textOf({ pairedAccountId })
  expect(text.split(words)).toHaveLength(2)
  expect(text).not.toContain('À classer')
})

test('a category that was chosen stays, beside what the line is', () => {
  expect(textOf({ pairedAccountId: 'savings', category: 'other_income' })).not.toContain('Autres revenus')
  const text = textOf({ pairedAccountId: 'savings', category: 'savings', imported: true })
  expect(text).toContain('Virement interne')
  expect(text).toContain('Importée')
  expect(text).not.toContain('À classer')
})

const refused = {
  status: 'INFO',
  remittance: ['CARTE 12/11 DARTY LYON', 'PAIEMENT REFUSE PLAFOND ATTEINT'],
  amount: { amount: '-1299.00', currency: 'EUR' },
}

test.each([
  ['fr', 'Refusée, non débitée'],
  ['en', 'Refused, not charged'],
] as const)('in %s, the amount of a refused line is struck through and told in words', (locale, words) => {
  expect(draw(locale, <LineAmount line={refused} />)).toMatch(/<s\b[^>]*>.*299.*<\/s>/)
  expect(drawText(locale, <LineAmount line={refused} />)).toContain(words)
})

test('the amount of any other line is not', () => {
  for (const status of ['BOOK', 'PDNG', 'FUTR']) {
    expect(draw('en', <LineAmount line={{ ...refused, status }} />)).not.toMatch(/<s[ >]/)
  }
})
