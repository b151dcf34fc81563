import { expect, test } from 'vitest'
import { setFrenchSpaces } from './french-spaces.ts'

test.each([
  ['Que faire ?', 'Que faire\u202f?'],
  ['« Comptes »', '«\u202fComptes\u202f»'],
  [
    'Attention : 20 000 lignes, 4 € et 180 jours !',
    'Attention\u202f: 20\u202f000\u00a0lignes, 4\u202f€ et 180\u00a0jours\u202f!',
  ],
  ['{count, plural, one {# banque} other {# banques}}', '{count, plural, one {# banque} other {# banques}}'],
  ['https://guichet.example', 'https://guichet.example'],
  ['Votre code : 12 000 € ?', 'Votre code\u202f: 12\u202f000\u202f€\u202f?'],
  ['« oui »', '«\u202foui\u202f»'],
  ['6 chiffres à 21 h', '6\u00a0chiffres à 21\u00a0h'],
  ['FR76 3000 4001, 20050001-01', 'FR76 3000 4001, 20050001-01'],
  ['fallback: 1', 'fallback: 1'],
  ['{rate} %', '{rate}\u202f%'],
])('%s', (typed, set) => {
  expect(setFrenchSpaces(typed)).toBe(set)
})

test('lists stay lists', () => {
  expect(setFrenchSpaces({ steps: ['un : deux'] })).toEqual({ steps: ['un\u202f: deux'] })
})
