import { expect, test } from 'vitest'
import type { TransactionView } from '#lib/views/banking.ts'
import { drawText } from '#testing/components/draw.tsx'
import { type AccountName, AccountNames } from './account-names.tsx'
import { TransactionRow } from './row.tsx'
import { useRowWords } from './use-row-words.ts'

const line: TransactionView = {
  accountId: 'a1',
  key: 'k1',
  booked: true,
  status: 'BOOK',
  amount: { amount: '-1214.50', currency: 'EUR' },
  day: '2026-11-30',
  bookingDate: '2026-11-30',
  valueDate: null,
  transactionDate: null,
  expectedBookingDate: null,
  label: 'FACTURE CARTE VISA PREMIER',
  name: 'Facture carte Visa Premier',
  named: false,
  remittance: ['FACTURE CARTE VISA PREMIER'],
  code: null,
  nature: 'card',
  endToEndId: null,
  entryReference: null,
  category: 'to_file',
  categorySource: 'code',
  ruleId: null,
  counterparty: '',
  imported: false,
  pairedAccountId: null,
  id: 'id',
  whole: null,
  note: null,
  tags: [],
  parts: null,
  leftOut: false,
}
const accounts: readonly AccountName[] = [
  { id: 'card', name: 'Visa Premier', bank: 'Banque du Littoral', kind: 'card' },
  { id: 'savings', name: 'Livret', bank: 'Banque du Littoral', kind: 'account' },
]

function Row(change: Partial<TransactionView>) {
  return <TransactionRow transaction={{ ...line, ...change }} words={useRowWords()} onOpen={() => {}} />
}
const textOf = (change: Partial<TransactionView>) =>
  drawText(
    'fr',
    <AccountNames accounts={accounts}>
      <Row {...change} />
    </AccountNames>,
  )

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
  const text = textOf({ pairedAccountId: 'savings', category: 'savings', imported: true })
  expect(text).toContain('Virement interne')
  expect(text).toContain('Importée')
  expect(text).not.toContain('À classer')
})
