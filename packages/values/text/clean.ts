/** Text from strangers, cleaned once on arrival (C48). */

/** Bidi controls, zero-width characters except joiners, tags, non-characters. */
const invisible =
  /[\u061C\u180E\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB\uFFFE\uFFFF\u{E0000}-\u{E0FFF}]/gu
/** C0, DEL, C1 and the Unicode line ends become a space. */
const control = /[\p{Cc}\u2028\u2029]/gu
const unfit = new RegExp(`${invisible.source}|${control.source}`, 'u')
/** Stacked combining marks overflow their line; no language needs more than four. */
const marks = /(\p{M}{4})\p{M}+/gu

/** Most bank texts: nothing to clean or fold. */
const plain = /^(?:[\x21-\x7E]+(?: [\x21-\x7E]+)*)?$/

/**
 * Well-formed, no control, bidi or invisible characters, single spaces, at most `maxLength` code points, with an
 * ellipsis if cut.
 */
export function cleanText(text: string, maxLength: number): string {
  if (text.length <= maxLength && plain.test(text)) return text
  // A label of megabytes costs nothing.
  const candidate = text.slice(0, maxLength * 8 + 64).toWellFormed()
  const clean = candidate.replace(invisible, '').replace(control, ' ').replace(marks, '$1').replace(/\s+/gu, ' ').trim()
  const characters = [...clean]
  return characters.length <= maxLength
    ? clean
    : `${characters
        .slice(0, maxLength - 1)
        .join('')
        .trimEnd()}…`
}

/** None that `cleanText` would change. */
export function isCleanText(text: string): boolean {
  return plain.test(text) || (text.isWellFormed() && !unfit.test(text))
}

const ligatures: ReadonlyMap<string, string> = new Map([
  ['’', "'"],
  ['‘', "'"],
  ['ʼ', "'"],
  ['œ', 'oe'],
  ['æ', 'ae'],
  ['ß', 'ss'],
  ['ø', 'o'],
  ['đ', 'd'],
  ['ł', 'l'],
])

/** For comparing: lower case, no accents, ligatures split, straight apostrophes, single spaces. */
export function foldText(text: string): string {
  if (plain.test(text)) return text.toLowerCase()
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[œæßøđł’‘ʼ]/g, character => ligatures.get(character) ?? character)
    .replace(/\s+/gu, ' ')
    .trim()
}

/** UTF-16 code units; no surrogate pair is split. */
export function cutText(text: string, maxLength: number): string {
  return text.slice(0, maxLength).replace(/[\uD800-\uDBFF]$/, '')
}
