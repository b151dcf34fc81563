import { expect, test } from 'vitest'
import { finderOf } from './forgiving-search.ts'

test.each([
  ['credit rives', 'Crédit des Deux Rives', true],
  ['rives crédit', 'Crédit des Deux Rives', true],
  ['crédti', 'Crédit des Deux Rives', true],
  ['litoral', 'Banque du Littoral', true],
  ['littorral', 'Banque du Littoral', true],
  ['lit', 'Banque du Littoral', true],
  ['oleron', 'Comptoir d’Oléron', true],
  ['olereon', 'Comptoir d’Oléron', true],
  // Four letters may have a wrong one, three may not; a missing or added one at the beginning of a longer word too.
  ['zoev', 'Zoel Lefèvre', true],
  ['zov', 'Zoé Lefèvre', false],
  ['bnque', 'Banqueroutier', true],
  ['baanq', 'Banqueroutier', true],
  ['bxnq', 'Banqueroutier', true],
  ['zoe', 'Zoé Lefèvre', true],
  ['lefebre', 'Zoé Lefèvre', true],
  ['1987', 'FR76 1987 0000', true],
  ['1978', 'FR76 1987 0000', false],
  ['', 'anything', true],
  ['lot', 'Banque du Littoral', false],
  ['banque paris', 'Banque du Littoral', false],
  ['cormoran', 'Banque du Littoral', false],
])('“%s” in “%s”: %s', (query, text, found) => expect(finderOf(query)(text)).toBe(found))

test('an endless query costs no more than its first hundred characters', () => {
  expect(finderOf(`banque ${' '.repeat(100)}nowhere`)('Banque du Littoral')).toBe(true)
})
