import { foldText } from '#lib/domain/text/clean.ts'
import { wordDistance } from '#lib/domain/text/word-distance.ts'

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

/** Every word of the shorter name matches a different word of the longer, at least one of them by more than an initial. */
function pairs(few: readonly string[], many: readonly string[]): boolean {
  const left = [...many]
  let isWhole = false
  for (const word of few.toSorted((a, b) => b.length - a.length)) {
    const at = bestOf(word, left)
    if (at === -1) return false
    isWhole ||= Math.min(word.length, left[at]?.length ?? 0) > 1
    left.splice(at, 1)
  }
  return isWhole
}

function bestOf(word: string, among: readonly string[]): number {
  const same = among.indexOf(word)
  if (same !== -1) return same
  return among.findIndex(
    other =>
      (word.length === 1 && other.startsWith(word)) ||
      (other.length === 1 && word.startsWith(other)) ||
      (Math.min(word.length, other.length) >= 4 && wordDistance(word, other) <= 1),
  )
}

function wordsOf(name: string): string[] {
  const words = foldText(name)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(word => word !== '')
  const said = words.filter(word => !unsaid.has(word))
  return said.length > 0 ? said : words
}
