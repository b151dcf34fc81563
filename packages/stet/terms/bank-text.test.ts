import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type BankText,
  bankCapitals,
  bankDate,
  bankIban,
  bankId,
  bankJson,
  bankLabel,
  bankMembers,
  bankSecret,
} from './bank-text.ts'

const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 400 }),
  fc.string({ unit: 'grapheme', maxLength: 400 }),
  fc.constantFrom(
    '\u0000',
    'a\u0000b',
    '\uD83D',
    '漢'.repeat(2_000),
    'x'.repeat(1_000_000),
    '\u202Eabc',
    ' \n ',
    '👩‍👩‍👧',
  ),
)

/**
 * What PostgreSQL stores and a page displays: whole characters without control or invisible ones, within the member's
 * limit.
 */
function expectStorable(text: string, maxLength: number): void {
  expect(text.isWellFormed()).toBe(true)
  expect(text).not.toMatch(/[\p{Cc}\u202A-\u202E\u2066-\u2069\u200B\u200E\u200F\uFEFF\uFFFE\uFFFF]/u)
  expect([...text].length).toBeLessThanOrEqual(maxLength)
}

describe('an identifier of a bank', () => {
  test.each([
    ['CPT-1', 'CPT-1'],
    ['  2026  001\n', '2026  001'],
    ['漢字', '漢字'],
    [`x${' '.repeat(8_191)}`, 'x'],
    ['é'.repeat(140), 'é'.repeat(140)],
    ['😀'.repeat(140), '😀'.repeat(140)],
  ])('%j is taken as it is', (text, id) => {
    expect(bankId(text, 140)).toEqual({ id })
  })

  test.each([
    ['', 'missing'],
    [' \t ', 'missing'],
    ['x'.repeat(141), 'too long'],
    ['😀'.repeat(141), 'too long'],
    ['漢'.repeat(2_000), 'too long'],
    ['x'.repeat(1_000_000), 'too long'],
    [`x${' '.repeat(8_192)}`, 'too long'],
    ['a\u0000b', 'forbidden characters'],
    ['\uD83D', 'forbidden characters'],
    ['a\u202Eb', 'forbidden characters'],
    ['a\u200Bb', 'forbidden characters'],
    ['a\nb', 'forbidden characters'],
  ])('%j is none: %s', (text, fault) => {
    expect(bankId(text, 140)).toEqual({ fault })
  })

  test('any text: either itself, storable and small enough for an index of PostgreSQL, or a fault', () => {
    fc.assert(
      fc.property(anyText, text => {
        const read = bankId(text, 140)
        if ('fault' in read) return
        expect(read.id).toBe(text.trim())
        expectStorable(read.id, 140)
        expect(Buffer.byteLength(read.id)).toBeLessThan(2_600)
      }),
    )
  })
})

describe('a label, a token and JSON of a bank', () => {
  test('any text: a label is storable and within its limit, or nothing', () => {
    fc.assert(
      fc.property(anyText, fc.integer({ min: 1, max: 140 }), (text, maxLength) => {
        const read = bankLabel(text, maxLength)
        if (read !== null) expectStorable(read, maxLength)
        expect(read).not.toBe('')
      }),
    )
  })

  test('a token is visible ASCII, or none', () => {
    expect(bankSecret('eyJ.a-_~+/=', 8_192)).toBe('eyJ.a-_~+/=')
    for (const text of ['', ' a', 'a b', 'a\u0000', 'é', 'a\r\nX-Other: 1', 'x'.repeat(8_193)]) {
      expect(bankSecret(text, 8_192)).toBeNull()
    }
  })

  test('codes and IBANs in capitals stay as long as they are', () => {
    expect(bankCapitals('bookß' as BankText)).toBe('BOOKß')
    expect(bankIban('fr76 3000\u00A06000' as BankText)).toBe('FR7630006000')
  })

  test('JSON is kept to eight levels, 500 members, and its texts and names to their lengths', () => {
    const levels = (count: number, inner: unknown): unknown => (count === 0 ? inner : { a: levels(count - 1, inner) })
    const lists = (count: number, inner: unknown): unknown => (count === 0 ? inner : [lists(count - 1, inner)])
    for (const nest of [levels, lists]) {
      expect(bankJson(nest(7, {}))).toEqual(nest(7, {}))
      expect(bankJson(nest(8, {}))).toEqual(nest(8, null))
      expect(bankJson(nest(8, 'x'))).toEqual(nest(8, 'x'))
    }
    const many = Array.from({ length: 501 }, (_, at) => at)
    expect(bankJson(many)).toHaveLength(500)
    expect(Object.keys(bankMembers(Object.fromEntries(many.map(at => [`m${at}`, at]))))).toHaveLength(500)
    expect(bankJson({ ['n'.repeat(141)]: 'x'.repeat(16_385) })).toEqual({
      [`${'n'.repeat(139)}…`]: `${'x'.repeat(16_383)}…`,
    })
    expect(bankJson([true, 1.5, Number.NaN, Number.POSITIVE_INFINITY, undefined])).toEqual([
      true,
      1.5,
      null,
      null,
      null,
    ])
  })

  test('any JSON: every text in it is storable, also the names of its members, and it is neither deep nor long', () => {
    const json = fc.jsonValue({ stringUnit: 'binary', maxDepth: 12 })
    fc.assert(
      fc.property(json, value => {
        const texts: string[] = []
        const gather = (part: unknown, depth: number): void => {
          expect(depth).toBeLessThanOrEqual(9)
          if (typeof part === 'string') texts.push(part)
          if (typeof part !== 'object' || part === null) return
          for (const [name, member] of Object.entries(part)) {
            texts.push(name)
            gather(member, depth + 1)
          }
        }
        gather(bankJson(value), 1)
        for (const text of texts) expectStorable(text, 16_384)
      }),
    )
    expect(bankJson(Array.from({ length: 900 }, () => 1))).toHaveLength(500)
    expect(bankJson({ a: { 'b\u0000': ['c\uD800', 1, true, null] } })).toEqual({ a: { b: ['c\uFFFD', 1, true, null] } })
  })
})

describe('a calendar date of a bank', () => {
  test.each([
    ['2026-11-20', '2026-11-20'],
    [' 2026-11-20 ', '2026-11-20'],
    ['2026-11-20T23:59:59+01:00', '2026-11-20'],
    ['2026-11-20+01:00', '2026-11-20'],
    ['2026-11-20Z', '2026-11-20'],
    ['2026-11-20 00:00:00', '2026-11-20'],
    ['2024-02-29', '2024-02-29'],
    ['1900-01-01', '1900-01-01'],
    ['2200-12-31', '2200-12-31'],
  ])('%j is %s', (text, date) => {
    expect(bankDate(text)).toBe(date)
  })

  test.each([
    '',
    '0000-01-01',
    '0001-01-01',
    '1899-12-31',
    '2201-01-01',
    '9999-12-31',
    '2026-02-29',
    '2026-02-30',
    '2026-13-01',
    '2026-00-10',
    '20261120',
    '20/11/2026',
    '+012026-11-20',
    '-002026-11-20',
    '2026-11-20\u0000',
    '2026-11-200',
    'x'.repeat(1_000_000),
  ])('%j is none', text => {
    expect(bankDate(text)).toBeNull()
  })
})
