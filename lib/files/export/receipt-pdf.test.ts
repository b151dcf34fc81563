import { inflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { type ReceiptSheet, receiptPdf } from './receipt-pdf.ts'

const sheet: ReceiptSheet = {
  language: 'fr',
  title: 'Reçu du virement',
  amount: '1\u202f234,56\u00a0€',
  warning: null,
  rows: [
    { term: 'Depuis', value: 'Zoé Lefèvre', more: 'FR76 •••• 2260' },
    { term: 'À', value: 'Łukasz Škoda', more: 'DE89 •••• 3000' },
    { term: 'Αλέξης Παπαδόπουλος', value: 'Иван Петров', more: 'שלום' },
  ],
  lead: 'Informations prévues par l’article 46.',
  verify: 'Vérifier ce reçu',
  address: 'https://guichet.example/receipts/P/S',
  code: { size: 2, data: [1, 0, 0, 1] },
}

/** Every stream of a PDF, inflated if it is compressed. */
function streamsOf(pdf: Buffer): string[] {
  return [...pdf.toString('latin1').matchAll(/stream\r?\n([\s\S]*?)\r?\nendstream/g)].map(([, body = '']) => {
    try {
      return inflateSync(Buffer.from(body, 'latin1')).toString('latin1')
    } catch {
      return ''
    }
  })
}

/** Characters that the embedded fonts map their glyphs to. */
function charactersOf(pdf: Buffer): Set<string> {
  const maps = streamsOf(pdf).filter(text => text.includes('beginbfrange') || text.includes('beginbfchar'))
  const codes = maps.flatMap(text => [...text.matchAll(/<([0-9a-f]{4,8})>/gi)].map(([, code = '']) => code))
  return new Set(codes.map(code => String.fromCharCode(Number.parseInt(code.slice(0, 4), 16))))
}

test('a file of one page with embedded fonts, whose text can be extracted', async () => {
  const pdf = await receiptPdf(sheet)
  const text = pdf.toString('latin1')
  expect(text.startsWith('%PDF-')).toBe(true)
  expect(text.match(/\/Type \/Page\b/g)).toHaveLength(1)
  expect(text).toMatch(/\/FontFile[23]/)
  for (const font of ['Figtree', 'NotoSans-', 'NotoSansHebrew']) expect(text).toContain(font)
  expect(text, 'no font that a reader would have to bring').not.toContain('/Helvetica')
  const known = charactersOf(pdf)
  const said = [
    sheet.title,
    sheet.lead,
    sheet.verify,
    ...sheet.rows.flatMap(({ term, value, more }) => [term, value, more]),
  ]
  for (const character of new Set(said.join('').replace(/\s/g, ''))) expect([...known], character).toContain(character)
})

test('a name in Arabic has its letters, and words stand from right to left', async () => {
  const pdf = await receiptPdf({ ...sheet, rows: [{ term: 'À', value: 'مرحبا شركة', more: '' }] })
  expect(pdf.toString('latin1')).toContain('NotoSansArabic')
  expect([...charactersOf(pdf)].join('')).toMatch(/[\u0600-\u06ff\ufe70-\ufeff]/)
})

test.each([
  ['Αλέξης 😀👍🏽', 'Αλέξης[emoji]', '😀'],
  ['👩‍👩‍👧 🇫🇷 1️⃣ ☕️ ©', '[emoji]©1', '⃣'],
  ['株式会社', '[?]', '株'],
  ['Nguyễn Ţepeş ἀρχή Қазақ', 'NguyễnŢepeşἀρχήҚазақ', '?'],
  ['a\u200bb\u00ad\u200f\u2011c \u2009d\u0301', 'ab-cd', '\u200b'],
])('%j has what can be read', async (value, shown, gone) => {
  const row = { term: 'À', value, more: '' }
  const characters = charactersOf(await receiptPdf({ ...sheet, title: 'T', lead: '', rows: [row] }))
  for (const character of shown.normalize('NFC')) expect([...characters], character).toContain(character)
  expect([...characters]).not.toContain(gone)
})

test('links to the page that confirms it', async () => {
  expect((await receiptPdf(sheet)).toString('latin1')).toContain('https://guichet.example/receipts/P/S')
})

test('many lines need more pages', async () => {
  const rows = Array.from({ length: 40 }, (_, at) => ({ term: `Paiement ${at}`, value: 'E', more: '1,00 €' }))
  const pdf = await receiptPdf({ ...sheet, rows, warning: 'Pas exécuté' })
  expect(pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length).toBeGreaterThan(1)
})
