import { createHash } from 'node:crypto'
import type { BankTransaction } from '@guichet/stet/terms/account-data.ts'
import type { IsoDate } from '@guichet/values/calendar/day.ts'
import { describe, expect, test } from 'vitest'
import { bookedAtBank, transactionCode } from '#testing/bank/booked.ts'
import { rowsOf } from '#testing/rows.ts'
import { isBooked } from './open-line.ts'
import { cleanRemittance, codeText, dayOf, keyLines, labelOf, natureOf, searchTextOf } from './transaction.ts'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const noCode = transactionCode('')
const line = (changes: Partial<BankTransaction> = {}) =>
  bookedAtBank(-1250, 'CAFÉ DU PORT', { bookingDate: '2026-11-20', code: noCode, ...changes })
const keysOf = (lines: BankTransaction[]) => keyLines(lines, sha256).map(({ key }) => key)

describe('keyLines', () => {
  test('a booked line has the reference of the bank', () => {
    expect(keysOf([line({ entryReference: '000123' })])).toEqual(['000123'])
  })

  test('R13: a reference read twice is one line, as it was read last', () => {
    const keyed = keyLines(
      [line({ entryReference: '1' }), line({ entryReference: '1', valueDate: '2026-11-22' })],
      sha256,
    )
    expect(keyed.map(({ key, line: { valueDate } }) => [key, valueDate])).toEqual([['1', '2026-11-22']])
  })

  test('a reference of two amounts or days is two lines, also in two parts of one reading', () => {
    const [coffee, rent] = [
      line({ entryReference: '1' }),
      line({ entryReference: '1', amount: { amountMinor: -70_000n, currency: 'EUR' } }),
    ]
    expect(keysOf([coffee, rent])).toEqual(['1', '1 -70000 EUR 2026-11-20'])
    expect(keysOf([coffee, { ...coffee, bookingDate: '2026-11-21' }])).toHaveLength(2)
    const given = new Map<string, string>()
    const parts = [[coffee], [rent], [coffee, rent]].map(part => keyLines(part, sha256, given).map(({ key }) => key))
    expect(parts).toEqual([['1'], ['1 -70000 EUR 2026-11-20'], ['1', '1 -70000 EUR 2026-11-20']])
    expect([...given.keys()]).toEqual(['1', '1 -70000 EUR 2026-11-20'])
  })

  test('so is one of two resources or texts, but not a line that two pages repeat', () => {
    const one = (resourceId: string | null, text: string) =>
      line({ entryReference: '1', resourceId, remittance: [text] })
    expect(new Set(keysOf([one('r1', 'CAFE'), one('r2', 'CAFE'), one(null, 'CAFE'), one(null, 'THE')])).size).toBe(4)
    expect(keysOf([one('r1', 'CAFE'), one('r2', 'CAFE'), one('r1', 'CAFE')])).toHaveLength(2)
  })

  test('two that one page gives are two, also if a later page repeats one', () => {
    const [one, other] = [
      line({ entryReference: '1', resourceId: null }),
      line({ entryReference: '1', resourceId: null, nth: 2 }),
    ]
    const given = new Map<string, string>()
    const keys = [[one, other], [one], [other]].flatMap(part => keyLines(part, sha256, given).map(({ key }) => key))
    expect([keys.length, new Set(keys).size, [...given.keys()]]).toEqual([4, 2, keys.slice(0, 2)])
  })

  test('its own place is kept, one of a day before those read too, unless the bank gives such days', () => {
    const keyOf = (key: string, meaning: string, keptFrom: IsoDate | null) =>
      keyLines(
        [line({ entryReference: '1' })],
        sha256,
        new Map(),
        new Map([[key, { meaning, which: '', keptFrom }]]),
      )[0]?.key
    const [same, long] = ['-1250 EUR 2026-11-20', '1 -1250 EUR 2026-11-20']
    expect([keyOf('1', same, '2026-11-17'), keyOf(long, same, null)]).toEqual(['1', long])
    const before = ['2026-11-17', '2026-11-20', '2026-11-21', null].map(from => keyOf('1', '-9 EUR 2025-11-20', from))
    expect(before).toEqual([long, long, '1', '1'])
  })

  test('two equal coffees without reference stay two, with the same keys at the next reading', () => {
    const keys = keysOf([line(), line()])
    expect(new Set(keys).size).toBe(2)
    expect(keysOf([line(), line()])).toEqual(keys)
  })

  test.each([
    { amount: { amountMinor: -1251n, currency: 'EUR' } },
    { amount: { amountMinor: -1250n, currency: 'USD' } },
    { bookingDate: '2026-11-19' },
    { remittance: ['CAFE DU PORT'] },
    { endToEndId: 'x' },
    { valueDate: '2026-11-20' },
    { transactionDate: '2026-11-20' },
    { expectedBookingDate: '2026-11-20' },
    { status: 'PDNG' },
  ])('another content is another key: %o', changes => {
    const [one] = keysOf([line()])
    const [other] = keysOf([line(changes)])
    expect(one).not.toBe(other)
  })

  test('the key tells booked lines from others, and numbers equal ones', () => {
    const open = line({ status: 'PDNG' })
    const keyed = keyLines(
      [line(), open, line(), open],
      text => `${text.includes('BOOK')} 0123456789 abcdefghijklmnopqrs`,
    )
    expect(keyed.map(({ key }) => key)).toEqual([
      'hash:true 0123456789 abcdefghijklmnop:1',
      'open:false 0123456789 abcdefghijklmno:1',
      'hash:true 0123456789 abcdefghijklmnop:2',
      'open:false 0123456789 abcdefghijklmno:2',
    ])
    expect(keysOf([line({ status: 'FUTR' })])).not.toEqual(keysOf([open]))
  })

  test('R14: a line that is not booked never takes the key of a booked one, even with a reference', () => {
    const [open, booked] = keysOf([line({ status: 'PDNG', entryReference: '7' }), line({ entryReference: '7' })])
    expect(open).toMatch(/^open:/)
    expect(booked).toBe('7')
  })

  test('no lines, no keys', () => expect(keysOf([])).toEqual([]))
})

