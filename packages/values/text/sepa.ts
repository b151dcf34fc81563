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
  ...[...'\\|'].map((slash): [string, string] => [slash, '/']),
  [';', ','],
])

const allowed = /[A-Za-z0-9/\-?:().,'+ ]/

/**
 * Accents dropped, ligatures and signs written out (`Œ` is `OE`, `€` is `EUR`), anything else a full stop; at most
 * `maxLength`.
 */
export function toSepa(text: string, maxLength: number): string {
  const plain = [...text.replace(/\s/gu, ' ')].map(inSepa).join('')
  return plain.replace(/ +/g, ' ').trim().slice(0, maxLength).trimEnd()
}

/** Whether a character of it has no Latin form: of another script, or an emoji. */
export function hasOtherThanLatin(text: string): boolean {
  return [...text.replace(/\s/gu, ' ')].some(
    character => character !== '.' && !replacements.has(character) && inSepa(character).includes('.'),
  )
}

function inSepa(character: string): string {
  const known = replacements.get(character)
  if (known !== undefined) return known
  const bare = character.normalize('NFKD').replace(/\p{M}/gu, '')
  return [...bare].map(part => (allowed.test(part) ? part : (replacements.get(part) ?? '.'))).join('')
}
