import { expect, test } from 'vitest'
import { wordDistance } from './word-distance.ts'

test.each([
  ['paul', 'paul', 0],
  ['boulangerie', 'boulangrie', 1],
  ['paul', 'palu', 1],
  ['paul', 'paula', 1],
  ['paul', 'saul', 1],
  ['paul', 'pal', 1],
  ['paul', 'pola', 3],
  ['paul', 'paulas', 2],
  ['', 'paul', 4],
])('between %s and %s there are %i mistakes', (one, other, mistakes) => {
  expect(wordDistance(one, other)).toBe(mistakes)
  expect(wordDistance(other, one)).toBe(mistakes)
})
