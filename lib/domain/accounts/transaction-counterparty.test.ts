import { expect, test } from 'vitest'
import { rowsOf } from '#testing/rows.ts'
import { counterpartyOf } from './transaction-counterparty.ts'

test.each(rowsOf<[string, string]>(import.meta.url, 'counterparties'))('the other side of %j is %j', (label, side) => {
  expect(counterpartyOf(label)).toBe(side)
})

test.each(rowsOf<[string]>(import.meta.url, 'openings'))('%s is no part of a name', opening => {
  expect(counterpartyOf(`${opening} ZOE MARTIN`)).toBe('zoe martin')
})

test('two openings are taken off, a third belongs to the name', () => {
  expect(counterpartyOf('VIR SEPA RECU SALAIRE CARTE NOIRE')).toBe('carte noire')
})

test('at most six words, and 70 characters', () => {
  expect(counterpartyOf('UN DEUX TROIS QUATRE CINQ SIX SEPT')).toBe('un deux trois quatre cinq six')
  expect(counterpartyOf('x'.repeat(80))).toBe('x'.repeat(70))
})
