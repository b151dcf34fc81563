import { expect, test } from 'vitest'
import { stateSentence } from './states.ts'

const consent = { version: 1, givenAt: '2026-11-01T09:00:00.000Z', accountCount: 1, psuIdentity: false }

test.each([
  ['expired', null, consent, 'states.expired.sentence'],
  ['expired', null, null, 'endings.unchosen'],
  ['revoked', 'bank_side', consent, 'endings.bank_side'],
  ['revoked', 'bank_side', null, 'endings.unchosen'],
  ['replaced', 'another_person', null, 'endings.another_person'],
  ['choosing', null, null, 'states.choosing.sentence'],
  ['active', null, consent, 'states.active.sentence'],
] as const)('%s by %s, with the consent %j: %s', (state, endedBy, given, sentence) => {
  expect(stateSentence({ state, endedBy, consent: given })).toBe(sentence)
})
