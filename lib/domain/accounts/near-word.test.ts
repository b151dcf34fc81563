import { expect, test } from 'vitest'
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

test('what a word contains is searched as it is', () => {
  expect(nearestWord('angeri', known)).toBe('angeri')
})

test('a short word, and one that is like none, have no other', () => {
  expect(['lid', 'xul', 'pharmacie', 'lxdx', ''].map(term => nearestWord(term, known.slice(1)))).toEqual([
    'lid',
    null,
    null,
    null,
    '',
  ])
})

test('the similarity that is asked for lets every forgiven mistake through', () => {
  // By pg_trgm: word_similarity('boulangrie', 'boulangerie') = 9/11, ('lild', 'lidl') = 2/5, ('karefour', 'carrefour') = 6/9.
  for (const [term, similarity] of [
    ['boulangrie', 9 / 11],
    ['lild', 2 / 5],
    ['karefour', 5 / 9],
  ] as const) {
    expect(lowestSimilarity(term)).toBeLessThanOrEqual(similarity)
  }
})
