/** Text from strangers, such as a bank's labels and names, cleaned once on arrival (C48). */

/** Bidi controls, zero-width characters except joiners, tags and non-characters. */
const invisible =
  /[\u061C\u180E\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB\uFFFE\uFFFF\u{E0000}-\u{E0FFF}]/gu
/** C0, DEL, C1 (NUL, escape …) and the two Unicode line ends: replaced by a space. */
const control = /[\p{Cc}\u2028\u2029]/gu
/** One of either: not allowed in an identifier. */
const unfit = new RegExp(`${invisible.source}|${control.source}`, 'u')
/** Stacked combining marks overflow their line; four are more than any language needs. */
const marks = /(\p{M}{4})\p{M}+/gu

/** Printable ASCII with single spaces: most bank texts, with nothing to clean or fold. */
const plain = /^(?:[\x21-\x7E]+(?: [\x21-\x7E]+)*)?$/

/**
 * A text safe to store and display: well-formed Unicode, no control, bidi or invisible characters, single spaces, at
 * most `maxLength` characters (code points), with an ellipsis if cut.
 */
export function cleanText(text: string, maxLength: number): string {
  if (text.length <= maxLength && plain.test(text)) return text
  // Only a bounded prefix is examined, so a label of megabytes costs nothing.
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

/**
 * Whether every character may be in an identifier unchanged: none that `cleanText` would remove or replace, no lone
 * surrogate.
 */
export function isCleanText(text: string): boolean {
  return plain.test(text) || (text.isWellFormed() && !unfit.test(text))
}

const ligatures: ReadonlyMap<string, string> = new Map([
  ['œ', 'oe'],
  ['æ', 'ae'],
  ['ß', 'ss'],
  ['ø', 'o'],
  ['đ', 'd'],
  ['ł', 'l'],
])

/** For comparing typed text with a bank's: lower case, without accents, ligatures split, single spaces. */
export function foldText(text: string): string {
  if (plain.test(text)) return text.toLowerCase()
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[œæßøđł]/g, character => ligatures.get(character) ?? character)
    .replace(/\s+/gu, ' ')
    .trim()
}

/** The beginning of a text, at most `maxLength` UTF-16 code units, without splitting a surrogate pair. */
export function cutText(text: string, maxLength: number): string {
  return text.slice(0, maxLength).replace(/[\uD800-\uDBFF]$/, '')
}
