import { wordDistance } from '#lib/domain/text/word-distance.ts'

/** Words that a person may have meant: search forgives a wrong, a missing, an added letter and two that changed places. */

/** A word of the searched lines, folded, and how many lines have it. */
export type KnownWord = { readonly word: string; readonly count: number }

/** How many letters of a word may be wrong: none of a short one, whose neighbours are all other words. */
function mistakesIn(word: string): number {
  return word.length < 4 ? 0 : word.length < 7 ? 1 : 2
}

/** The lowest trigram similarity, 0 to 1, that a word with as many mistakes as are forgiven can have (pg_trgm's word_similarity). */
export function lowestSimilarity(word: string): number {
  const trigrams = word.length + 1
  return Math.max(0.3, (trigrams - 3 * mistakesIn(word) - 1) / trigrams)
}

/**
 * What is searched instead of `term`: the term itself when a known word contains it, else the known word, or the one with a beginning,
 * that has the fewest mistakes, the most frequent of several; null when none is near enough. All words are folded.
 */
export function nearestWord(term: string, known: readonly KnownWord[]): string | null {
  if (known.some(({ word }) => word.includes(term))) return term
  const most = mistakesIn(term)
  let best: { word: string; score: number; count: number } | null = null
  for (const { word, count } of known) {
    const score = scoreOf(term, word, most)
    if (score === null) continue
    if (best === null || score < best.score || (score === best.score && count > best.count))
      best = { word, score, count }
  }
  return best?.word ?? null
}

/** Twice the mistakes, and one more where only a beginning is near: `boulangr` is not finished. Null: too many. */
function scoreOf(term: string, word: string, most: number): number | null {
  const whole = wordDistance(term, word)
  let score = whole * 2
  for (let length = term.length; length <= term.length + most; length += 1) {
    score = Math.min(score, wordDistance(term, word.slice(0, length)) * 2 + 1)
  }
  return score > most * 2 + 1 ? null : score
}
