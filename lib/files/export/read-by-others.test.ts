import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { account, card, dollars, lines, write } from '#testing/files/exported.ts'
import { findStatementFaults, readWith } from '#testing/files/read-with.ts'
import { camtWriter } from './camt.ts'
import { csvWriter } from './csv.ts'
import { cut, shortNumberOf } from './line.ts'
import { ofxNameLimit, ofxWriter } from './ofx.ts'
import { qifWriter } from './qif.ts'

/** Independent programs read what people take elsewhere. */

const accounts = [account, { ...account, iban: 'DE89370400440532013000' }, dollars, card]
const amounts = lines.map(({ amount }) => amount.amount)

test('libofx reads our OFX: accounts, cards, currencies, balances, days, amounts and texts', () => {
  const { said, complaints } = readWith('ofxdump', [], write(ofxWriter(), lines, accounts))
  // OpenSP counts bytes: it reports each letter beyond ASCII, and passes it on.
  expect(complaints.match(/^LibOFX ERROR: .*$/gm) ?? []).toEqual([])
  const all = (name: string) => [...said.matchAll(new RegExp(`^ +${name} ?: (.*)$`, 'gm'))].map(([, value]) => value)
  const forEach = <Value>(values: readonly Value[]) => accounts.flatMap(() => values)
  expect(all('Account #')).toEqual(['00000000001', 'DE89370400440532013000', '00000000001-USD', shortNumberOf(card.id)])
  expect(all('Account type')).toEqual(['CHECKING', 'CHECKING', 'CHECKING', 'CREDITCARD'])
  expect(said.match(/Default Currency: (?:EUR|USD)\n {4}Account ID/g)).toHaveLength(4)
  expect(all('Ledger balance')).toEqual(forEach(['-12.30']))
  expect(all('Total money amount')).toEqual(forEach(amounts))
  expect(all('Date posted').map(day => day?.slice(0, 10))).toEqual(forEach(lines.map(() => 'Tue Nov 10')))
  expect(all('Name of payee or transaction description')).toEqual(
    forEach(lines.map(({ label }) => cut(label, ofxNameLimit))),
  )
  expect(all("Financial institution's ID for this transaction")).toEqual(forEach(['00000001', '2', '3', '4']))
  expect(all('Extra transaction information \\(memo\\)')).toEqual(forEach(['REF 12', 'deux | trois', 'x'.repeat(100)]))
})

test('our QIF is what libofx makes of our OFX, with more', () => {
  // It calls an account by its number and gives each kind as a category.
  const records = (text: string) => text.split('\n').filter(row => /^(?:![TA]|T|D\d|P|M|\^)/.test(row))
  const made = readWith('ofx2qif', [], write(ofxWriter(), lines.slice(0, 3), [account, card])).said
  const ours = write(qifWriter, lines.slice(0, 3), [account, card])
  expect(records(ours)).toEqual(records(made))
})

test.each(['csv', 'csv-fr'] as const)('hledger reads our %s: days, texts, amounts, accounts and sums', dialect => {
  const text = write(csvWriter(dialect), lines, [account, card])
  const args = [
    'print',
    '--output-format=csv',
    `--rules-file=testing/files/hledger-${dialect === 'csv' ? 'en' : 'fr'}.rules`,
    '-f',
  ]
  const { said, complaints } = readWith('hledger', args, text)
  expect(complaints).toBe('')
  const rows: Record<string, string>[] = parse(said, { columns: true })
  const own = rows.filter(row => row.account !== 'Énergie')
  const decimals = (amount = '') => amount.replace(',', '.')
  expect(own.map(row => [row.date, decimals(row.amount), row.commodity, row.account])).toEqual(
    [account.iban, shortNumberOf(card.id)].flatMap(number =>
      amounts.map(amount => ['2026-11-10', amount, 'EUR', number]),
    ),
  )
  expect(own.slice(0, 3).map(row => [row.description, row.comment, row.code])).toEqual([
    ['PRLV SEPA EDF', 'REF 12', '00000001'],
    [`'=HYPERLINK("http://x";"y")`, '', '2'],
    ['Été; "œuf", <b>&amp;</b>', 'deux | trois', '3'],
  ])
})

test('libxml2 finds our CAMT.053 sound', () => {
  const sound = write(camtWriter, lines, accounts)
  expect(findStatementFaults(sound)).toEqual([])
  expect(findStatementFaults(sound.replace('<Sts>', '<St>').replace('</Sts>', '</St>')).join()).toContain(
    'This element is not expected',
  )
  expect(findStatementFaults(sound.replace('CRDT', 'CREDIT')).join()).toContain('CdtDbtInd')
})
