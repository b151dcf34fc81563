import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import PDFDocument from 'pdfkit'

/** Fonts for the scripts of Europe and its neighbours, and a readable mark for what none of them has. */

// Read as files: a bundler would make modules. All programs start in the project's folder.
const folder = join(/* turbopackIgnore: true */ process.cwd(), 'node_modules/@fontsource')

/** The first that has a character sets it. */
const fonts = [
  'figtree latin',
  'figtree latin-ext',
  'noto-sans latin-ext',
  'noto-sans vietnamese',
  'noto-sans greek',
  'noto-sans greek-ext',
  'noto-sans cyrillic',
  'noto-sans cyrillic-ext',
  'noto-sans-arabic arabic',
  'noto-sans-hebrew hebrew',
] as const
type Font = (typeof fonts)[number]
type Weight = 400 | 700

function readFont(font: Font, weight: Weight): Buffer {
  const [family = '', part] = font.split(' ')
  return readFileSync(join(folder, family, 'files', `${family}-${part}-${weight}-normal.woff`))
}

type WithFont = { readonly _font: { readonly font: { readonly hasGlyphForCodePoint: (code: number) => boolean } } }
const known = new Map<Font, (code: number) => boolean>()

function has(font: Font, character: string): boolean {
  const read = () => {
    const { _font } = new PDFDocument({ font: '' }).font(readFont(font, 400)) as PDFKit.PDFDocument & WithFont
    return (code: number) => _font.font.hasGlyphForCodePoint(code)
  }
  const knows = known.get(font) ?? read()
  known.set(font, knows)
  return knows(character.codePointAt(0) ?? 0)
}

type Run = { readonly font: Font; readonly run: string }

/** At least one. The words of a script that is read from the right stand in that order: they are set from the left. */
function runsOf(text: string): Run[] {
  const runs: Run[] = []
  const add = (font: Font, run: string) => {
    const last = runs.at(-1)
    if (last?.font === font) runs.splice(-1, 1, { font, run: last.run + run })
    else runs.push({ font, run })
  }
  for (const character of readable(text)) add(fonts.find(font => has(font, character)) ?? fonts[0], character)
  return turnRightToLeft(runs.length > 0 ? runs : [{ font: fonts[0], run: '' }])
}

const emoji =
  /(?:\p{Emoji}\p{Variation_Selector}?\p{Me}|[\p{Extended_Pictographic}\p{Regional_Indicator}\p{Emoji_Modifier}]\p{Variation_Selector}?\u200d?)+/gu

/** A picture as `[emoji]`, another unknown character as `[?]`; what has no shape goes. */
function readable(text: string): string {
  const plain = text
    .normalize('NFC')
    .replace(/[^\P{Zs} ]/gu, '\u00a0')
    .replace(/[\u2010\u2011]/g, '-')
  const isKnown = (character: string) => fonts.some(font => has(font, character))
  const named = plain.replace(emoji, found => ([...found].every(isKnown) ? found : '[emoji]'))
  const shaped = named.replace(/[\p{Cc}\p{Cf}\p{Variation_Selector}]/gu, letter => (letter === '\n' ? letter : ''))
  const marked = [...shaped].map(letter => (letter === '\n' || isKnown(letter) ? letter : '[?]')).join('')
  return marked.replace(/(?:\[\?\])+/g, '[?]')
}

function turnRightToLeft(runs: readonly Run[]): Run[] {
  const isTurned = (font: Font | undefined) => font === 'noto-sans-arabic arabic' || font === 'noto-sans-hebrew hebrew'
  const turned: Run[] = []
  let words: Run[] = []
  for (const [at, one] of runs.entries()) {
    const isBetween = words.length > 0 && one.run === ' ' && isTurned(runs[at + 1]?.font)
    if (isTurned(one.font) || isBetween) words = [one, ...words]
    else {
      turned.push(...words, one)
      words = []
    }
  }
  return [...turned, ...words]
}

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
