import { foldText } from '#lib/domain/text/clean.ts'

/** Whether two names are likely one person's or company's: for asking, never for refusing. */

export type NameMatch =
  /** The same words, whatever their order, case, accents, titles and legal forms. */
  | 'same'
  /** One leaves out or shortens what the other says (a second first name, an initial), or a letter differs. */
  | 'close'
  | 'different'

const unsaid = new Set(
  'm mr mme mlle mrs ms miss dr ou et and monsieur madame mademoiselle sa sas sasu sarl eurl snc sci gmbh ltd bv nv srl spa ag'.split(
    ' ',
  ),
)

/**
 * Compares two names by their words. A name without any word matches nothing (`different`). Symmetric: the order of the two
 * does not matter.
 */
export function compareNames(one: string, other: string): NameMatch {
  const [left, right] = [wordsOf(one), wordsOf(other)]
  if (left.length === 0 || right.length === 0) return 'different'
  if (left.toSorted().join(' ') === right.toSorted().join(' ')) return 'same'
  const [few, many] = left.length <= right.length ? [left, right] : [right, left]
  return pairs(few, many) ? 'close' : 'different'
}

/** Every word of the shorter name has one of its own in the longer, and at least one of them is no mere initial. */
function pairs(few: readonly string[], many: readonly string[]): boolean {
  const left = [...many]
  let whole = 0
  for (const word of few.toSorted((a, b) => b.length - a.length)) {
    const at = bestOf(word, left)
    if (at === -1) return false
    if (Math.min(word.length, left[at]?.length ?? 0) > 1) whole += 1
    left.splice(at, 1)
  }
  return whole > 0
}

function bestOf(word: string, among: readonly string[]): number {
  const same = among.indexOf(word)
  if (same !== -1) return same
  return among.findIndex(
    other =>
      (word.length === 1 && other.startsWith(word)) ||
      (other.length === 1 && word.startsWith(other)) ||
      (Math.min(word.length, other.length) >= 4 && isOneLetterOff(word, other)),
  )
}

function wordsOf(name: string): string[] {
  const words = foldText(name)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(word => word !== '')
  const said = words.filter(word => !unsaid.has(word))
  return said.length > 0 ? said : words
}

/** Whether two words differ by one letter at most: another one, one more, one less, or two neighbours changed places. */
export function isOneLetterOff(one: string, other: string): boolean {
  if (one === other) return true
  const [short, long] = one.length <= other.length ? [one, other] : [other, one]
  if (long.length - short.length > 1) return false
  let at = 0
  while (at < short.length && short[at] === long[at]) at += 1
  if (short.length < long.length) return short.slice(at) === long.slice(at + 1)
  if (short.slice(at + 1) === long.slice(at + 1)) return true
  return short[at] === long[at + 1] && short[at + 1] === long[at] && short.slice(at + 2) === long.slice(at + 2)
}
