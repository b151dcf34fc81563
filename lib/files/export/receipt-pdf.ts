import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import PDFDocument from 'pdfkit'

/** A receipt as a PDF to print, in the product's fonts. */

export type ReceiptSheet = {
  readonly language: 'fr' | 'en'
  readonly title: string
  readonly amount: string
  /** A warning at the top; null if there is none. */
  readonly warning: string | null
  readonly rows: readonly { readonly term: string; readonly value: string; readonly more?: string }[]
  readonly lead: string
  /** The address of the page that confirms it, printed next to the QR code. */
  readonly verify: string
  readonly address: string
  /** The QR code of that address: its dark modules, row by row. */
  readonly code: { readonly size: number; readonly data: ArrayLike<number> }
}

// Read as files, because a bundler would turn them into modules. All our programs are started in the project's folder.
const fonts = join(/* turbopackIgnore: true */ process.cwd(), 'node_modules/@fontsource/figtree/files')
const fontOf = (set: 'latin' | 'latin-ext', weight: 400 | 700) =>
  readFileSync(join(fonts, `figtree-${set}-${weight}-normal.woff`))
const [ink, soft, brand] = ['#1d1b17', '#56524a', '#0e5a54']
const [left, right] = [56, 539]

/** Characters in the Latin font; others are drawn with the extended Latin font. */
const western = /[\u0020-\u00ff\u0131\u0152\u0153\u02c6\u02da\u02dc\u2000-\u206f\u20ac\u2122\u2212]/

/** The receipt as a PDF of A4 with its fonts inside. Letters outside the Latin script are drawn as an empty box. */
export async function receiptPdf(sheet: ReceiptSheet): Promise<Buffer> {
  const page = new PDFDocument({
    size: 'A4',
    margin: left,
    lang: sheet.language,
    info: { Title: sheet.title, Author: 'Guichet' },
  })
  const parts: Buffer[] = []
  const done = new Promise<void>((resolve, reject) => {
    page
      .on('data', (part: Buffer) => parts.push(part))
      .on('end', resolve)
      .on('error', reject)
  })
  for (const weight of [400, 700] as const) {
    page.registerFont(`latin ${weight}`, fontOf('latin', weight))
    page.registerFont(`latin-ext ${weight}`, fontOf('latin-ext', weight))
  }
  const write = (
    text: string,
    x: number,
    y: number,
    width: number,
    look: { size: number; weight?: 400 | 700; color?: string },
  ) => {
    const { size, weight = 400, color = ink } = look
    page.fillColor(color).fontSize(size)
    const runs = runsOf(text.replace(/[\u202f\u2009]/g, '\u00a0'))
    for (const [at, run] of runs.entries()) {
      page.font(`${western.test(run) ? 'latin' : 'latin-ext'} ${weight}`)
      const continued = at < runs.length - 1
      if (at === 0) page.text(run, x, y, { width, continued })
      else page.text(run, { continued })
    }
    return page.y
  }
  drawCode(page, sheet)
  write(sheet.verify, right - 100, 162, 100, { size: 8, color: soft })
  write('guichet', left, 56, 200, { size: 20, weight: 700, color: brand })
  write(sheet.title, left, 96, 340, { size: 18, weight: 700 })
  let y = write(sheet.amount, left, 126, 340, { size: 26, weight: 700 }) + 22
  y = Math.max(y, 190)
  if (sheet.warning !== null)
    y = write(sheet.warning, left, y, right - left, { size: 11, weight: 700, color: '#a3281c' }) + 14
  for (const { term, value, more = '' } of sheet.rows) {
    if (y > 720) {
      page.addPage()
      y = left
    }
    page.moveTo(left, y).lineTo(right, y).lineWidth(0.5).strokeColor('#e5dfd3').stroke()
    const termEnd = write(term, left, y + 8, 150, { size: 10, color: soft })
    let end = write(value, left + 165, y + 8, right - left - 165, { size: 10.5 })
    if (more !== '') end = write(more, left + 165, end + 1, right - left - 165, { size: 9.5, color: soft })
    y = Math.max(termEnd, end) + 7
  }
  y = write(sheet.lead, left, y + 12, right - left, { size: 9, color: soft })
  write(sheet.address, left, y + 6, right - left, { size: 7.5, color: soft })
  page.end()
  await done
  return Buffer.concat(parts)
}

/** Splits a text into runs of one font; at least one. */
function runsOf(text: string): string[] {
  const runs: string[] = []
  let before: boolean | null = null
  for (const character of text) {
    const isWestern = western.test(character)
    if (isWestern === before) runs.push(`${runs.pop() ?? ''}${character}`)
    else runs.push(character)
    before = isWestern
  }
  return runs.length > 0 ? runs : ['']
}

function drawCode(page: PDFKit.PDFDocument, { code, address }: ReceiptSheet) {
  const unit = 100 / code.size
  page.fillColor('#10221c')
  for (let y = 0; y < code.size; y += 1) {
    for (let x = 0; x < code.size; x += 1) {
      if (code.data[y * code.size + x]) page.rect(right - 100 + x * unit, 56 + y * unit, unit + 0.05, unit + 0.05)
    }
  }
  page.fill()
  page.link(right - 100, 56, 100, 100, address)
}
