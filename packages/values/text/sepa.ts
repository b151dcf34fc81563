/** What every SEPA bank accepts (EPC217-08). Each bank changes other characters in its way, or refuses them. */

const replacements: ReadonlyMap<string, string> = new Map([
  ...Object.entries({ œ: 'oe', Œ: 'OE', æ: 'ae', Æ: 'AE', ß: 'ss', ẞ: 'SS', ø: 'o', Ø: 'O', ð: 'd', Ð: 'D' }),
  ...Object.entries({
    đ: 'd',
    Đ: 'D',
    þ: 'th',
    Þ: 'TH',
    ł: 'l',
    Ł: 'L',
    ı: 'i',
    '°': 'o',
    '€': 'EUR',
    '&': '+',
    '…': '...',
  }),
  ...[...'’‘ʼ´`"“”«»'].map((quote): [string, string] => [quote, "'"]),
  ...[...'–—−‐‑_=~'].map((dash): [string, string] => [dash, '-']),
  ...[...'[{'].map((bracket): [string, string] => [bracket, '(']),
  ...[...']}'].map((bracket): [string, string] => [bracket, ')']),
  ...[...'\\|⁄'].map((slash): [string, string] => [slash, '/']),
  [';', ','],
])

const lettersOf = (script: string, latin: string) =>
  [...script].map((letter, at) => [letter, latin.split(' ')[at] ?? ''] as const)
/** Greek and Bulgarian; other Cyrillic alike. */
const otherScripts: ReadonlyMap<string, string> = new Map([
  ...lettersOf('αβγδεζηθικλμνξοπρσςτυφχψω', 'a v g d e z i th i k l m n x o p r s s t y f ch ps o'),
  ...lettersOf('абвгдежзийклмноп', 'a b v g d e zh z i y k l m n o p'),
  ...lettersOf('рстуфхцчшщъыьэюя', 'r s t u f h ts ch sh sht a y y e yu ya'),
  ...lettersOf('єіїґјљњћђџ', 'ye i yi g j lj nj c dj dz'),
])

function fromOtherScript(letter: string): string | undefined {
  const latin = otherScripts.get(letter.toLowerCase())
  return letter === letter.toLowerCase() ? latin : latin?.toUpperCase()
}

const allowed = /[A-Za-z0-9/\-?:().,'+ ]/

/**
 * Accents dropped, ligatures and signs written out (`Œ` is `OE`, `€` is `EUR`), Greek and Cyrillic in Latin letters,
 * anything else a full stop; at most `maxLength`.
 */
export function toSepa(text: string, maxLength: number): string {
  const plain = [...text.replace(/\s/gu, ' ')].map(inSepa).join('')
  return plain.replace(/ +/g, ' ').trim().slice(0, maxLength).trimEnd()
}

/** Whether a letter or digit is left of it. */
export const isSayable = (text: string): boolean => /[A-Za-z0-9]/.test(toSepa(text, 140))

/** Whether a character of it is of another script, or an emoji. */
export function hasOtherThanLatin(text: string): boolean {
  return [...text.replace(/\s/gu, ' ')].some(
    character =>
      character !== '.' &&
      !replacements.has(character) &&
      (inSepa(character).includes('.') || [...bare(character)].some(fromOtherScript)),
  )
}

const bare = (character: string) => character.normalize('NFKD').replace(/\p{M}/gu, '')

function inSepa(character: string): string {
  const known = replacements.get(character) ?? fromOtherScript(character)
  if (known !== undefined) return known
  const parts = [...bare(character)]
  return parts.map(one => (allowed.test(one) ? one : (replacements.get(one) ?? fromOtherScript(one) ?? '.'))).join('')
}
