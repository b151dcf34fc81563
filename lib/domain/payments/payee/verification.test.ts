import { expect, test } from 'vitest'
import { findHolder, isOneName, isRecent } from './verification.ts'

test.each([
  ['Camille Bernard', [], 'not_possible', null],
  ['Bernard Camille', ['CAMILLE BERNARD'], 'match', null],
  ['Mme Camille Bernard', ['THOMAS BERNARD', 'CAMILLE BERNARD'], 'match', null],
  ['C. Bernard', ['CAMILLE BERNARD'], 'close_match', 'CAMILLE BERNARD'],
  ['T. Bernard', ['CAMILLE BERNARD', 'THOMAS BERNARD'], 'close_match', 'THOMAS BERNARD'],
  ['Camille Bernard', ['Camille A. Bernard', 'Camille Bernard'], 'match', null],
  ['Zoé Lefèvre', ['CAMILLE BERNARD'], 'no_match', null],
  ['', ['CAMILLE BERNARD'], 'no_match', null],
] as const)('%j beside %j: %s', (typed, holders, answer, matchedName) =>
  expect(findHolder(typed, holders)).toEqual({ answer, matchedName }),
)

const now = new Date('2026-11-23T12:00:00Z')
test.each([
  ['match', '2026-11-23T11:59:59Z', true],
  ['no_match', '2026-11-22T12:00:01Z', true],
  ['match', '2026-11-22T12:00:00Z', false],
  ['not_possible', '2026-11-23T11:59:01Z', true],
  ['not_possible', '2026-11-23T11:59:00Z', false],
  ['match', '2026-11-23T12:00:01Z', false],
] as const)('%s of %s: recent is %s', (answer, at, recent) =>
  expect(isRecent({ answer, verifiedAt: new Date(at) }, now)).toBe(recent),
)

test.each([
  ['Camille Bernard', true],
  ['M. et Mme Camille et Thomas Bernard', true],
  ['Maria del Carmen Fernández García de la Torre', true],
  ['Association des parents d’élèves de l’école Jean Jaurès', true],
  ['Société civile immobilière de la rue des Lilas', true],
  ['J.-P. Martin', true],
  ['Atelier Haddad S.A.R.L.', true],
  ['a b c d e f g h i j k l m n o p q r s t u v w x y z martin bernard', false],
  ['a.b.c.d.e.f.g. martin bernard', false],
  ['A B C Martin', false],
  ['camille thomas julien zoe bernard martin durand', false],
  ['camille-thomas-julien-zoe-bernard-martin-durand', false],
  ['', true],
] as const)('“%s” is one name: %s', (name, isOne) => {
  expect(isOneName(name)).toBe(isOne)
})
