import { inflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { fixtureOf } from '#testing/rows.ts'
import { type InvoiceSheet, invoicePdf } from './invoice-pdf.ts'

type Sample = { readonly sheet: InvoiceSheet; readonly credit: NonNullable<InvoiceSheet['credit']>['content'] }
const { sheet, credit: whole }: Sample = JSON.parse(fixtureOf(import.meta.url, 'invoice.json'))

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
  for (const said of fixtureOf(import.meta.url, 'invoice.txt')
    .trim()
    .split('\n'))
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
