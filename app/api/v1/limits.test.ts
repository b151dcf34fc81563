import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { readAs } from '#app/read-request.ts'
import { Refused } from '#lib/domain/refusals/refused.ts'
import { namedOperations } from '#lib/views/v1/operations.ts'
import type { Schema } from '#testing/shop/schema.ts'

/** Each limit that the reference states of a body or a query: just inside is accepted, just outside refused with the member's name. */

type Part = 'query' | 'body'
type Case = { readonly at: string; readonly limit: string; readonly inside?: unknown; readonly outside: unknown }

/** A value that a schema allows. */
function sampleOf(schema: Schema): unknown {
  const { type, items, properties = {}, required = [], minItems = 0 } = schema
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  if (schema.anyOf?.[0]) return sampleOf(schema.anyOf[0])
  if (type === 'object') return Object.fromEntries(required.map(name => [name, sampleOf(properties[name] ?? {})]))
  if (type === 'array') return Array.from({ length: minItems }, () => sampleOf(items ?? {}))
  if (type === 'integer' || type === 'number') return schema.minimum && schema.minimum > 0 ? schema.minimum : 1
  if (type === 'boolean') return true
  return textOf(schema)
}

const formats = new Map([
  ['uuid', '6f0d3b0e-3c53-4a63-9a3d-2a7b3d1f8c11'],
  ['date', '2026-11-21'],
  ['date-time', '2026-11-21T09:30:00+01:00'],
  ['uri', 'https://shop.example/'],
])

function textOf({ format = '', pattern, minLength = 1 }: Schema): string {
  const known = formats.get(format)
  if (known !== undefined) return known
  return pattern === undefined ? 'x'.repeat(Math.max(1, minLength)) : pattern.includes(':') ? 'cart:7' : '1.00'
}

/** By the path of a member; `*` is an item of a list. */
function casesOf(at: string, schema: Schema): Case[] {
  const { anyOf, items, properties, required = [], type } = schema
  if (anyOf) return anyOf.filter(one => one.type !== 'null').flatMap(one => casesOf(at, one))
  const inner = [
    ...Object.entries(properties ?? {}).flatMap(([name, one]) => casesOf(`${at}.${name}`, one)),
    ...(items ? casesOf(`${at}.*`, items) : []),
  ]
  const whole = sampleOf(schema)
  const own = at === '' ? [] : limitsOf(at, schema, whole)
  if (type !== 'object' || properties === undefined) return [...own, ...inner]
  return [
    ...own,
    { at: `${at}.unknown`, limit: 'unknown', outside: 1 },
    ...required.map(name => ({ at: `${at}.${name}`, limit: 'required', outside: undefined })),
    ...inner,
  ]
}

function limitsOf(at: string, schema: Schema, whole: unknown): Case[] {
  const { minLength, maxLength, minimum, maximum, minItems, maxItems, pattern, format, items, type } = schema
  const list = (length: number) => Array.from({ length }, () => sampleOf(items ?? {}))
  const isFree = pattern === undefined && format === undefined
  const some: readonly (Case | false)[] = [
    { at, limit: `type ${type}`, inside: whole, outside: type === 'string' ? 7 : 'no such value' },
    schema.enum !== undefined && { at, limit: 'enum', inside: schema.enum.at(-1), outside: 'no such value' },
    maxLength !== undefined &&
      isFree && {
        at,
        limit: `maxLength ${maxLength}`,
        inside: 'x'.repeat(maxLength),
        outside: 'x'.repeat(maxLength + 1),
      },
    minLength !== undefined && { at, limit: `minLength ${minLength}`, outside: '' },
    minimum !== undefined && { at, limit: `minimum ${minimum}`, inside: minimum, outside: minimum - 1 },
    maximum !== undefined &&
      maximum < Number.MAX_SAFE_INTEGER && { at, limit: `maximum ${maximum}`, inside: maximum, outside: maximum + 1 },
    minItems !== undefined && {
      at,
      limit: `minItems ${minItems}`,
      inside: list(minItems),
      outside: list(minItems - 1),
    },
    maxItems !== undefined && {
      at,
      limit: `maxItems ${maxItems}`,
      inside: list(maxItems),
      outside: list(maxItems + 1),
    },
    pattern !== undefined && { at, limit: 'pattern', outside: '\u00a0' },
    format !== undefined && { at, limit: `format ${format}`, outside: 'no such value' },
  ]
  return some.filter(one => one !== false)
}

/** An input with the value at a path, and what the path needs around it. */
function inputWith(
  schema: Schema,
  [name, ...rest]: readonly string[],
  value: unknown,
  base = sampleOf(schema),
): unknown {
  if (name === undefined) return value
  const nullable = schema.anyOf?.find(one => one.type !== 'null')
  if (nullable) return inputWith(nullable, [name, ...rest], value, base ?? undefined)
  if (name === '*') return [inputWith(schema.items ?? {}, rest, value)]
  const inner = schema.properties?.[name] ?? {}
  return { ...(base as object), [name]: rest.length === 0 ? value : inputWith(inner, rest, value) }
}

const parts = namedOperations.flatMap(([name, { query, body }]) =>
  Object.entries({ query, body }).flatMap(([part, schema]) => (schema ? [{ name, part: part as Part, schema }] : [])),
)

function issuesOf(schema: z.ZodType, value: unknown, part: Part): { field: string; why: string }[] {
  try {
    readAs(schema, value, part)
    return []
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    return error.issues.map(({ field, why = '' }) => ({ field, why }))
  }
}

/** What the validator says of itself. */
const english = /\binvalid\b|too (big|small)|unrecognized|\bexpected\b|ZodError|\bundefined\b/i

describe.each(parts)('$name, $part', ({ part, schema }) => {
  const described = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema
  // What comes in a query is text.
  const written = (value: unknown) => (part === 'query' && value !== undefined ? String(value) : value)
  const isTextual = ({ limit }: Case) => part !== 'query' || !limit.startsWith('type ')
  const cases = casesOf('', described).filter(isTextual)

  test.each(cases)('$at $limit', one => {
    const path = one.at.split('.').slice(1)
    const field = path.map(step => (step === '*' ? '0' : step)).join('.')
    if ('inside' in one) {
      const fields = issuesOf(schema, inputWith(described, path, written(one.inside)), part).map(issue => issue.field)
      expect(fields.filter(other => other === field)).toEqual([])
    }
    const refused = issuesOf(schema, inputWith(described, path, written(one.outside)), part)
    const said = refused.find(issue => issue.field === field)
    expect(said?.why).toMatch(/\w/)
    expect(said?.why).not.toMatch(english)
  })

  test('no validator’s English, whatever is sent', () => {
    const odd = fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.constantFrom(null, '', -1, 1e21, [], {}, '\u0000'))
    const [first] = cases
    if (first === undefined) return
    fc.assert(
      fc.property(fc.constantFrom(...cases), odd, ({ at }, value) => {
        for (const { why } of issuesOf(schema, inputWith(described, at.split('.').slice(1), value), part)) {
          expect(why).toMatch(/\w/)
          expect(why).not.toMatch(english)
        }
      }),
    )
  })
})
