import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compareNames } from './name-match.ts'

describe('two names', () => {
  test.each([
    ['Camille Durand', 'DURAND CAMILLE', 'same'],
    ['Mme Zoé Lefèvre', 'LEFEVRE ZOE', 'same'],
    ['Boulangerie Paul SARL', 'boulangerie paul', 'same'],
    ['Jean-Pierre Martin', 'MARTIN Jean Pierre', 'same'],
    ['Camille Durand', 'Camille Marie Durand', 'close'],
    ['C. Durand', 'Camille Durand', 'close'],
    ['Camille Durant', 'Camille Durand', 'close'],
    ['Durand', 'Camille Durand', 'close'],
    ['Camille Durand', 'Thomas Durand', 'different'],
    ['Camille Durand', 'Julien Mercier', 'different'],
    ['C. D.', 'Camille Durand', 'different'],
    // The longer word first: the initial takes what is left.
    ['J Julie', 'Julie Jourdan Perrin', 'close'],
    ['', '', 'different'],
    ['Paul', 'Paula Marie', 'close'],
    ['Léo', 'Léa', 'different'],
    ['', 'Camille Durand', 'different'],
    ['…', '…', 'different'],
    ['SA', 'SA', 'same'],
    ['Jörg Müller', 'JOERG MUELLER', 'same'],
    ['Atelier Haddad S.A.R.L.', 'ATELIER HADDAD', 'same'],
    ['Camille Durand', 'CAMILLE MARIE ANNE SOPHIE DURAND', 'close'],
    ['Durand Camille', 'CAMILLE MARIE DURAND', 'close'],
    ['a b c d e f g h i j k l m martin bernard', 'Camille Bernard', 'different'],
    ['Durand Anne Marie Camille', 'Camille Marie Durand', 'different'],
  ] as const)('“%s” and “%s”: %s', (one, other, match) => {
    expect(compareNames(one, other)).toBe(match)
    expect(compareNames(other, one)).toBe(match)
  })

  const names = fc.array(fc.stringMatching(/^[a-zé]{1,9}$/), { minLength: 1, maxLength: 4 }).map(list => list.join(' '))

  test('compare symmetrically, and a name equals itself in any word order', () => {
    fc.assert(
      fc.property(names, names, (one, other) => {
        expect(compareNames(one, other)).toBe(compareNames(other, one))
        expect(compareNames(one, one.split(' ').toReversed().join(' ').toUpperCase())).toBe('same')
      }),
    )
  })
})
