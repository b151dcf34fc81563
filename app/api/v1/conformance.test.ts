import Ajv2020 from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { db } from '#lib/db.ts'
import { exampleIds } from '#lib/views/v1/members.ts'
import { writeOpenapi } from '#lib/views/v1/openapi.ts'
import { type OperationName, operations } from '#lib/views/v1/operations.ts'
import { type ApiShop, type Asking, askApi, newObjects, newShop, returnUrl } from '#testing/shop/api.ts'
import type { Schema } from '#testing/shop/schema.ts'
import { openStack } from '#testing/stack/open.ts'

/**
 * The running API against its own document: every example is sent, then arbitrary requests, and each answer has a status, a body and
 * headers that the document has for the operation. FUZZ_RUNS is the number of requests per operation; FUZZ_SEED repeats a run.
 */
openStack()
const runs = Number(process.env.FUZZ_RUNS ?? 8)
const seed = Number(process.env.FUZZ_SEED ?? Date.now() % 2_147_483_647)

type Content = {
  readonly schema: Schema
  readonly example?: unknown
  readonly examples?: Record<string, { value: unknown }>
}
type Described = {
  readonly parameters?: readonly { in: string; name: string; schema: Schema }[]
  readonly requestBody?: { readonly content: { readonly 'application/json': Content } }
  readonly responses: Readonly<
    Record<string, { readonly headers: Record<string, object>; readonly content?: Record<string, Content> }>
  >
}
type Document = { readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>> }

const document = writeOpenapi('http://localhost:3000')
const names = Object.keys(operations) as OperationName[]
const describedOf = (name: OperationName): Described => {
  const { path, method } = operations[name]
  const described = (document as unknown as Document).paths[path]?.[method]
  if (!described) throw new Error(`${name} is not in the document`)
  return described
}

const ajv = new Ajv2020({ strict: false, allErrors: true })
addFormats(ajv)
ajv.addSchema(document, 'openapi')

/** Faults of a body by the schema at a place of the document. */
function faultsOf(body: unknown, ...segments: readonly string[]): string[] {
  const pointer = segments.map(part => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/')
  // Found again by its id; compiled once.
  const check = ajv.getSchema(`openapi#/${pointer}`) ?? ajv.compile({ $ref: `openapi#/${pointer}` })
  check(body)
  return (check.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)
}

let shop: ApiShop
let ids: Record<string, string>

beforeAll(async () => {
  process.env.WEBHOOK_LOOPBACK = '1'
  shop = await newFilledShop()
  ids = await newObjects(shop.key)
})

async function newFilledShop(): Promise<ApiShop> {
  const made = await newShop()
  const data = { returnUrls: [returnUrl, 'https://shop.example/cart'] }
  await db().organisation.update({ where: { id: made.organisationId }, data })
  return made
}

const idFor = (name: OperationName, known = ids) => known[operations[name].path.split('/')[1] ?? ''] ?? ''

type Answered = Awaited<ReturnType<typeof askApi>>

/** Everything in an answer that the document does not have. */
function undocumented(name: OperationName, { status, headers, body }: Answered): string[] {
  const { path, method } = operations[name]
  const response = describedOf(name).responses[status]
  if (!response) return [`status ${status} ${JSON.stringify(body)}`]
  const known = new Set([...Object.keys(response.headers).map(one => one.toLowerCase()), ...headersOfAll])
  const odd = [...headers.keys()].filter(header => !known.has(header)).map(header => `header ${header}`)
  const [media] = Object.entries(response.content ?? {})
  if (!media) return body === null ? odd : [...odd, 'a body']
  const [type, { examples }] = media
  const faults = faultsOf(body, 'paths', path, method, 'responses', String(status), 'content', type, 'schema')
  if (headers.get('content-type') !== type) faults.push(`media type ${headers.get('content-type')}`)
  if (status >= 400 && !(body.code in (examples ?? {}))) faults.push(`code ${body.code}`)
  return [...odd, ...faults]
}

/** Headers that every answer over HTTP has, whatever the API. A refused request may have the counts of its key. */
const headersOfAll = ['content-type', 'cache-control', 'ratelimit', 'ratelimit-policy']

/** Names of all members, at any depth; lists by their first item. */
function membersOf(value: unknown, path = ''): string[] {
  if (Array.isArray(value)) return membersOf(value[0], `${path}[]`)
  if (value === null || typeof value !== 'object' || path.endsWith('.metadata')) return [path]
  return Object.entries(value).flatMap(([name, inner]) => membersOf(inner, `${path}.${name}`))
}

describe('every example of a request is answered as documented', () => {
  const cases = names.flatMap(name => {
    const examples = describedOf(name).requestBody?.content['application/json'].examples ?? { '': { value: undefined } }
    return Object.entries(examples).map(([title, { value }]) => ({ name, title, value }))
  })

  test.each(cases)('$name $title', async ({ name, value }) => {
    const { key } = await newFilledShop()
    const fresh = await newObjects(key)
    // What is received can be refunded, and is over for its payer's bank.
    const payment = name === 'createSimulation' ? fresh.payments : fresh.received
    const text = JSON.stringify(value)?.replaceAll(exampleIds.payment, payment ?? '')
    const answer = await askApi(name, { key, id: idFor(name, fresh), ...(text === undefined ? {} : { raw: text }) })
    expect(answer.status, answer.text).toBe(operations[name].status)
    expect(undocumented(name, answer)).toEqual([])
    const [content] = Object.values(describedOf(name).responses[answer.status]?.content ?? {})
    const shown = membersOf(content?.example).filter(
      member => !/^\.(attempts|timeline|data|line_items|payer)\b/.test(member),
    )
    for (const member of shown) expect(membersOf(answer.body)).toContain(member)
  })

  test.each(names)('the answer shown for %s has the form of its schema', name => {
    const { path, method, status } = operations[name]
    const [content] = Object.entries(describedOf(name).responses[status]?.content ?? {})
    if (!content) return
    const segments = ['paths', path, method, 'responses', String(status), 'content', content[0], 'schema']
    expect(faultsOf(content[1].example, ...segments)).toEqual([])
  })
})

/** Values that a schema allows, mixed with values that it does not. */
function valueBy(schema: Schema): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 12, arbitrary: allowedBy(schema) }, { weight: 1, arbitrary: oddities })
}