test('only BOOK is booked', () => {
  expect(['BOOK', 'PDNG', 'FUTR', 'INFO', 'OTHR', 'XXXX'].filter(status => isBooked({ status }))).toEqual(['BOOK'])
})

test.each([
  [{}, '2026-11-20'],
  [{ bookingDate: null, expectedBookingDate: '2026-11-25', valueDate: '2026-11-24' }, '2026-11-25'],
  [{ bookingDate: null, valueDate: '2026-11-24', transactionDate: '2026-11-23' }, '2026-11-24'],
  [{ bookingDate: null, transactionDate: '2026-11-23' }, '2026-11-23'],
  [{ bookingDate: null }, '2026-11-21'],
])('the day of %o is %s', (changes, day) => {
  expect(dayOf(line(changes), '2026-11-21')).toBe(day)
})

describe('words', () => {
  test('C48: hostile remittance is harmless, bounded, and still there', () => {
    const remittance = ['\u202Eevil\u0000', '   ', 'x'.repeat(10_000), ...Array.from({ length: 100 }, () => 'y')]
    const clean = cleanRemittance(remittance)
    expect(clean[0]).toBe('evil')
    expect(clean[1]).toHaveLength(140)
    expect(cleanRemittance(Array.from({ length: 100 }, () => 'y'))).toHaveLength(20)
  })

  test('the label is the first line that says something', () => {
    expect(labelOf(line({ remittance: ['', '  ', 'EDF'] }))).toBe('EDF')
    expect(labelOf(line({ remittance: [] }))).toBe('')
  })

  test('search finds words without accents, the amount with point or comma, and the end-to-end id', () => {
    const text = searchTextOf(line({ remittance: ['CAFÉ DU PORT', 'Œufs'], endToEndId: 'E2E-9' }))
    for (const word of ['cafe du port', 'oeufs', '12.50', '12,50', 'e2e-9']) expect(text).toContain(word)
    expect(text).not.toContain('-12')
    expect(searchTextOf(line({ endToEndId: null, remittance: ['CAFE'] }))).toBe('cafe 12.50 12,50')
    expect(searchTextOf(line({ endToEndId: null, remittance: [] }))).toBe('12.50 12,50')
  })
})

describe('codes', () => {
  test('are written as far as they are filled', () => {
    const code = { domain: 'PMNT', family: 'RDDT', subFamily: 'ESDD', code: '537', issuer: 'SI' }
    expect(codeText(code)).toBe('PMNT / RDDT / ESDD / 537')
    expect(codeText({ ...code, subFamily: null, code: '' })).toBe('PMNT / RDDT')
    expect(codeText(noCode)).toBeNull()
  })

  test.each(rowsOf<[string | null, string | null, string | null, string]>(import.meta.url, 'natures'))(
    '%s / %s / %s is %s',
    (domain, family, subFamily, category) => {
      expect(natureOf({ domain, family, subFamily })).toBe(category)
    },
  )
})
