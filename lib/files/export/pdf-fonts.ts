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
export type Font = (typeof fonts)[number]
export type Weight = 400 | 700

export function readFont(font: Font, weight: Weight): Buffer {
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

export type Run = { readonly font: Font; readonly run: string }

/** At least one. The words of a script that is read from the right stand in that order: they are set from the left. */
export function runsOf(text: string): Run[] {
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
