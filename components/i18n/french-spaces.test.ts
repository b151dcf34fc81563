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
])('%s', (typed, set) => {
  expect(setFrenchSpaces(typed)).toBe(set)
})
