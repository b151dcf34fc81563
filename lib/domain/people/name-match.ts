import { foldText } from '@guichet/values/text/clean.ts'
import { wordDistance } from '@guichet/values/text/word-distance.ts'

/** Whether two names are likely those of one person or company: a reason to ask, never to refuse. */

export type NameMatch =
  /** The same words, whatever their order, case, accents, titles and legal forms. */
  | 'same'
  /** One omits or abbreviates part of the other (a second first name, an initial), or a letter differs. */
  | 'close'
  | 'different'

const unsaid = new Set(
  'm mr mme mlle mrs ms miss dr ou et and monsieur madame mademoiselle sa sas sasu sarl eurl snc sci gmbh ltd bv nv srl spa ag'.split(
    ' ',
  ),
)

/** Words that one of the two may have beside those of the other, such as all given names. */
const maxLeftOut = 3

/**
 * Compares two names by their words. A name without any word matches nothing (`different`). An umlaut may be written with an e.
 * Symmetric: the order of the two does not matter.
 */
export function compareNames(one: string, other: string): NameMatch {
  const found = spellingsOf(one).flatMap(left => spellingsOf(other).map(right => compareWords(left, right)))
  return found.find(match => match === 'same') ?? found.find(match => match === 'close') ?? 'different'
}

/** The words of a name, with its umlauts as a vowel alone and as a vowel with an e. */
function spellingsOf(name: string): string[][] {
  const text = name.normalize('NFC')
  const written = text.replace(/[äöü]/gi, letter => `${letter}e`)
  return written === text ? [wordsOf(text)] : [wordsOf(text), wordsOf(written)]
}

function compareWords(left: readonly string[], right: readonly string[]): NameMatch {
  if (left.length === 0 || right.length === 0) return 'different'
  if (left.toSorted().join(' ') === right.toSorted().join(' ')) return 'same'
  // Of two equally long ones always the same is looked for in the other.
  const isFirst = left.length === right.length ? left.join(' ') < right.join(' ') : left.length < right.length
  const [few, many] = isFirst ? [left, right] : [right, left]
  return many.length - few.length <= maxLeftOut && pairs(few, many) ? 'close' : 'different'
}

/**
 * Every word of the shorter name matches a different word of the longer, in its order or with the end written first, and at least one of
 * them by more than an initial.
 */
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

/** The words of a name, folded, without titles and legal forms unless there is nothing else. */
export function wordsOf(name: string): string[] {
  const words = foldText(name)
    .replace(/(?:\p{L}\.){2,}/gu, letters => joinForm(letters))
    .split(/[^\p{L}\p{N}]+/u)
    .filter(word => word !== '')
  const said = words.filter(word => !unsaid.has(word))
  return said.length > 0 ? said : words
}

/** S.A.R.L. is one word; other letters with full stops are initials. */
function joinForm(letters: string): string {
  const joined = letters.replaceAll('.', '')
  return unsaid.has(joined) ? `${joined} ` : letters
}
