import { expect, test } from 'vitest'
import { shownPayee } from './trade-name.ts'

test.each([
  ['Les Fleurs de Rose', 'Atelier Haddad SARL', 'Les Fleurs de Rose', 'Atelier Haddad SARL'],
  ['Librairie du Port', 'LIBRAIRIE DU PORT', 'Librairie du Port', null],
  ['Café Léa', 'CAFE LEA ', 'Café Léa', null],
  ['Café Léa', 'Cafe Lea SAS', 'Café Léa', 'Cafe Lea SAS'],
  [null, 'Camille Bernard', 'Camille Bernard', null],
  [' ', 'Camille Bernard', 'Camille Bernard', null],
])('%j with an account of %j is shown as %j of %j', (trade, name, payee, holder) => {
  expect(shownPayee(trade, name)).toEqual({ payee, holder })
})
