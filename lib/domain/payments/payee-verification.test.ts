import { expect, test } from 'vitest'
import { findHolder, isRecent } from './payee-verification.ts'

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
