import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import {
  currencyIfGiven,
  dateIfGiven,
  ibanIfGiven,
  id,
  idIfGiven,
  label,
  optionalDate,
  optionalHref,
  optionalId,
  optionalLabel,
  optionalLines,
  secret,
  secretIfGiven,
  WireAmount,
  WireLinks,
} from './text.ts'

/** What a schema reads, or why it refuses. */
const read = (schema: z.ZodType, value: unknown): unknown => {
  const { success, data, error } = schema.safeParse(value)
  return success ? data : { refused: error.issues.map(({ code, message }) => `${code}: ${message}`) }
}
const refused = (reason: string) => ({ refused: [`custom: ${reason}`] })
const inexact = 2 ** 53

describe('a text for people', () => {
  test.each([
    ['Compte', 'Compte'],
    [' Compte ', 'Compte'],
    [4711, '4711'],
    [inexact, String(inexact)],
    ['Compte courant de Paul', 'Compte courant…'],
  ])('%j is read as %j', (value, text) => {
    expect(read(optionalLabel(16), value)).toBe(text)
    expect(read(label(16), value)).toBe(text)
    expect(read(optionalLines(16, 2), value)).toEqual([text])
  })

  test.each([undefined, null, '', ' ', true, {}])('%j is none', value => {
    expect(read(optionalLabel(16), value)).toBeNull()
    expect(read(label(16), value)).toEqual(refused('missing'))
    expect(read(optionalLines(16, 2), value)).toEqual([])
  })

  test('of lines, the first ones count, without those that are none', () => {
    expect(read(optionalLines(16, 3), ['a', null, 'b', 'c'])).toEqual(['a', 'b'])
  })
})

describe('an identifier', () => {
  test.each([
    ['x-1', 'x-1'],
    [' x-1 ', 'x-1'],
    [4711, '4711'],
  ])('%j is %j', (value, text) => {
    for (const schema of [id(5), idIfGiven(5), optionalId(5)]) expect(read(schema, value)).toBe(text)
  })

  test.each([undefined, null, '', ' ', true, {}])('%j is missing', value => {
    expect(read(id(5), value)).toEqual(refused('missing'))
    expect([read(idIfGiven(5), value), read(optionalId(5), value)]).toEqual([null, null])
  })

  test.each([
    ['abcdef', 'too long'],
    ['a\u0000b', 'forbidden characters'],
  ])('%j can not be taken unchanged', (value, reason) => {
    expect(read(id(5), value)).toEqual(refused(reason))
    expect(read(idIfGiven(5), value)).toEqual(refused(reason))
    expect(read(optionalId(5), value)).toBeNull()
  })

  test.each([inexact, -inexact, 1.5])('the number %j may have lost digits', value => {
    expect(read(id(35), value)).toEqual(refused('missing'))
    expect(read(idIfGiven(35), value)).toEqual(refused('not exact'))
    expect(read(optionalId(35), value)).toBeNull()
  })

  test('a currency is one of three capitals, written as it may', () => {
    expect([read(currencyIfGiven, 'eur'), read(currencyIfGiven, null)]).toEqual(['EUR', null])
    expect(read(currencyIfGiven, 'E'.repeat(35))).toEqual(refused('no currency'))
    expect(read(currencyIfGiven, 'E'.repeat(36))).toEqual(refused('too long'))
  })

  test('an IBAN, written as it may be', () => {
    expect(read(ibanIfGiven, 'fr20 1987 0000 0100 0000 0000 000')).toBe('FR2019870000010000000000000')
    expect(read(ibanIfGiven, '')).toBeNull()
    expect(read(ibanIfGiven, 'F'.repeat(50))).toEqual(refused('no IBAN'))
    expect(read(ibanIfGiven, 'F'.repeat(51))).toEqual(refused('too long'))
  })
})

describe('a token', () => {
  test('is taken as it is', () => {
    expect([read(secret, 'a.b'), read(secretIfGiven, 'a.b')]).toEqual(['a.b', 'a.b'])
  })

  test.each([['a b'], ['é'], [7], [['a']], [{}]])('%j is none', value => {
    expect([read(secret, value), read(secretIfGiven, value)]).toEqual([refused('no token'), refused('no token')])
  })

  test.each([undefined, null, ''])('%j is a missing one', value => {
    expect([read(secret, value), read(secretIfGiven, value)]).toEqual([refused('no token'), null])
  })
})

