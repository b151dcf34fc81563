import { describe, expect, test } from 'vitest'
import { rowsOf } from '#testing/rows.ts'
import {
  findRule,
  holdsTerms,
  likePatterns,
  matchesRule,
  parsePattern,
  prepareRule,
  type Rule,
  type RuledLine,
  saysNothing,
} from './rule.ts'

const anything: Rule = {
  id: '1',
  pattern: '',
  counterparty: null,
  direction: null,
  minMinor: null,
  maxMinor: null,
  currency: null,
  accountId: null,
  category: 'housing',
}
const rent: RuledLine = {
  accountId: 'a',
  searchText: 'vir sepa emis foncia lyon loyer mars 850.00 850,00',
  counterparty: 'foncia lyon',
  amountMinor: -85_000n,
  currency: 'EUR',
}
const matches = (rule: Partial<Rule>, line: Partial<RuledLine> = {}) =>
  matchesRule({ ...rent, ...line }, prepareRule({ ...anything, ...rule }))

describe('a pattern', () => {
  test.each([
    ['', []],
    ['   ', []],
    ['Loyer', [['loyer']]],
    ['LOYER  Été', [['loyer'], ['ete']]],
    ['"foncia lyon" mars', [['foncia lyon'], ['mars']]],
    ['"not closed', [['not closed']]],
    ['fon*lyon', [['fon', 'lyon']]],
    ['**', []],
    ['""', []],
    ['a*', [['a']]],
    ['"a * * b" "*  "', [['a ', ' b']]],
    [`${'x'.repeat(199)} y`, [['x'.repeat(199)]]],
    [`${'x'.repeat(198)} yz`, [['x'.repeat(198)], ['y']]],
    ['« foncia lyon » mars', [['foncia lyon'], ['mars']]],
    ['“foncia lyon”', [['foncia lyon']]],
    ['48,71 €', [['48,71']]],
    ['−1 234,56 €', [['1234,56']]],
    ['-€1,234.50', [['1234.50']]],
    ['foncia 850,00', [['foncia'], ['850,00']]],
    ['loyer 12 2026', [['loyer'], ['12'], ['2026']]],
    ['12/11 2026-10-05 1.234', [['12/11'], ['2026-10-05'], ['1.234']]],
  ])('%j has the terms %j', (pattern, terms) => {
    expect(parsePattern(pattern)).toEqual(terms)
  })

  test.each(rowsOf<[string, boolean]>(import.meta.url, 'held-terms'))(
    '%j is held by the label: %s',
    (pattern, held) => {
      expect(holdsTerms(rent.searchText, parsePattern(pattern))).toBe(held)
    },
  )

  test('pieces of one term do not overlap', () => {
    expect(holdsTerms('aba', parsePattern('ab*ba'))).toBe(false)
  })

  test('becomes LIKE with its own signs taken literally', () => {
    expect(likePatterns('50% a_b x\\y fon*lyon')).toEqual(['%50\\%%', '%a\\_b%', '%x\\\\y%', '%fon%lyon%'])
  })

  test('nothing a person writes makes matching slow', () => {
    const text = 'a'.repeat(10_000)
    expect(holdsTerms(text, parsePattern(`${'a*'.repeat(90)}b`))).toBe(false)
  })
})

describe('a rule', () => {
  test.each<[string, Partial<Rule>, boolean]>([
    ['nothing said', {}, true],
    ['words', { pattern: 'loyer' }, true],
    ['other words', { pattern: 'salaire' }, false],
    ['the side', { counterparty: 'foncia lyon' }, true],
    ['another side', { counterparty: 'foncia' }, false],
    ['money out', { direction: 'out' }, true],
    ['money in', { direction: 'in' }, false],
    ['at least this', { minMinor: 85_000n }, true],
    ['at least more', { minMinor: 85_001n }, false],
    ['at most this', { maxMinor: 85_000n }, true],
    ['at most less', { maxMinor: 84_999n }, false],
    ['an amount in its currency', { minMinor: 1n, currency: 'EUR' }, true],
    ['an amount in another currency', { minMinor: 1n, currency: 'USD' }, false],
    ['a currency without an amount', { currency: 'USD' }, true],
    ['this account', { accountId: 'a' }, true],
    ['another account', { accountId: 'b' }, false],
    ['all of it', { pattern: 'loyer', direction: 'out', minMinor: 1n, accountId: 'a' }, true],
    ['all but one', { pattern: 'loyer', direction: 'out', minMinor: 1n, accountId: 'b' }, false],
  ])('%s', (_, rule, expected) => {
    expect(matches(rule)).toBe(expected)
  })

  test('money in is zero and more', () => {
    expect(matches({ direction: 'in' }, { amountMinor: 0n })).toBe(true)
  })

  test('the first that matches is the one', () => {
    const rules = [
      { ...anything, id: '1', pattern: 'salaire' },
      { ...anything, id: '2', pattern: 'loyer' },
      { ...anything, id: '3' },
    ].map(prepareRule)
    expect(findRule(rent, rules)?.id).toBe('2')
    expect(findRule({ ...rent, searchText: '' }, rules.slice(0, 2))).toBeNull()
  })

  test('must say something', () => {
    expect(saysNothing(anything)).toBe(true)
    expect(saysNothing({ ...anything, pattern: ' * ' })).toBe(true)
    expect(saysNothing({ ...anything, currency: 'EUR' })).toBe(true)
    expect(saysNothing({ ...anything, pattern: 'x' })).toBe(false)
    for (const part of [{ minMinor: 0n }, { maxMinor: 0n }, { counterparty: 'x' }, { accountId: 'a' }]) {
      expect(saysNothing({ ...anything, ...part })).toBe(false)
    }
    expect(saysNothing({ ...anything, direction: 'in' })).toBe(false)
  })
})
