import { inflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { type InvoiceSheet, invoicePdf } from './invoice-pdf.ts'

const sheet: InvoiceSheet = {
  isTest: false,
  logo: null,
  currency: 'EUR',
  number: 'F2026-0001',
  issuedOn: '2026-06-01',
  dueOn: '2026-06-30',
  credit: null,
  url: 'https://guichet.example/l/abcdefghijklmnopqrstuv',
  customerName: 'Éditions du Littoral',
  seller: {
    name: 'Librairie Atlas',
    legalName: 'Atlas SARL',
    addressLines: ['12 quai', '13002 Marseille'],
    country: 'FR',
    registrationNumber: '404833048',
    email: 'shop@guichet.example',
    vatNumber: 'FR83404833048',
    companyDetails: 'SARL au capital de 10 000 €',
    taxOnDebits: true,
  },
  content: {
    language: 'fr',
    customerAddress: ['4 quai des Chartrons', '33000 Bordeaux'],
    customerNumber: '732829320',
    customerVatNumber: 'FR44732829320',
    supplies: 'both',
    suppliedOn: '2026-05-20',
    lines: [
      { description: 'Reliure', quantity: '1.5', unitPrice: '40.00', vatRate: '20' },
      { description: 'Livre', quantity: '1', unitPrice: '10.00', vatRate: '5.5' },
      { description: 'Envoi', quantity: '1', unitPrice: '5.00', vatRate: '0' },
    ],
    vatNote: 'art. 262 ter',
    note: 'Bonne lecture',
  },
}

/** The texts of a PDF, drawn with fonts that hold only the glyphs in use: each font's map says which letter a glyph is. */
function textOf(pdf: Buffer): string {
  const raw = pdf.toString('latin1')
  const objects = new Map(
    [...raw.matchAll(/(\d+) 0 obj\n([\s\S]*?)\nendobj/g)].map(([, id = '', body = '']) => [id, body] as const),
  )
  const streamOf = (body: string) => {
    const [, data = ''] = /stream\r?\n([\s\S]*?)\r?\nendstream/.exec(body) ?? []
    return body.includes('/FlateDecode') ? inflateSync(Buffer.from(data, 'latin1')).toString('latin1') : data
  }
  const letters = new Map<string, string[]>()
  for (const body of objects.values()) {
    for (const [, name = '', id = ''] of body.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const [, map = ''] = /\/ToUnicode (\d+) 0 R/.exec(objects.get(id) ?? '') ?? []
      const [, list = ''] = /beginbfrange\n<\w+> <\w+> \[([\s\S]*?)\]/.exec(streamOf(objects.get(map) ?? '')) ?? []
      letters.set(
        name,
        [...list.matchAll(/<(\w*)>/g)].map(([, code = '']) => Buffer.from(code, 'hex').swap16().toString('utf16le')),
      )
    }
  }
  const lines: string[] = []
  for (const body of objects.values()) {
    let font: readonly string[] = []
    const drawn = body.includes('stream') && !body.includes('/Subtype') ? streamOf(body) : ''
    for (const [, name, shown] of drawn.matchAll(/\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g)) {
      if (name !== undefined) font = letters.get(name) ?? []
      else
        lines.push(
          [...(shown ?? '').matchAll(/<(\w*)>/g)]
            .flatMap(([, glyphs = '']) => glyphs.match(/.{4}/g) ?? [])
            .map(glyph => font[Number.parseInt(glyph, 16)] ?? '')
            .join(''),
        )
    }
  }
  return lines.join('\n').replace(/[\u00a0\u202f]/g, ' ')
}

test('an invoice says what the law asks for', async () => {
  const text = textOf(await invoicePdf(sheet))
  for (const said of [
    'Facture',
    'F2026-0001',
    'Atlas SARL',
    '12 quai',
    'SARL au capital de 10 000 €',
    'SIREN 404833048',
    'TVA FR83404833048',
    '1 juin 2026',
    '30 juin 2026',
    '20 mai 2026',
    'Éditions du Littoral',
    '4 quai des Chartrons',
    'SIREN 732829320',
    'TVA FR44732829320',
    'Reliure',
    '1,5',
    '40,00 €',
    'TVA 20 % sur 60,00 €',
    '12,00 €',
    'TVA 5,5 % sur 10,00 €',
    '0,55 €',
    '75,00 €',
    '87,55 €',
    'Nature de l’opération : livraison de biens et prestation de services.',
    'Lignes à 0 % : art. 262 ter.',
    'Option pour le paiement de la taxe d’après les débits.',
    'Pas d’escompte pour paiement anticipé.',
    'indemnité forfaitaire de 40 €',
    'Bonne lecture',
    'https://guichet.example/l/abcdefghijklmnopqrstuv',
  ])
    expect(text).toContain(said)
  expect(text).not.toContain('293 B')
  expect(text).not.toContain('essai')
})

test('a seller without VAT says why, and shows none', async () => {
  const seller = { ...sheet.seller, vatNumber: null }
  const lines = sheet.content.lines.map(line => ({ ...line, vatRate: '0' as const }))
  const text = textOf(await invoicePdf({ ...sheet, seller, content: { ...sheet.content, lines, vatNote: null } }))
  expect(text).toContain('TVA non applicable, art. 293 B du CGI.')
  expect(text).not.toMatch(/Total TTC|d’après les débits|TVA 0/)
})

const credit = { number: 'AV-F2026-0001', issuedOn: '2026-06-02' }
const whole = {
  lines: [
    { line: 0, net: '60.00' },
    { line: 1, net: '10.00' },
    { line: 2, net: '5.00' },
  ],
  byRate: [
    { vatRate: '20' as const, net: '60.00', vat: '12.00' },
    { vatRate: '5.5' as const, net: '10.00', vat: '0.55' },
    { vatRate: '0' as const, net: '5.00', vat: '0.00' },
  ],
  net: '75.00',
  vat: '12.55',
  total: '87.55',
  reason: null,
}

test('a credit note names the invoice it cancels, in negative amounts, and asks for nothing', async () => {
  const text = textOf(await invoicePdf({ ...sheet, credit: { ...credit, content: whole } }))
  for (const said of ['Avoir', 'AV-F2026-0001', '2 juin 2026', 'la facture F2026-0001 du 1 juin 2026', '−87,55 €'])
    expect(text).toContain(said)
  expect(text).toMatch(/Annule en totalité/)
  expect(text).not.toMatch(/Échéance|indemnité|https|Bonne lecture/)
})

test('a credit note of a part names its lines, their part and the reason', async () => {
  const part = {
    lines: [{ line: 1, net: '2.50' }],
    byRate: [{ vatRate: '5.5' as const, net: '2.50', vat: '0.14' }],
    net: '2.50',
    vat: '0.14',
    total: '2.64',
    reason: 'Couverture abîmée',
  }
  const text = textOf(await invoicePdf({ ...sheet, credit: { ...credit, content: part } }))
  for (const said of ['Avoir partiel sur la facture F2026-0001', 'Livre', '−2,50 €', '−2,64 €', 'Couverture abîmée'])
    expect(text).toContain(said)
  expect(text).not.toMatch(/Reliure|en totalité|10,00 €/)
})

test('a test says so, in the invoice’s language', async () => {
  const content = { ...sheet.content, language: 'en' as const }
  expect(textOf(await invoicePdf({ ...sheet, content, isTest: true }))).toContain('Test document, without value')
})

test('many lines need more pages, with the column heads on each', async () => {
  const lines = Array.from({ length: 50 }, () => ({ ...sheet.content.lines[0], description: 'Reliure à la main' }))
  const content = { ...sheet.content, lines: lines as InvoiceSheet['content']['lines'] }
  const pdf = await invoicePdf({ ...sheet, content })
  expect(pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length).toBeGreaterThan(1)
  expect(textOf(pdf).match(/Désignation/g)?.length).toBeGreaterThan(1)
})
