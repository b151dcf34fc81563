import { expect, test } from 'vitest'
import { rowsOf } from '#testing/rows.ts'
import { lowestSimilarity, nearestWord } from './near-word.ts'

const known = [
  { word: 'boulangerie', count: 9 },
  { word: 'carrefour', count: 5 },
  { word: 'lidl', count: 4 },
  { word: 'paul', count: 3 },
  { word: 'pauline', count: 2 },
  { word: 'saul', count: 1 },
]

test.each([
  ['a missing letter', 'boulangrie', 'boulangerie'],
  ['a wrong letter', 'boulamgerie', 'boulangerie'],
  ['a letter too many', 'carrrefour', 'carrefour'],
  ['two mistakes in a long word', 'karefour', 'carrefour'],
  ['two letters that changed places', 'lild', 'lidl'],
  ['a word that is not finished', 'boulamg', 'boulangerie'],
  ['the most frequent of several', 'raul', 'paul'],
])('%s is forgiven', (_, term, word) => {
  expect(nearestWord(term, known)).toBe(word)
})

test('a part of a known word is searched unchanged', () => {
  expect(nearestWord('angeri', known)).toBe('angeri')
})

test('a short word, and one without a similar word, have no suggestion', () => {
  expect(['lid', 'xul', 'pharmacie', 'lxdx', ''].map(term => nearestWord(term, known.slice(1)))).toEqual([
    'lid',
    null,
    null,
    null,
    '',
  ])
})

/** Whether `word` is near enough to be searched instead of `term`. */
const isNear = (term: string, word: string) => nearestWord(term, [{ word, count: 1 }]) === word

test.each(rowsOf<[string, string, string, boolean]>(import.meta.url, 'near-words'))(
  '%s: %s for %s, %s',
  (_, term, word, near) => {
    expect(isNear(term, word)).toBe(near)
  },
)

test.each([
  ['the one with fewer mistakes, behind', 'abcdefx', ['abcdeyy', 9], ['abcdefg', 1], 'abcdefg'],
  ['the one with fewer mistakes, before', 'abcdefx', ['abcdefg', 1], ['abcdeyy', 9], 'abcdefg'],
  ['the more frequent of two that are as near', 'abcdefx', ['abcdefy', 1], ['abcdefz', 2], 'abcdefz'],
  ['the first of two that are as near and as frequent', 'abcdefx', ['abcdefz', 2], ['abcdefy', 2], 'abcdefz'],
  ['a whole word before a beginning with as many mistakes', 'abcdefx', ['abcdefghi', 9], ['abcdefy', 1], 'abcdefy'],
  ['a beginning before a whole word with more mistakes', 'abcdefx', ['abcdeyy', 9], ['abcdefghi', 1], 'abcdefghi'],
  ['a beginning with one mistake before one with two', 'abcdefgx', ['abcdeyyhij', 9], ['abcdefghij', 1], 'abcdefghij'],
  ['a whole word that lacks a letter before a beginning', 'abcdefgi', ['abcdefghi', 1], ['abcdefghij', 9], 'abcdefghi'],
] as const)('of two words, %s', (_, term, [one, often], [other, less], found) => {
  expect(
    nearestWord(term, [
      { word: one, count: often },
      { word: other, count: less },
    ]),
  ).toBe(found)
})

test.each([
  ['abc', 3 / 4],
  ['abcd', 0.3],
  ['abcdef', 3 / 7],
  ['abcdefg', 0.3],
  ['abcdefghijkl', 6 / 13],
])('the similarity that is asked for %s', (word, similarity) => {
  expect(lowestSimilarity(word)).toBeCloseTo(similarity, 10)
})

test('the required similarity admits every tolerated mistake', () => {
  // By pg_trgm: word_similarity('boulangrie', 'boulangerie') = 9/11, ('lild', 'lidl') = 2/5, ('karefour', 'carrefour') = 6/9.
  for (const [term, similarity] of [
    ['boulangrie', 9 / 11],
    ['lild', 2 / 5],
    ['karefour', 5 / 9],
  ] as const) {
    expect(lowestSimilarity(term)).toBeLessThanOrEqual(similarity)
  }
})