describe('a day', () => {
  test.each(['2026-11-23', '2026-11-23T12:00:00Z'])('%j is one', value => {
    expect([read(optionalDate, value), read(dateIfGiven, value)]).toEqual(['2026-11-23', '2026-11-23'])
  })

  test.each([['2026-02-30'], ['23.11.2026'], [20_261_123], [['2026-11-23']], [{}]])('%j is none', value => {
    expect([read(optionalDate, value), read(dateIfGiven, value)]).toEqual([null, refused('no date')])
  })

  test.each([undefined, null, ''])('%j is a missing one', value => {
    expect([read(optionalDate, value), read(dateIfGiven, value)]).toEqual([null, null])
  })
})

test('an amount needs its currency', () => {
  expect(read(WireAmount, { amount: 12, currency: 'EUR', more: 1 })).toEqual({ amount: '12', currency: 'EUR' })
  expect(read(WireAmount, { amount: '12.50' })).toEqual(refused('missing'))
})

describe('the links of an answer', () => {
  const names = ['balances', 'transactions', 'owners', 'overdrafts', 'endUserIdentity', 'next', 'last']
  const linksTo = (href: unknown, more: object = {}) => Object.fromEntries(names.map(name => [name, { href, ...more }]))
  const readLinks = (links: unknown) => read(WireLinks, links)

  test('those that we follow', () => {
    expect(readLinks({ ...linksTo('/a', { templated: false }), self: { href: '/self' } })).toEqual(
      new Map(names.map(name => [name, '/a'])),
    )
  })

  test.each([undefined, null, [], {}, { next: null }, { next: { href: null } }, linksTo(' ')])('%j has none', links => {
    expect(readLinks(links)).toEqual(new Map())
  })

  test('an address is one, whatever the flag says, and so is the only link of a list', () => {
    const all = new Map(names.map(name => [name, '/a?b=1']))
    for (const templated of [true, 'true', 1, null]) expect(readLinks(linksTo('/a?b=1', { templated }))).toEqual(all)
    expect(readLinks({ owners: [{ href: '/o' }, { href: '/p' }] })).toEqual(new Map([['owners', '/o']]))
  })

  test('a template has an address if only its query varies', () => {
    const { next, ...others } = linksTo('/a?b=1{&page,size}')
    expect(readLinks(others)).toEqual(new Map(Object.keys(others).map(name => [name, '/a?b=1'])))
    expect(readLinks({ balances: { href: '/{id}/b' } })).toEqual(new Map())
    expect(readLinks({ next })).toEqual(refused('next: a template'))
  })

  test.each([
    ['x', 'no links'],
    [[{ rel: 'next', href: '/a?page=2' }], 'no links'],
    [7, 'no links'],
    [{ Next: { href: '/a' } }, 'next: in capitals'],
    [{ next: '/a' }, 'next: no link'],
    [{ next: '' }, 'next: no link'],
    [{ next: false }, 'next: no link'],
    [{ next: {} }, 'next: no link'],
    [{ next: [] }, 'next: no link'],
    [{ next: [{ href: '/a' }] }, 'next: no link'],
    [{ next: ['/a', '/b'] }, 'next: no link'],
    [{ next: { href: 7 } }, 'next: no address'],
    [{ next: { href: ['/a'] } }, 'next: no address'],
    [{ next: { href: '/a{?page}', templated: true } }, 'next: a template'],
  ])('with %j the list could only seem to end', (links, reason) => {
    expect(readLinks(links)).toEqual(refused(reason))
  })

  test('an unusable one counts as absent, except the next page', () => {
    const { next, ...others } = linksTo('x'.repeat(2_049))
    expect(readLinks(others)).toEqual(new Map())
    expect(readLinks({ next })).toEqual(refused('next: too long'))
    expect(readLinks({ next: { href: '/a\u0000' } })).toEqual(refused('next: forbidden characters'))
    expect(readLinks({ next: { href: 'x'.repeat(2_048) } })).toEqual(new Map([['next', 'x'.repeat(2_048)]]))
    expect(read(optionalHref, ' /a ')).toBe('/a')
  })
})
