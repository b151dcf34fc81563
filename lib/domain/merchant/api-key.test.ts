import { describe, expect, test } from 'vitest'
import {
  apiScopes,
  bearerOf,
  dueKeyWarning,
  findKeyEndFault,
  hasScope,
  keyEndOf,
  keyState,
  lastKeyDay,
  maxApiKeys,
  modeOfApiKey,
  scopesOf,
  writeApiKey,
} from './api-key.ts'

const random = 'A'.repeat(43)

test.each([
  [writeApiKey('test', random), 'test'],
  [writeApiKey('live', random), 'live'],
  [`gk_prod_${random}`, null],
  [`gk_test_${random}A`, null],
  [`gk_test_${random.slice(1)}`, null],
  [`gk_test_${'ä'.repeat(43)}`, null],
  [` gk_test_${random}`, null],
  [`gk_test_${random}\n`, null],
  ['', null],
])('the mode of %j is %j', (text, mode) => {
  expect(modeOfApiKey(text)).toBe(mode)
})

test.each([
  ['Bearer abc', 'abc'],
  ['bearer  abc', 'abc'],
  ['Basic abc', null],
  ['Bearer', null],
  ['Bearer a b', null],
  ['', null],
  [null, null],
])('the bearer of %j is %j', (header, key) => {
  expect(bearerOf(header)).toBe(key)
})

describe('scopes', () => {
  test.each(apiScopes)('%s allows itself, and only writing brings reading', scope => {
    for (const wanted of apiScopes) {
      const isSame = wanted === scope
      const isItsReading = wanted === scope.replace(':write', ':read')
      expect(hasScope([scope], wanted)).toBe(isSame || isItsReading)
    }
  })

  test('no scopes allow nothing', () => {
    expect(apiScopes.some(scope => hasScope([], scope))).toBe(false)
  })

  test('a scope that no longer exists is left out', () => {
    expect(scopesOf(['events:read', 'everything'])).toEqual(['events:read'])
  })
})

test('an organisation has at most fifty keys', () => {
  expect(maxApiKeys).toBe(50)
})

describe('a key’s last day', () => {
  test.each([
    ['2026-07-01', '2026-07-01T22:00:00.000Z'],
    ['2026-12-03', '2026-12-03T23:00:00.000Z'],
    ['2026-10-25', '2026-10-25T23:00:00.000Z'],
    ['2026-03-29', '2026-03-29T22:00:00.000Z'],
  ])('%s ends at midnight in Paris', (day, end) => {
    expect(keyEndOf(day).toISOString()).toBe(end)
    expect(lastKeyDay(keyEndOf(day))).toBe(day)
  })

  test.each([
    ['2026-11-25', 'past'],
    ['2026-11-26', null],
    ['2031-11-25', null],
    ['2031-11-26', 'too_late'],
    ['9999-12-31', 'too_late'],
  ])('%s, chosen on 26 November 2026: %s', (day, fault) => {
    expect(findKeyEndFault(day, new Date('2026-11-26T12:00:00Z'))).toBe(fault)
  })

  test('counts by Paris time: at half past midnight there, the day before is over', () => {
    expect(findKeyEndFault('2026-11-25', new Date('2026-11-25T23:30:00Z'))).toBe('past')
  })

  const end = keyEndOf('2026-12-20')
  test.each([
    ['2026-12-05T22:59:00Z', null],
    ['2026-12-05T23:00:00Z', 14],
    ['2026-12-16T22:59:00Z', 14],
    ['2026-12-16T23:00:00Z', 3],
    ['2026-12-20T22:59:59Z', 3],
    ['2026-12-20T23:00:00Z', null],
  ])('at %s, a key until 20 December has the warning %s', (at, days) => {
    expect(dueKeyWarning(end, new Date(at))).toBe(days)
  })
})

test.each([
  [null, null, 'active'],
  [null, 1, 'active'],
  [null, 0, 'expired'],
  [null, -1, 'expired'],
  [-1, 1, 'revoked'],
  [-1, -1, 'revoked'],
] as const)('revoked at %s, expires at %s: %s', (revoked, expires, state) => {
  const at = new Date('2026-11-26T12:00:00Z')
  const after = (ms: number | null) => (ms === null ? null : new Date(at.getTime() + ms))
  expect(keyState({ revokedAt: after(revoked), expiresAt: after(expires) }, at)).toBe(state)
})
