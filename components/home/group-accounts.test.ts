import { expect, test } from 'vitest'
import { makeAccount } from '#testing/components/views.ts'
import { findLastRead, groupAccounts, splitBranches } from './group-accounts.ts'

test('accounts are grouped by connection, cards under their account even if listed first', () => {
  const card = makeAccount('card', 'c1', { kind: 'card', linkedAccountId: 'a2' })
  const groups = groupAccounts([card, makeAccount('a1', 'c1'), makeAccount('a2', 'c1'), makeAccount('b1', 'c2')])
  const names = groups.map(group => group.branches.map(({ account, cards }) => [account.id, cards.map(({ id }) => id)]))
  expect(names).toEqual([Object.entries({ a1: [], a2: ['card'] }), [['b1', []]]])
})

test('two logins at one bank stay two groups', () => {
  expect(groupAccounts([makeAccount('a', 'c1'), makeAccount('b', 'c2')])).toHaveLength(2)
})

test('groups of the person’s own hold accounts of several banks, and hidden ones are in none', () => {
  const shared = { group: 'Maison' }
  const groups = groupAccounts([
    makeAccount('a', 'c1', shared),
    makeAccount('b', 'c2'),
    makeAccount('c', 'c2', shared),
    makeAccount('d', 'c2', { hidden: true }),
  ])
  expect(
    groups.map(({ name, connectionId, branches }) => [name, connectionId, branches.map(({ account }) => account.id)]),
  ).toEqual([
    ['Maison', null, ['a', 'c']],
    [expect.any(String), 'c2', ['b']],
  ])
})

test('a card without its account stands alone', () => {
  const groups = groupAccounts([makeAccount('card', 'c1', { kind: 'card', linkedAccountId: 'hidden' })])
  expect(groups[0]?.branches[0]?.account.id).toBe('card')
})

test('the most recent refresh counts', () => {
  const at = (lastAt: string | null) =>
    makeAccount('a', 'c', {
      sync: { state: 'done', error: null, rows: 0, lastAt, unreadableRows: 0, unreadableBalances: 0 },
    })
  expect(findLastRead([at(null), at('2026-11-20T08:00:00Z'), at('2026-11-21T08:00:00Z')])).toBe('2026-11-21T08:00:00Z')
  expect(findLastRead([at(null)])).toBeNull()
})

test.each([
  [1, 1],
  [8, 8],
  [9, 5],
  [45, 5],
])('of %i accounts of a bank %i are shown at once, and none is lost', (count, shown) => {
  const [group] = groupAccounts(Array.from({ length: count }, (_, at) => makeAccount(`a${at}`, 'c1')))
  const [first, folded] = splitBranches(group?.branches ?? [])
  expect(first).toHaveLength(shown)
  expect([...first, ...folded]).toEqual(group?.branches)
})