const oddities = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    '',
    ' ',
    0,
    -1,
    1e21,
    true,
    [],
    {},
    '\u0000',
    '\ud800',
    '\u202e',
    'x'.repeat(5_000),
    '١٢',
    '9'.repeat(40),
  ),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.jsonValue({ maxDepth: 2 }),
)

function allowedBy(schema: Schema): fc.Arbitrary<unknown> {
  const { type, anyOf, items, properties, required = [] } = schema
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (anyOf) return fc.oneof(...anyOf.map(allowedBy))
  if (type === 'array') return fc.array(valueBy(items ?? {}), { maxLength: 4 })
  if (type === 'boolean') return fc.boolean()
  if (type === 'integer') return fc.integer({ min: schema.minimum ?? -10, max: schema.maximum ?? 1_000_000 })
  if (type === 'null') return fc.constant(null)
  if (type === 'object' && properties) {
    const members = Object.fromEntries(Object.entries(properties).map(([name, member]) => [name, valueBy(member)]))
    return fc.record(members, { requiredKeys: [...required] })
  }
  if (type === 'object') return fc.dictionary(fc.string({ maxLength: 45 }), fc.string(), { maxKeys: 22 })
  return textOf(schema)
}

function textOf({ format, pattern, maxLength = 80 }: Schema): fc.Arbitrary<string> {
  if (format === 'uuid') return fc.constantFrom(...new Set(Object.values(ids))).filter(id => !id.startsWith('msg_'))
  if (format === 'date')
    return fc
      .date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true })
      .map(day => day.toISOString().slice(0, 10))
  if (format === 'date-time') return fc.date({ noInvalidDate: true }).map(at => at.toISOString())
  if (pattern) return fc.stringMatching(new RegExp(pattern))
  return fc.oneof(
    fc.string({ unit: 'grapheme', maxLength }),
    fc.constantFrom(
      returnUrl,
      'https://shop.example/hooks',
      'FR7630006000011234567890189',
      'http://[::1]/',
      'https://a@b.example:1/#',
    ),
  )
}

/** Of any value, also of an object without a prototype. */
const written = (value: unknown) => (typeof value === 'object' ? (JSON.stringify(value) ?? '') : String(value))

/** Names that every object inherits are no parameters either. */
const unknownNames = fc.oneof(fc.string(), fc.constantFrom('toString', '__proto__', 'constructor'))

const keyOf = fc.oneof(
  { weight: 12, arbitrary: fc.constant('mine') },
  { weight: 1, arbitrary: fc.constantFrom(null, 'x', `gk_test_${'A'.repeat(43)}`) },
)

function requestOf(name: OperationName): fc.Arbitrary<Asking> {
  const { parameters = [], requestBody } = describedOf(name)
  const schema = requestBody?.content['application/json'].schema
  const members = parameters.filter(one => one.in === 'query').map(one => [one.name, valueBy(one.schema)] as const)
  const query = fc
    .tuple(fc.record(Object.fromEntries(members), { requiredKeys: [] }), fc.option(unknownNames, { freq: 8, nil: '' }))
    .map(([given, more]) => {
      const entries = Object.entries(given).map(([key, value]) => [key, written(value).toWellFormed()])
      return `?${new URLSearchParams(entries)}${more === '' ? '' : `&${encodeURIComponent(more.toWellFormed())}`}`
    })
  const body = fc.oneof(
    { weight: 12, arbitrary: schema ? valueBy(resolved(schema)).map(value => JSON.stringify(value)) : fc.constant('') },
    { weight: 1, arbitrary: fc.string() },
  )
  return fc.record({
    key: keyOf,
    id: fc.oneof(
      { weight: 6, arbitrary: fc.constant(idFor(name)) },
      { weight: 1, arbitrary: fc.string().map(id => id.toWellFormed()) },
    ),
    query,
    raw: body.map(text => text ?? ''),
    idempotencyKey: fc.oneof(
      { weight: 9, arbitrary: fc.uuid() },
      { weight: 1, arbitrary: fc.constantFrom(null, 'a b', 'x'.repeat(256), 'same') },
    ),
  })
}

function resolved(schema: Schema): Schema {
  if (!schema.$ref) return schema
  const segments = schema.$ref.slice(2).split('/')
  return segments.reduce<unknown>((inner, part) => Reflect.get(inner as object, part), document) as Schema
}

describe('arbitrary requests are answered as documented', () => {
  test.each(names)(
    '%s',
    async name => {
      await fc.assert(
        fc.asyncProperty(requestOf(name), async ({ key, ...asking }) => {
          // Limits are for callers, not for this test.
          await db().rateLimit.deleteMany({})
          const answer = await askApi(name, { ...asking, key: key === 'mine' ? shop.key : (key ?? null) })
          expect(answer.status).toBeLessThan(500)
          expect(undocumented(name, answer)).toEqual([])
        }),
        { numRuns: runs, seed },
      )
    },
    Math.max(180_000, runs * 1_000),
  )
})
