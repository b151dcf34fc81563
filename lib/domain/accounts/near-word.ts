import { wordDistance } from '@guichet/values/text/word-distance.ts'

/** Words that a person may have meant: search tolerates a wrong, missing, added or transposed letter. */

/** A word in the searched transactions, folded, and the number of transactions with it. */
export type KnownWord = { readonly word: string; readonly count: number }

/** How many letters of a word may be wrong: none in a short one, because similar short words differ in meaning. */
function mistakesIn(word: string): number {
  return word.length < 4 ? 0 : word.length < 7 ? 1 : 2
}

/** The lowest trigram similarity (pg_trgm's word_similarity), 0 to 1, of a word with the maximum number of mistakes. */
export function lowestSimilarity(word: string): number {
  const trigrams = word.length + 1
  return Math.max(0.3, (trigrams - 3 * mistakesIn(word) - 1) / trigrams)
}

/**
 * The word to search instead of `term`: the term itself if a known word contains it; else the known word that differs from it, or
 * whose beginning does, by the fewest mistakes, the most frequent of several; null if none is similar enough. All words are folded.
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

/** Twice the number of mistakes, plus one if only the beginning of the word is similar (`boulangr`). Null: too many. */
function scoreOf(term: string, word: string, most: number): number | null {
  const whole = wordDistance(term, word)
  let score = whole * 2
  for (let length = term.length; length <= term.length + most; length += 1) {
    score = Math.min(score, wordDistance(term, word.slice(0, length)) * 2 + 1)
  }
  return score > most * 2 + 1 ? null : score
}
