import { expect, test } from 'vitest'
import { checkPayeeName } from './name.ts'

const own = { name: 'Camille Durand', from: 'own' } as const
const close = { name: 'GARAGE LENOIRE', from: 'own' } as const
const paid = { name: 'GARAGE LENOIR SARL', from: 'paid' } as const

test('without a known name there is no result', () => expect(checkPayeeName('Garage Lenoir', [])).toBeNull())

test.each([
  ['Garage Lenoir', [paid], { match: 'same', known: paid.name, from: 'paid' }],
  ['Garage Lenoire', [paid], { match: 'close', known: paid.name, from: 'paid' }],
  ['Julien Mercier', [paid], { match: 'different', known: paid.name, from: 'paid' }],
  ['Durand Camille', [paid, own], { match: 'same', known: own.name, from: 'own' }],
  ['Garage Lenoir', [close, paid], { match: 'same', known: paid.name, from: 'paid' }],
  ['Garage Lenoir', [own, close], { match: 'close', known: close.name, from: 'own' }],
  ['Julien Mercier', [own, paid], { match: 'different', known: own.name, from: 'own' }],
] as const)('%s, held against %o', (typed, known, check) => expect(checkPayeeName(typed, known)).toEqual(check))
