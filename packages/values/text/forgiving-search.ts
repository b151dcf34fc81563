import { foldText } from './clean.ts'
import { wordDistance } from './word-distance.ts'

/**
 * Search while typing: every word of the query must begin a word of the text, in any order, ignoring accents. In words of four
 * letters or more, one letter may be wrong, missing, added or transposed; digits must match. An empty query matches
 * everything. The query is cut at 100 characters.
 */
export function finderOf(query: string): (text: string) => boolean {
  const wanted = wordsOf(query.slice(0, 100))
  return text => {
    const words = wordsOf(text)
    return wanted.every(one => words.some(word => begins(word, one)))
  }
}

function begins(word: string, typed: string): boolean {
  if (word.startsWith(typed)) return true
  if (typed.length < 4 || /\p{N}/u.test(typed)) return false
  // An added or missing letter changes the length of the part to compare.
  return [typed.length, typed.length - 1, typed.length + 1].some(
    length => wordDistance(word.slice(0, length), typed) <= 1,
  )
}

const wordsOf = (text: string) =>
  foldText(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(word => word !== '')
