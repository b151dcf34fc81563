import { foldText } from '@guichet/values/text/clean.ts'
import { wordDistance } from '@guichet/values/text/word-distance.ts'

/** A reason to ask, never to refuse. */

export type NameMatch =
  /** Whatever order, case, accents, titles and forms. */
  | 'same'
  /** Part omitted or abbreviated, or a letter differs. */
  | 'close'
  | 'different'

const titles = new Set('m mr mme mlle mrs ms miss dr ou et and monsieur madame mademoiselle'.split(' '))
const forms = new Set('sa sas sasu sarl eurl snc sci gmbh ltd bv nv srl spa ag'.split(' '))

/** Such as all given names. */
const maxLeftOut = 3

/** By their words; none matches nothing. An umlaut may be written with an e. Symmetric. */
export function compareNames(one: string, other: string): NameMatch {
  const found = spellingsOf(one).flatMap(left => spellingsOf(other).map(right => compareWords(left, right)))
  return found.find(match => match === 'same') ?? found.find(match => match === 'close') ?? 'different'
}

/** With umlauts as a vowel alone and with an e. */
function spellingsOf(name: string): string[][] {
  const text = name.normalize('NFC')
  const written = text.replace(/[äöü]/gi, letter => `${letter}e`)
  return written === text ? [wordsOf(text)] : [wordsOf(text), wordsOf(written)]
}

function compareWords(left: readonly string[], right: readonly string[]): NameMatch {
  if (left.length === 0 || right.length === 0) return 'different'
  if (left.toSorted().join(' ') === right.toSorted().join(' ')) return 'same'
  // Symmetry: of equal lengths always the same comes first.
  const isFirst = left.length === right.length ? left.join(' ') < right.join(' ') : left.length < right.length
  const [few, many] = isFirst ? [left, right] : [right, left]
  return many.length - few.length <= maxLeftOut && pairs(few, many) ? 'close' : 'different'
}

/** Every word of the shorter matches another of the longer, in order or end first, one by more than an initial. */
function pairs(few: readonly string[], many: readonly string[]): boolean {
  const left: (string | null)[] = [...many]
  const positions = few.map(() => 0)
  let isWhole = false
  for (const [position, word] of [...few.entries()].toSorted(([, a], [, b]) => b.length - a.length)) {
    const at = bestOf(word, left)
    if (at === -1) return false
    isWhole ||= Math.min(word.length, left[at]?.length ?? 0) > 1
    left[at] = null
    positions[position] = at
  }
  const falls = positions.filter((at, index) => index > 0 && at < (positions[index - 1] ?? 0)).length
  return isWhole && (falls === 0 || (falls === 1 && (positions.at(-1) ?? 0) < (positions[0] ?? 0)))
}

function bestOf(word: string, among: readonly (string | null)[]): number {
  const same = among.indexOf(word)
  if (same !== -1) return same
  return among.findIndex(
    other =>
      other !== null &&
      ((word.length === 1 && other.startsWith(word)) ||
        (other.length === 1 && word.startsWith(other)) ||
        (Math.min(word.length, other.length) >= 4 && wordDistance(word, other) <= 1)),
  )
}

/** Folded; without forms, and without titles if two words are left: "Ou" may be a name. */
export function wordsOf(name: string): string[] {
  const words = foldText(name)
    .replace(/(?:\p{L}\.){2,}/gu, letters => joinForm(letters))
    .split(/[^\p{L}\p{N}]+/u)
    .filter(word => word !== '')
  const named = words.filter(word => !forms.has(word))
  const said = named.filter(word => !titles.has(word))
  return [said, named].find(({ length }, at) => length > 1 - at) ?? words
}

/** S.A.R.L. is a word; others are initials. */
function joinForm(letters: string): string {
  const joined = letters.replaceAll('.', '')
  return forms.has(joined) || titles.has(joined) ? `${joined} ` : letters
}
