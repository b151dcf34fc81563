import { foldText } from './clean.ts'
import { wordDistance } from './word-distance.ts'

/**
 * Every word of the query begins a word of the text, in any order, without accents; in words of four letters one may
 * be wrong, missing, added or swapped. An empty query matches; 100 characters count.
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
  // One letter more or less.
  return [typed.length, typed.length - 1, typed.length + 1].some(
    length => wordDistance(word.slice(0, length), typed) <= 1,
  )
}

const wordsOf = (text: string) =>
  foldText(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(word => word !== '')
