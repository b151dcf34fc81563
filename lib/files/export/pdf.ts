import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import PDFDocument from 'pdfkit'

/** A4 with our fonts inside; letters outside the Latin script are an empty box. */

// Read as files: a bundler would make modules. All programs start in the project's folder.
const fonts = join(/* turbopackIgnore: true */ process.cwd(), 'node_modules/@fontsource/figtree/files')
const fontOf = (set: 'latin' | 'latin-ext', weight: 400 | 700) =>
  readFileSync(join(fonts, `figtree-${set}-${weight}-normal.woff`))
export const pdfColors = { ink: '#1d1b17', soft: '#56524a', brand: '#0e5a54', warning: '#a3281c' } as const
/** Points. */
export const pdfMargin = 56

/** In the Latin font; others in the extended one. */
const western = /[\u0020-\u00ff\u0131\u0152\u0153\u02c6\u02da\u02dc\u2000-\u206f\u20ac\u2122\u2212]/

type Look = {
  readonly size: number
  readonly weight?: 400 | 700
  readonly color?: string
  readonly align?: 'left' | 'right'
}

type Head = {
  readonly language: 'fr' | 'en'
  readonly title: string
  /** Us by default. */
  readonly author?: string
}

/** `write` returns where the text ends; `finish` the file. */
export function openPdf({ language, title, author = 'Guichet' }: Head) {
  const page = new PDFDocument({
    size: 'A4',
    margin: pdfMargin,
    lang: language,
    info: { Title: title, Author: author },
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
  const write = (text: string, x: number, y: number, width: number, look: Look): number => {
    const { size, weight = 400, color = pdfColors.ink, align = 'left' } = look
    page.fillColor(color).fontSize(size)
    const runs = runsOf(text.replace(/[\u202f\u2009]/g, '\u00a0'))
    for (const [at, run] of runs.entries()) {
      page.font(`${western.test(run) ? 'latin' : 'latin-ext'} ${weight}`)
      const continued = at < runs.length - 1
      if (at === 0) page.text(run, x, y, { width, continued, align })
      else page.text(run, { continued })
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

/** At least one. */
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
