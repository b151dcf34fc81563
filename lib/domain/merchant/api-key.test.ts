import { describe, expect, test } from 'vitest'
import { apiScopes, bearerOf, hasScope, modeOfApiKey, mostApiKeys, scopesOf, writeApiKey } from './api-key.ts'

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
  expect(mostApiKeys).toBe(50)
})
