import { foldText } from './clean.ts'
import { wordDistance } from './word-distance.ts'

/**
 * Finds as people type: every word of the query begins a word of the text, in any order, without accents; from four letters on
 * one of them may be wrong, missing, too many or swapped with its neighbour; digits never. An empty query finds everything. The
 * query is cut at 100 characters.
 */
export function finderOf(query: string): (text: string) => boolean {
  const wanted = wordsOf(query.slice(0, 100))
  return text => {
    if (wanted.length === 0) return true
    const words = wordsOf(text)
    return wanted.every(one => words.some(word => begins(word, one)))
  }
}

function begins(word: string, typed: string): boolean {
  if (word.startsWith(typed)) return true
  if (typed.length < 4 || /\p{N}/u.test(typed)) return false
  // One letter too many or too few moves the end of the part that is compared.
  return [typed.length, typed.length - 1, typed.length + 1].some(
    length => wordDistance(word.slice(0, length), typed) <= 1,
  )
}

const wordsOf = (text: string) =>
  foldText(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(word => word !== '')
