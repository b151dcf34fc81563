import { describe, expect, test } from 'vitest'
import type { ConsentMatrixView } from '#lib/views/consent.ts'
import { littoral } from '#testing/components/draw.tsx'
import { countChanges, countTicked, draftOf, draftOfForm, groupTicked, matchesRow, stateOf, tick } from './draft.ts'

const nothing = { balances: false, transactions: false, owners: false, overdrafts: false }
const row = (iban: string, current: Partial<typeof nothing> = {}) => ({
  iban,
  name: 'Compte chèques',
  product: null,
  currencies: ['EUR'],
  cards: [],
  usage: null,
  psuStatus: null,
  isNew: false,
  listed: true,
  current: { ...nothing, ...current },
})
const matrix: ConsentMatrixView = {
  connectionId: 'c',
  bank: littoral,
  rows: [row('FR1'), row('FR2', { balances: true }), row('FR3')],
  kinds: ['balances', 'transactions', 'owners', 'overdrafts'],
  mayNameMore: false,
  gone: [],
  psuIdentity: false,
  version: 1,
  expiresAt: null,
}
const draft = draftOf(matrix)

describe('a draft of a consent', () => {
  test('starts as the consent in force, with nothing added', () => {
    expect(groupTicked(draft)).toEqual([{ kinds: ['balances'], count: 1 }])
    expect(countChanges(draft, draftOf(matrix))).toBe(0)
  })

  test('ticks only the given boxes, and does not change the previous draft', () => {
    const ticked = tick(draft, new Set(['FR1', 'FR3']), ['balances', 'owners'], true)
    expect(groupTicked(ticked)).toEqual([
      { kinds: ['balances'], count: 3 },
      { kinds: ['owners'], count: 2 },
    ])
    expect(groupTicked(draft)).toHaveLength(1)
    expect(countChanges(draft, ticked)).toBe(4)
    expect([countTicked(draft), countTicked(ticked), countTicked({ ...ticked, psuIdentity: true })]).toEqual([1, 5, 6])
  })

  test('takes every tick of its form, and nothing else', () => {
    const form = new FormData()
    for (const [name, value] of [
      ['balances', 'FR1'],
      ['owners', 'FR3'],
      ['owners', 'FR9'],
      ['psuIdentity', 'yes'],
    ] as const)
      form.append(name, value)
    const early = draftOfForm(draft, form)
    expect(groupTicked(early)).toEqual([
      { kinds: ['balances'], count: 1 },
      { kinds: ['owners'], count: 1 },
    ])
    expect([early.psuIdentity, early.accounts.map(({ iban }) => iban)]).toEqual([true, ['FR1', 'FR2', 'FR3']])
    expect(countTicked(draftOfForm(early, new FormData()))).toBe(0)
  })

  test('unticking a box is a change too, and so is the identity', () => {
    const after = { ...tick(draft, new Set(['FR2']), ['balances'], false), psuIdentity: true }
    expect(countChanges(draft, after)).toBe(2)
  })

  test('kinds with the same accounts are grouped, others are separate', () => {
    const both = tick(tick(draft, new Set(['FR2']), ['owners'], true), new Set(['FR3']), ['transactions'], true)
    expect(groupTicked(both)).toEqual([
      { kinds: ['balances', 'owners'], count: 1 },
      { kinds: ['transactions'], count: 1 },
    ])
  })

  test('a box for several boxes shows all, some or none', () => {
    expect([stateOf([]), stateOf([false]), stateOf([true, false]), stateOf([true, true])]).toEqual([
      'none',
      'none',
      'some',
      'all',
    ])
  })
})

test.each([
  ['cheque', true],
  ['CHÈQUES', true],
  ['1987 0000', true],
  ['joint', false],
])('a search for %s finds the row: %s', (query, found) => {
  expect(matchesRow({ name: 'Compte chèques', product: null, iban: 'FR7619870000' }, query)).toBe(found)
})
