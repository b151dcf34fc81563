/** Text that strangers wrote: a bank's labels and names. Made harmless once, when it comes in (C48). */

/**
 * What turns the reading direction, hides, or tags: bidi controls, zero-width characters but the joiners, tag and
 * non-characters.
 */
const invisible =
  /[\u061C\u180E\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB\uFFFE\uFFFF\u{E0000}-\u{E0FFF}]/gu
/** C0, DEL, C1 (NUL, escape …) and the two Unicode line ends: a space takes their place. */
const control = /[\p{Cc}\u2028\u2029]/gu
/** One of either: no identifier holds it. */
const unfit = new RegExp(`${invisible.source}|${control.source}`, 'u')
/** Towers of combining marks reach over their line; four are more than any language writes. */
const marks = /(\p{M}{4})\p{M}+/gu

/** Printable ASCII in single spaces: most of what banks write, and nothing in it to clean or to fold. */
const plain = /^(?:[\x21-\x7E]+(?: [\x21-\x7E]+)*)?$/

/**
 * A text fit to store and to show: well-formed Unicode, no control, bidi or invisible characters, white space in single
 * spaces, at most `maxLength` characters (code points) with an ellipsis where it was cut.
 */
export function cleanText(text: string, maxLength: number): string {
  if (text.length <= maxLength && plain.test(text)) return text
  // Far more than is kept is never looked at: a label of megabytes costs nothing.
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

/** Whether every character may stand in an identifier as it is: none that `cleanText` would take out or replace, no half character. */
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

/** For comparing what a person types with what a bank wrote: lower case, no accents, ligatures apart, single spaces. */
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

/** The beginning of a text, at most `maxLength` UTF-16 code units, without the half of a character that a cut would leave at its end. */
export function cutText(text: string, maxLength: number): string {
  return text.slice(0, maxLength).replace(/[\uD800-\uDBFF]$/, '')
}
