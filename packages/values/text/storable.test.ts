import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  findUnstorable,
  isStorable,
  isTooDeep,
  multiLine,
  singleLine,
  storable,
  toSingleLine,
  typedMultiLine,
  typedSingleLine,
} from './storable.ts'

/** Any text: NUL, control characters, lone surrogates, and ordinary text. */
const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc
    .array(fc.constantFrom('\u0000', '\ud800', '\udc00', '\u0007', '\u2028', '\n', '\t', 'é', '🙂', 'a', ' '))
    .map(one => one.join('')),
)
const holdsControls = (text: string) => /[\p{Cc}\u2028\u2029]/u.test(text)

describe('a text', () => {
  test('is storable if it has no NUL and no lone surrogate', () => {
    for (const text of ['', 'a', 'é\n', '🙂', '\u0007']) expect(isStorable(text)).toBe(true)
    for (const text of ['\u0000', 'a\u0000b', '\ud83d', '\ude42', 'a\ud83d', '\ude42\ud83d'])
      expect(isStorable(text)).toBe(false)
  })

  test('for a search loses unstorable characters only', () => {
    expect(storable('a\u0000b\tc')).toBe('ab\tc')
    fc.assert(
      fc.property(anyText, text => isStorable(storable(text)) && (!isStorable(text) || storable(text) === text)),
    )
  })

  test('of one line has spaces for control characters', () => {
    expect(toSingleLine('Marie\tDupont\r\n')).toBe('Marie Dupont  ')
    expect(toSingleLine('Zoë 🙂')).toBe('Zoë 🙂')
  })

  test('by each schema: what is kept exactly is refused or comes out as it went in', () => {
    const exact = [singleLine(60), multiLine(60)]
    fc.assert(
      fc.property(anyText, fc.constantFrom(...exact), (text, schema) => {
        const read = schema.safeParse(text)
        return read.success ? read.data === text && isStorable(text) : true
      }),
    )
    expect(singleLine(5).safeParse('a\nb').success).toBe(false)
    expect(multiLine(5).parse('a\r\n\tb')).toBe('a\r\n\tb')
    expect(multiLine(5).safeParse('a\u0007').success).toBe(false)
    expect(
      [singleLine(2), multiLine(2), typedSingleLine(2), typedMultiLine(2)].map(one => one.safeParse('abc').success),
    ).not.toContain(true)
    expect(singleLine(2).safeParse('abc').error?.issues[0]?.message).toBe('has at most 2 characters')
  })

  test('as typed has no control characters but line breaks where it may have lines', () => {
    expect(typedSingleLine(9).parse('a\tb\nc')).toBe('a b c')
    expect(typedMultiLine(9).parse('a\tb\nc\u0007')).toBe('a\tb\nc ')
    expect(typedMultiLine(9).safeParse('a\u0000').success).toBe(false)
    fc.assert(fc.property(anyText, text => !holdsControls(typedSingleLine(900).safeParse(text).data ?? '')))
  })
})

describe('a body', () => {
  test('is refused by the name of the unstorable member, also for a member’s name', () => {
    expect(findUnstorable({ a: [1, { b: 'x\u0000' }] })).toBe('a.1.b')
    expect(findUnstorable({ a: { 'x\ud800': 1 } })).toBe('a')
    expect(findUnstorable('\u0000')).toBe('body')
    expect(findUnstorable(JSON.parse('{"a":{"__proto__":"b"}}'))).toBe('a.__proto__')
    expect(findUnstorable({ a: [null, true, 1, 'é'], b: {} })).toBeNull()
  })

  test.each([
    [`${'['.repeat(32)}${']'.repeat(32)}`, false],
    [`${'['.repeat(33)}${']'.repeat(33)}`, true],
    [`${'{"a":'.repeat(33)}1${'}'.repeat(33)}`, true],
    ['['.repeat(200_000), true],
    [`[${'[],'.repeat(40)}[]]`, false],
    [JSON.stringify(['['.repeat(40), '\\"'.repeat(40), { '{': '{'.repeat(40) }]), false],
    [JSON.stringify({ a: '\\', b: ['"'] }) + '['.repeat(33), true],
  ])('%.40s is too deep: %s', (json, isDeep) => expect(isTooDeep(json)).toBe(isDeep))
})
