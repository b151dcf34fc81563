import { expect, test } from 'vitest'
import { rowsOf } from '#testing/rows.ts'
import { counterpartyOf, namedIn } from './transaction-counterparty.ts'

test.each(rowsOf<[string, string]>(import.meta.url, 'counterparties'))('the other side of %j is %j', (label, side) => {
  expect(namedIn(label)).toBe(side)
})

test.each(rowsOf<[string]>(import.meta.url, 'openings'))('%s is no part of a name', opening => {
  expect(namedIn(`${opening} ZOE MARTIN`)).toBe('zoe martin')
})

test('two openings are taken off, a third belongs to the name', () => {
  expect(namedIn('VIR SEPA RECU SALAIRE CARTE NOIRE')).toBe('carte noire')
})

test('at most six words, and 70 characters', () => {
  expect(namedIn('UN DEUX TROIS QUATRE CINQ SIX SEPT')).toBe('un deux trois quatre cinq six')
  expect(namedIn('x'.repeat(80))).toBe('x'.repeat(70))
})

test.each([
  ['CARTE 12/11 LIDL LYON 7', 'CARTE 02/10 LIDL VILLEURBANNE'],
  ['PRLV SEPA EDF CLIENTS PARTICULIERS', 'PRLV SEPA EDF ENTREPRISES'],
  ['VIR SEPA RECU SALAIRE MONOPRIX SA', 'VIR SEPA RECU MONOPRIX'],
  ['VIR SEPA EMIS SALAIRES AOUT', 'VIR SEPA EMIS SALAIRES JUILLET'],
  ['PRLV SEPA BASIC FIT FRANCE', 'REJET PRLV BASIC FIT FRANCE'],
])('%s and %s are one party', (one, other) => {
  expect(counterpartyOf(one, 'other')).toBe(counterpartyOf(other, 'other'))
  expect(counterpartyOf(one, 'other')).not.toBe('')
})

test.each(['CHEQUE 0012345', '0012345', 'REMISE DE CHEQUES'])('%s names nobody', label => {
  expect(counterpartyOf(label, 'other')).toBe('')
})
