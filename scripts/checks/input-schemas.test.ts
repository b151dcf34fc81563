import { isStorable } from '@guichet/values/text/storable.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { inputSchemas, looseObjectsOf, textsOf } from './input-schemas.ts'

const bodies = (await inputSchemas()).filter(({ isWhole }) => isWhole)

/** Written by the browser, which adds members of its own. */
const ofBrowsers = ['NewPasskey', 'UsedPasskey']

test('every body is found', () => {
  expect(bodies.length).toBeGreaterThan(50)
  expect(bodies.map(({ name }) => name)).toEqual(expect.arrayContaining(['ApiKeyInput', 'createRefund body']))
})

test.each(bodies)('$name: no object in it drops a member that it does not know', ({ name, schema }) => {
  const loose = looseObjectsOf(schema)
  expect(ofBrowsers.includes(name) ? loose.filter(path => !path.startsWith('response')) : loose).toEqual([])
})

/** Any text: NUL, control characters, lone surrogates, and ordinary text. */
const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc
    .array(fc.constantFrom('\u0000', '\ud800', '\udc00', '\u0007', '\u2028', '\n', '\t', 'é', '🙂', 'a', ' '))
    .map(one => one.join('')),
)
const inputs = await inputSchemas()
const leaves = inputs.flatMap(({ name, schema }) => textsOf(schema).map(leaf => ({ ...leaf, name })))

describe('every text of every input (C71)', () => {
  test('is found', () => {
    expect(inputs.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['RuleInput', 'createRefund body', 'TransferTyped']),
    )
    expect(inputs.length).toBeGreaterThan(35)
    expect(leaves.length).toBeGreaterThan(120)
  })

  test.each(leaves)('$name $path: refused with nothing stored, or storable and within a limit', ({ schema }) => {
    fc.assert(
      fc.property(anyText, text => {
        const read = schema.safeParse(text)
        return !read.success || isStorableValue(read.data)
      }),
      { numRuns: 60 },
    )
    for (const text of ['a\u0000b', '\ud800', '2026-11-21\u0000']) {
      const read = schema.safeParse(text)
      expect(read.success && !isStorableValue(read.data)).toBe(false)
    }
    expect(schema.safeParse('a'.repeat(100_001)).success).toBe(false)
  })
})

/** A schema may transform a text into a number or a value of a list. */
function isStorableValue(value: unknown): boolean {
  return typeof value !== 'string' || isStorable(value)
}
