import PDFDocument from 'pdfkit'
import { type Font, readFont, runsOf, type Weight } from './pdf-fonts.ts'

/** A4 with its fonts inside. */

export const pdfColors = { ink: '#1d1b17', soft: '#56524a', brand: '#0e5a54', warning: '#a3281c' } as const
/** Points. */
export const pdfMargin = 56

/** Of Figtree, as a share of its size. */
const ascent = 0.95

type Look = {
  readonly size: number
  readonly weight?: Weight
  readonly color?: string
  readonly align?: 'left' | 'right'
}

type Head = {
  readonly language: 'fr' | 'en'
  readonly title: string
  /** Us by default. */
  readonly author?: string
  /** PDF/A-3: written then, and with this file. */
  readonly archive?: {
    readonly at: Date
    readonly file: { readonly name: string; readonly text: string; readonly metadata: string } | null
  }
}

/** `write` returns where the text ends; `finish` the file. */
export function openPdf({ language, title, author = 'Guichet', archive }: Head) {
  const info = { Title: title, Author: author }
  const page = new PDFDocument({
    size: 'A4',
    margin: pdfMargin,
    lang: language,
    displayTitle: true,
    // No standard font, which would not be inside.
    font: '',
    info,
    ...(archive && { subset: 'PDF/A-3b', pdfVersion: '1.7', info: { ...info, CreationDate: archive.at } }),
  })
  if (archive?.file) {
    const { name, text, metadata } = archive.file
    const dates = { creationDate: archive.at, modifiedDate: archive.at }
    const options = { name, type: 'text/xml', relationship: 'Alternative', description: name, ...dates }
    page.file(Buffer.from(text), options)
    page.appendXML(metadata)
  }
  const parts: Buffer[] = []
  const done = new Promise<void>((resolve, reject) => {
    page
      .on('data', (part: Buffer) => parts.push(part))
      .on('end', resolve)
      .on('error', reject)
  })
  const registered = new Set<string>()
  const choose = (font: Font, weight: Weight) => {
    const name = `${font} ${weight}`
    if (!registered.has(name)) page.registerFont(name, readFont(font, weight))
    registered.add(name)
    page.font(name)
  }
  const write = (text: string, x: number, y: number, width: number, look: Look): number => {
    const { size, weight = 400, color = pdfColors.ink, align = 'left' } = look
    page.fillColor(color).fontSize(size)
    const runs = runsOf(text)
    for (const [at, { font, run }] of runs.entries()) {
      choose(font, weight)
      // On one line whatever the font.
      const options = { continued: at < runs.length - 1, baseline: -ascent * size }
      if (at === 0) page.text(run, x, y, { width, align, ...options })
      else page.text(run, options)
    }
    return page.y
  }
  const finish = async (): Promise<Buffer> => {
    page.end()
    await done
    return Buffer.concat(parts)
  }
  return { page, write, finish }
}

/** Dark modules, by row. */
export type PdfCode = { readonly size: number; readonly data: ArrayLike<number> }

/** `side` in points; clickable. */
export function drawCode(
  page: PDFKit.PDFDocument,
  { size, data }: PdfCode,
  { x, y, side, address }: { readonly x: number; readonly y: number; readonly side: number; readonly address: string },
): void {
  const unit = side / size
  page.fillColor('#10221c')
  for (let row = 0; row < size; row += 1) {
    for (let column = 0; column < size; column += 1) {
      if (data[row * size + column]) page.rect(x + column * unit, y + row * unit, unit + 0.05, unit + 0.05)
    }
  }
  page.fill()
  page.link(x, y, side, side, address)
}
