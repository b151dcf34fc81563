import { expect, test } from 'vitest'
import { findReturned, type ListedIdentity, type StoredIdentity } from './returned.ts'

const listed = (resourceId: string, part: Partial<ListedIdentity> = {}): ListedIdentity => ({
  resourceId,
  kind: 'account',
  iban: 'FR1',
  cardId: null,
  currency: 'EUR',
  linkedResourceId: null,
  ...part,
})
const stored = (id: string, part: Partial<StoredIdentity> = {}): StoredIdentity => ({
  ...listed(`old ${id}`),
  id,
  goneAt: 1,
  ...part,
})
const card = { kind: 'card', iban: null, cardId: 'c' } as const
const back = { linkedResourceId: 'old backing' }
const backing = stored('backing', { iban: 'FR9', goneAt: null })

test.each<[string, StoredIdentity[], ListedIdentity[], ListedIdentity[], string[]]>([
  ['the same IBAN and currency', [stored('a')], [listed('new')], [], ['a new']],
  ['one that the bank still lists', [stored('a', { goneAt: null })], [listed('new')], [], []],
  ['another IBAN', [stored('a')], [listed('new', { iban: 'FR2' })], [], []],
  ['another currency', [stored('a')], [listed('new', { currency: 'USD' })], [], []],
  ['no currency said', [stored('a')], [listed('new', { currency: null })], [], ['a new']],
  [
    'no currency said, of two',
    [stored('a'), stored('b', { currency: 'USD' })],
    [listed('new', { currency: null })],
    [],
    [],
  ],
  ['no IBAN', [stored('a', { iban: null })], [listed('new', { iban: null })], [], []],
  ['a card with an account’s IBAN', [stored('a', { kind: 'card' })], [listed('new')], [], []],
  ['gone twice: the last', [stored('a'), stored('b', { goneAt: 2 })], [listed('new')], [], ['b new']],
  ['listed twice: each has one', [stored('a')], [listed('x'), listed('y')], [], ['a x']],
  ['two gone, two back', [stored('a'), stored('b', { goneAt: 2 })], [listed('x'), listed('y')], [], ['b x', 'a y']],
  [
    'a card of the same account, which is under another id too',
    [backing, stored('k', { ...card, ...back })],
    [listed('new', { ...card, linkedResourceId: 'b2' })],
    [listed('b2', { iban: 'FR9' })],
    ['k new'],
  ],
  [
    'a card of another account',
    [backing, stored('k', { ...card, ...back })],
    [listed('new', { ...card, linkedResourceId: 'b2' })],
    [listed('b2', { iban: 'FR8' })],
    [],
  ],
  [
    'a card with another number',
    [backing, stored('k', { ...card, ...back })],
    [listed('new', { ...card, cardId: 'd', linkedResourceId: 'b2' })],
    [listed('b2', { iban: 'FR9' })],
    [],
  ],
  [
    'a card without a number',
    [stored('k', { ...card, cardId: null })],
    [listed('new', { ...card, cardId: null })],
    [],
    [],
  ],
])('%s', (_, rows, added, others, expected) => {
  const found = findReturned(rows, added, [...added, ...others])
  expect(found.map(({ id, resourceId }) => `${id} ${resourceId}`)).toEqual(expected)
})
