import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cleanText, cutText, foldText, isCleanText } from './clean.ts'

describe('cleanText', () => {
  test.each([
    ['  PRLV   SEPA\tEDF ', 'PRLV SEPA EDF'],
    ['a\u0000b\u001b[31mc', 'a b [31mc'],
    ['pay\u202Egpj.exe', 'paygpj.exe'],
    ['\u2066hidden\u2069 \u200Bzero\uFEFF', 'hidden zero'],
    ['line\r\nbreak\u2028more', 'line break more'],
    ['<script>alert(1)</script>', '<script>alert(1)</script>'],
    ['lone \uD800 surrogate', 'lone \uFFFD surrogate'],
    ['tag\u{E0041}ged', 'tagged'],
    ['Crédit Agricole – Œuvre', 'Crédit Agricole – Œuvre'],
    ['👩‍👩‍👧 famille', '👩‍👩‍👧 famille'],
    ['', ''],
  ])('%j becomes %j', (dirty, clean) => {
    expect(cleanText(dirty, 140)).toBe(clean)
  })

  test('bounds length in characters, never inside one', () => {
    expect(cleanText('x'.repeat(10_000), 140)).toBe(`${'x'.repeat(139)}…`)
    expect(cleanText('😀'.repeat(10), 5)).toBe('😀😀😀😀…')
    expect(cleanText('x'.repeat(140), 140)).toHaveLength(140)
    expect(cleanText('é'.repeat(140), 140)).toBe('é'.repeat(140))
  })

  test('reads eight times as much as it keeps, and sixty-four characters, past what is invisible', () => {
    expect(cleanText(`${'\u200b'.repeat(141)}abcd`, 10)).toBe('abc')
  })

  test('bounds towers of combining marks', () => {
    expect([...cleanText(`e${'\u0301'.repeat(500)}`, 140)].length).toBeLessThanOrEqual(5)
  })

  test('whatever comes in: well-formed, bounded, without control or bidi characters, and stable', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), text => {
        const clean = cleanText(text, 50)
        expect(clean.isWellFormed()).toBe(true)
        expect([...clean].length).toBeLessThanOrEqual(50)
        expect(clean).not.toMatch(/[\p{Cc}\u202A-\u202E\u2066-\u2069\u200E\u200F]/u)
        expect(cleanText(clean, 50)).toBe(clean)
      }),
    )
  })
})

test.each([
  ['Crédit à la Consommation', 'credit a la consommation'],
  ['ŒUVRE  Straße', 'oeuvre strasse'],
  ['ÇA VA', 'ca va'],
  ['Łódź Ørsted Đakovo Æbelø', 'lodz orsted dakovo aebelo'],
  [' À  ', 'a'],
  ['ﬁn', 'fin'],
])('folds %j to %j', (text, folded) => {
  expect(foldText(text)).toBe(folded)
})

test('a cut leaves no half of a character', () => {
  expect(cutText('ab', 1)).toBe('a')
  expect(cutText('a🙂', 2)).toBe('a')
  expect(cutText('a🙂', 3)).toBe('a🙂')
  expect(cutText('🙂🙂', 3).isWellFormed()).toBe(true)
})

test.each([
  ['FR-2026 1', true],
  ['Crédit', true],
  ['', true],
  ['a\u0000', false],
  ['é\u202E', false],
  ['é\uD800', false],
])('%j is an identifier as it is: %s', (text, clean) => {
  expect(isCleanText(text)).toBe(clean)
})
