import { wordDistance } from '@guichet/values/text/word-distance.ts'

/** Folded. */
export type KnownWord = { readonly word: string; readonly count: number }

/** Similar short words differ in meaning. */
function mistakesIn(word: string): number {
  return word.length < 4 ? 0 : word.length < 7 ? 1 : 2
}

/** Of pg_trgm's word_similarity, 0 to 1. */
export function lowestSimilarity(word: string): number {
  const trigrams = word.length + 1
  return Math.max(0.3, (trigrams - 3 * mistakesIn(word) - 1) / trigrams)
}

/**
 * The term if a known word contains it, else the known word nearest to it or beginning so, the most frequent of
 * several; null if none. All folded.
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

/** Twice the mistakes, plus one if only the beginning is similar; null: too many. */
function scoreOf(term: string, word: string, most: number): number | null {
  const whole = wordDistance(term, word)
  let score = whole * 2
  for (let length = term.length; length <= term.length + most; length += 1) {
    score = Math.min(score, wordDistance(term, word.slice(0, length)) * 2 + 1)
  }
  return score > most * 2 + 1 ? null : score
}
