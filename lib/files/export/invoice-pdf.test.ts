import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { findArchiveFaults } from '#testing/files/find-archive-faults.ts'
import { pdfObjects, pdfStream } from '#testing/files/pdf.ts'
import { fixtureOf } from '#testing/rows.ts'
import { facturX } from './factur-x.ts'
import { invoicePdf } from './invoice-pdf.ts'
import type { InvoiceSheet } from './invoice-sheet.ts'

type Sample = { readonly sheet: InvoiceSheet; readonly credit: NonNullable<InvoiceSheet['credit']>['content'] }
const { sheet, credit: whole }: Sample = JSON.parse(fixtureOf(import.meta.url, 'invoice.json'))

/** The texts of a PDF, drawn with fonts that hold only the glyphs in use: each font's map says which letter a glyph is. */
function textOf(pdf: Buffer): string {
  const objects = pdfObjects(pdf)
  const letters = new Map<string, string[]>()
  for (const body of objects.values()) {
    for (const [, name = '', id = ''] of body.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const [, map = ''] = /\/ToUnicode (\d+) 0 R/.exec(objects.get(id) ?? '') ?? []
      const [, list = ''] = /beginbfrange\n<\w+> <\w+> \[([\s\S]*?)\]/.exec(pdfStream(objects.get(map) ?? '')) ?? []
      letters.set(
        name,
        [...list.matchAll(/<(\w*)>/g)].map(([, code = '']) => Buffer.from(code, 'hex').swap16().toString('utf16le')),
      )
    }
  }
  const lines: string[] = []
  for (const body of objects.values()) {
    let font: readonly string[] = []
    const drawn = body.includes('stream') && !body.includes('/Subtype') ? pdfStream(body) : ''
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

test('is PDF/A-3 with its data', async () => {
  const pdf = await invoicePdf(sheet)
  expect(findArchiveFaults(pdf)).toEqual([])
  expect(pdf.toString('latin1')).toContain('/Lang (fr)')
  const xml = [...pdfObjects(pdf).values()].find(body => body.includes('/Type /EmbeddedFile')) ?? ''
  expect(Buffer.from(pdfStream(xml), 'latin1').toString()).toBe(facturX({ ...sheet, number: sheet.number ?? '' }))
})

test('with a logo, scripts of others and a credit note too', async () => {
  const logo = await readFile('public/icon-192.png')
  const content = { ...sheet.content, note: 'Иван Петров, Αλέξης, מרחבא, مرحبا, 🌲' }
  expect(findArchiveFaults(await invoicePdf({ ...sheet, content, logo }), { image: true })).toEqual([])
  expect(findArchiveFaults(await invoicePdf({ ...sheet, credit: { ...credit, content: whole } }))).toEqual([])
})

const drawn = invoicePdf(sheet)

test.each([
  ['%PDF-1.7', '%PDF-2.0', 'a header and four bytes above 127'],
  ['00000 n \n00000', '00000 n \n10000', 'a table of objects that are there'],
  ['/ID [<', '/IX [<', 'an identifier'],
  ['/Root ', '/Encrypt 9 0 R /Root ', 'no encryption'],
  ['/GTS_PDFA1', '/GTS_PDFX', 'an output intent of PDF/A'],
  ['/DestOutputProfile', '/Dest', 'an RGB profile'],
  ['/Type /Page\n', '/Type /Page\n/Group << /S /Transparency >>\n', 'nothing is see-through'],
  ['/Type /Page\n', '/Type /Page\n/ca 0.5\n', 'nothing is see-through'],
  ['/Type /Page\n', '/Type /Page\n/SMask 9 0 R\n', 'a soft mask of an image alone'],
  ['/Type /Page\n', '/Type /Page\n/Interpolate true\n', 'no interpolation, no LZW, no colours of print'],
  ['/F 4\n', '/F 2\n', 'annotations are printed'],
  ['/S /URI', '/S /Launch', 'links alone act'],
  ['/FontDescriptor 2', '/FontDescription 2', 'fonts inside'],
  ['/FontFile2', '/FontFileX', 'font programs'],
  ['/ToUnicode', '/ToNowhere', 'letters of glyphs'],
  ['/CIDToGIDMap', '/CIDToNothing', 'glyphs of characters'],
  ['/Subtype /XML', '/Subtype /Text', 'metadata that are read as they are'],
  ['<pdfaid:part>3', '<pdfaid:part>2', 'part 3, level B'],
  ['</dc:title>', '</dc:titel>', 'well-formed metadata'],
  ['x-default', 'fr', 'a title'],
  ['<xmp:CreateDate>2026', '<xmp:CreateDate>2025', 'the same moment twice'],
  ['>EN 16931<', '>BASIC<', 'Factur-X, EN 16931'],
  ['<pdfaProperty:name>Version<', '<pdfaProperty:name>Edition<', 'its properties are declared'],
  ['/AF [', '/AX [', 'a file of the document'],
  ['/UF (factur-x.xml)', '/UF (invoice.xml)', 'called as the metadata say'],
  ['/Alternative', '/Data', 'an alternative to what is drawn'],
  ['/text#2Fxml', '/text#2Fplain', 'its type and day'],
])('%j as %j is no PDF/A-3: %s', async (is, becomes, fault) => {
  const raw = (await drawn).toString('latin1')
  const broken = raw.includes(is) ? raw.replace(is, becomes) : raw.replace(/(\d{10}) 00000 n /, '0000000001 00000 n ')
  expect(broken).not.toBe(raw)
  expect(findArchiveFaults(Buffer.from(broken, 'latin1'))).toContain(fault)
})

test('is the same bytes whenever it is written', async () => {
  const logo = await readFile('public/icon-192.png')
  const [first, second] = [await invoicePdf({ ...sheet, logo }), await invoicePdf({ ...sheet, logo })]
  expect(first.equals(second)).toBe(true)
})

test('a preview of a draft says what it is, asks for nothing and has no data', async () => {
  const draft = await invoicePdf({ ...sheet, number: null, url: null })
  expect(textOf(draft)).toContain('Brouillon')
  expect(textOf(draft)).not.toMatch(/https|IBAN/)
  expect(draft.toString('latin1')).not.toContain('EmbeddedFile')
})

test('a sole trader is called one', async () => {
  const seller = { ...sheet.seller, soleTrader: true, companyDetails: null }
  expect(textOf(await invoicePdf({ ...sheet, seller }))).toContain('Atlas SARL EI')
})

test('many lines need more pages, with the column heads on each', async () => {
  const lines = Array.from({ length: 50 }, () => ({ ...sheet.content.lines[0], description: 'Reliure à la main' }))
  const content = { ...sheet.content, lines: lines as InvoiceSheet['content']['lines'] }
  const pdf = await invoicePdf({ ...sheet, content })
  expect(pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length).toBeGreaterThan(1)
  expect(textOf(pdf).match(/Désignation/g)?.length).toBeGreaterThan(1)
})
