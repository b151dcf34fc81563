import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { BankCallView } from '#lib/views/banking.ts'
import { groupVisits } from './visits.ts'

const call = (minute: number, operation: string, more: Partial<BankCallView> = {}): BankCallView => ({
  id: randomUUID(),
  at: new Date(Date.UTC(2026, 10, 23, 12, 0) + minute * 60_000).toISOString(),
  operation,
  accountName: null,
  method: 'GET',
  path: '/accounts',
  attended: true,
  status: 200,
  code: null,
  durationMs: 12,
  requestId: 'R',
  ...more,
})
const shape = (calls: readonly BankCallView[]) =>
  groupVisits(calls).map(({ act, attended, calls: own, unwell }) => [act, attended, own.length, unwell.length])

test('consecutive calls are one visit; a pause, or a different origin, begins the next', () => {
  expect(
    shape([
      call(30, 'balances.read'),
      call(29, 'accounts.list'),
      call(29, 'oauth.refresh'),
      call(28, 'accounts.list', { attended: false }),
      call(25.9, 'accounts.list', { attended: false }),
    ]),
  ).toEqual([
    ['updated', true, 3, 0],
    ['updated', false, 1, 0],
    ['updated', false, 1, 0],
  ])
  expect(shape([call(2, 'balances.read'), call(0, 'accounts.list')])).toEqual([['updated', true, 2, 0]])
  expect(shape([call(2.1, 'balances.read'), call(0, 'accounts.list')])).toHaveLength(2)
})

const updated = 'transactions.read balances.read accounts.list'
const linked = 'consents.put accounts.list oauth.exchange'
const readAgain = 'transactions.read oauth.refresh balances.read accounts.list'
const linkedAnew = 'balances.read accounts.list consents.put accounts.list oauth.exchange'

test.each([
  // A new list of accounts after data was read begins the next visit, with the token for it.
  [`${readAgain} ${linkedAnew}`, 'updated 4, linked 5'],
  [`${readAgain} oauth.refresh ${linkedAnew}`, 'updated 5, linked 5'],
  // An act begins a visit of its own and renames nothing before it.
  [`oauth.revoke consents.put oauth.refresh ${updated}`, 'disconnected 3, updated 3'],
  [`oauth.revoke ${updated}`, 'disconnected 1, updated 3'],
  [`oauth.revoke consents.put ${linked}`, 'disconnected 2, linked 3'],
  [`balances.read consents.put oauth.refresh ${updated}`, 'consented 3, updated 3'],
  [`${linked} ${updated}`, 'linked 3, updated 3'],
  [`${updated} oauth.fallback ${updated}`, 'updated 3, emergency 1, updated 3'],
])('%s: %s', (operations, visits) => {
  const shapes = shape(operations.split(' ').map(operation => call(0, operation)))
  expect(shapes.map(([act, , count]) => `${act} ${count}`).join(', ')).toBe(visits)
})

test('a visit began with its oldest call', () => {
  const calls = [call(1, 'balances.read'), call(0, 'accounts.list')]
  expect(groupVisits(calls)[0]?.at).toBe(calls[1]?.at)
})

test.each([
  [['transactions.read', 'oauth.exchange'], 'linked'],
  [['oauth.revoke', 'consents.put'], 'disconnected'],
  [['oauth.fallback'], 'emergency'],
  [['balances.read', 'consents.put'], 'consented'],
  [['oauth.refresh'], 'extended'],
  [['oauth.refresh', 'balances.read'], 'updated'],
])('%j is %s', (operations, act) => {
  expect(groupVisits(operations.map(operation => call(0, operation)))[0]?.act).toBe(act)
})

test('failures are counted; an empty answer is a success', () => {
  const statuses = [200, 204, 403, 503, null]
  expect(groupVisits(statuses.map(status => call(0, 'balances.read', { status })))[0]?.unwell).toEqual([
    'refused',
    'failed',
    'no_answer',
  ])
})

test('no call, no visit', () => {
  expect(groupVisits([])).toEqual([])
})
