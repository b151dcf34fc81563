import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  appGrants,
  appState,
  diffGrants,
  endNoticeAt,
  type Grants,
  hasAny,
  historyStart,
  isWider,
  leavesOf,
  noGrants,
  offeredOf,
} from './allowance.ts'

const day = (text: string) => new Date(`2026-${text}T10:00:00Z`)
const at = day('06-15')

test.each([
  ['proposed', {}],
  ['waiting', { agreedAt: day('06-01'), expiresAt: day('07-01') }],
  ['active', { agreedAt: day('06-01'), claimedAt: day('06-02'), expiresAt: day('07-01') }],
  ['suspended', { agreedAt: day('06-01'), expiresAt: day('07-01'), client: { suspendedAt: day('06-02') } }],
  [
    'active',
    { agreedAt: day('06-01'), claimedAt: day('06-02'), expiresAt: day('07-01'), client: { suspendedAt: null } },
  ],
  ['expired', { agreedAt: day('05-01'), claimedAt: day('05-02'), expiresAt: at }],
  ['expired', { agreedAt: day('05-01'), expiresAt: day('06-01') }],
  ['ended', { agreedAt: day('06-01'), claimedAt: day('06-02'), expiresAt: day('07-01'), endedAt: day('06-03') }],
  ['ended', { endedAt: day('06-03') }],
])('an app is %s', (state, row) => {
  const unset = { agreedAt: null, claimedAt: null, expiresAt: null, endedAt: null, client: null }
  expect(appState({ ...unset, ...row }, at)).toBe(state)
})

const grants = fc.record({ balances: fc.boolean(), transactions: fc.boolean(), owners: fc.boolean() })
const accounts = fc.record({
  gone: fc.boolean(),
  connectionStatus: fc.constantFrom('choosing', 'active', 'expired', 'revoked', 'replaced', 'disconnected'),
  mayBalances: fc.boolean(),
  mayTransactions: fc.boolean(),
  mayOwners: fc.boolean(),
})

describe('what leaves', () => {
  test('is both allowed and consented to, field by field, and nothing of a closed or disconnected account', () => {
    const consented = { balances: 'mayBalances', transactions: 'mayTransactions', owners: 'mayOwners' } as const
    fc.assert(
      fc.property(grants, accounts, (allowed, account) => {
        const isThere = !account.gone && account.connectionStatus !== 'disconnected'
        const leaves = leavesOf(allowed, account)
        for (const grant of appGrants)
          expect(leaves[grant]).toBe(isThere && allowed[grant] && account[consented[grant]])
      }),
      { numRuns: 2_000 },
    )
  })

  test('is never more when either permission gets less', () => {
    const isWithin = (less: Grants, more: Grants) => appGrants.every(grant => !less[grant] || more[grant])
    fc.assert(
      fc.property(grants, grants, accounts, (one, other, account) => {
        const both = Object.fromEntries(appGrants.map(grant => [grant, one[grant] && other[grant]]))
        expect(isWithin(leavesOf({ ...noGrants, ...both }, account), leavesOf(one, account))).toBe(true)
        expect(isWithin(leavesOf(one, account), offeredOf(account))).toBe(true)
        expect(hasAny(leavesOf(noGrants, account))).toBe(false)
      }),
    )
  })
})

const all: Grants = { balances: true, transactions: true, owners: true }
const balance: Grants = { ...noGrants, balances: true }

test('a change is told account by account', () => {
  const before = new Map([
    ['a', all],
    ['b', balance],
  ])
  const after = new Map([
    ['b', { ...balance, transactions: true }],
    ['c', balance],
  ])
  expect(diffGrants(before, after)).toEqual({
    added: [
      { accountId: 'b', grants: ['transactions'] },
      { accountId: 'c', grants: ['balances'] },
    ],
    removed: [{ accountId: 'a', grants: ['balances', 'transactions', 'owners'] }],
  })
  expect(diffGrants(before, before)).toEqual({ added: [], removed: [] })
})

const bounds = (historyFrom: string | null, expiresAt = day('07-01')) => ({ historyFrom, expiresAt })
const same = { added: [], removed: [] }
const added = { added: [{ accountId: 'a', grants: appGrants }], removed: [] }
const removed = { added: [], removed: [{ accountId: 'a', grants: appGrants }] }

test.each([
  ['a first one', same, null, bounds('2026-06-01'), true],
  ['one more account', added, bounds('2026-06-01'), bounds('2026-06-01'), true],
  ['one less', removed, bounds('2026-06-01'), bounds('2026-06-01'), false],
  ['longer', same, bounds(null), bounds(null, day('07-02')), true],
  ['shorter', same, bounds(null), bounds(null, day('06-20')), false],
  ['further back', same, bounds('2026-06-01'), bounds('2026-05-31'), true],
  ['all the way back', same, bounds('2026-06-01'), bounds(null), true],
  ['less far back', same, bounds(null), bounds('2026-06-01'), false],
])('%s: whether it asks for the password', (_, diff, before, after, wider) => {
  expect(isWider(diff, before, after)).toBe(wider)
})

test('history begins so many days ago, or where the data does; the end is told a week ahead', () => {
  expect(historyStart(30, '2026-06-15')).toBe('2026-05-16')
  expect(historyStart(0, '2026-06-15')).toBeNull()
  expect(endNoticeAt(at)).toEqual(day('06-22'))
})
