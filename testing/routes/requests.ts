import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { headerValue, nasty, nearly } from '@guichet/sandbox/test-fuzz.ts'
import fc from 'fast-check'
import { z } from 'zod'
import type { Operation } from '#lib/views/v1/operation.ts'
import { operations } from '#lib/views/v1/operations.ts'
import { inputSchemas } from '#scripts/checks/input-schemas.ts'
import { bodyOf, type Person, paramsOf } from '#testing/people/with-everything.ts'

/**
 * Invalid requests for every route: made from what its file reads (schemas, fields of forms, names in queries, parameters), so
 * that they pass the first check, and then changed in one place or everywhere.
 */
export type FuzzedRequest = {
  readonly role: Role
  readonly params: Readonly<Record<string, string>>
  /** Without the question mark. */
  readonly query: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array<ArrayBuffer> | null
}

export const roles = ['nobody', 'owner', 'stranger', 'operator'] as const
/** The caller: `stranger` has a session, but owns none of the data. */
export type Role = (typeof roles)[number]

/** Names and values of queries, headers, bodies and fields: the usual ones, and those that break something. */
const words: Readonly<
  Record<
    'usualNames' | 'types' | 'bodies' | 'samples' | 'usualFields' | 'transferFields' | 'oddHeaders',
    readonly string[]
  >
> & { readonly fieldSamples: Readonly<Record<string, readonly string[]>> } = JSON.parse(
  readFileSync(new URL('fixtures/requests.json', import.meta.url), 'utf8'),
)

const schemas = new Map((await inputSchemas()).map(({ name, schema }) => [name, schema]))

/** Texts that break SQL, headers or parsers. */
const harsh = fc.oneof(
  nasty,
  fc.constantFrom(
    '\u0000',
    'a\u0000b',
    '\ud800',
    'a\udfff',
    '\u202e',
    '\r\nX-Evil: 1',
    'é'.repeat(3_000),
    '-0',
    '1e999',
    'a,b',
  ),
)

/** A request for `method` of the route in `file`, with ids of `person` and the API key `key`. */
export function requestsOf(file: string, method: string, person: Person, key: string): fc.Arbitrary<FuzzedRequest> {
  const text = readFileSync(file, 'utf8')
  const mostly: Role = file.startsWith('app/api/operator/') ? 'operator' : 'owner'
  return fc
    .record({
      role: fc.constantFrom<Role>(mostly, mostly, mostly, ...roles),
      params: someParams(file, person),
      query: queriesOf(text, person),
      sent:
        method === 'GET' || method === 'HEAD'
          ? fc.constant({ type: '', body: null })
          : bodiesOf(file, method, text, person),
      headers: headersOf(file, key),
    })
    .map(({ sent, headers, ...rest }) => ({
      ...rest,
      body: sent.body,
      headers: { ...(sent.type ? { 'content-type': sent.type } : {}), ...headers },
    }))
}

function someParams(file: string, person: Person): fc.Arbitrary<Record<string, string>> {
  const values = Object.entries(paramsOf(file, person)).map(([name, good]) => [
    name,
    fc.oneof({ weight: 3, arbitrary: fc.constant(good) }, { weight: 1, arbitrary: harsh }),
  ])
  return fc.record(Object.fromEntries(values))
}

function queriesOf(text: string, person: Person): fc.Arbitrary<string> {
  const names = [...text.matchAll(/query\.get\('(\w+)'\)/g)].map(([, name = '']) => name)
  const good = fc.constantFrom(
    person.merchant.organisationId,
    person.accountId,
    'csv',
    'json',
    'test',
    '2026-11-21',
    '12.34',
  )
  const pair = fc
    .tuple(fc.constantFrom(...words.usualNames, ...names, ...names, '__proto__', 'q\u0000'), fc.oneof(harsh, good))
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
  return fc.oneof(
    { weight: 2, arbitrary: fc.constant('') },
    { weight: 4, arbitrary: fc.array(pair, { maxLength: 3 }).map(pairs => pairs.join('&')) },
    fc.constantFrom('%', '%00', 'q=%00', 'q=%ff%fe', 'q=%ed%a0%80', 'a&a&a', '='.repeat(50), `q=${'x'.repeat(5_000)}`),
  )
}

const encode = (text: string) => encodeURIComponent(text.toWellFormed())

type Sent = { readonly type: string; readonly body: string | Uint8Array<ArrayBuffer> | null }

const types = fc.constantFrom(...words.types)
const rawBodies = fc.constantFrom(...words.bodies, `${'['.repeat(20_000)}${']'.repeat(20_000)}`)
const invalidUtf8 = fc.uint8Array({ maxLength: 60 }).map(bytes => new Uint8Array(bytes))

function bodiesOf(file: string, method: string, text: string, person: Person): fc.Arbitrary<Sent> {
  const bodies = goodBodies(file, method, text, person).map(good => withIds(good, person))
  const json = fc
    .constantFrom(...(bodies.length > 0 ? bodies : [{}]))
    .chain(good =>
      fc.oneof(
        { weight: 4, arbitrary: fc.constant(good) },
        { weight: 3, arbitrary: nearly(good) },
        { weight: 4, arbitrary: tainted(good) },
      ),
    )
  const raw = fc.record({ type: types, body: fc.oneof(rawBodies, invalidUtf8) })
  const names = fieldsOf(text, file)
  const jsonSent = json.map(value => ({ type: 'application/json', body: JSON.stringify(value) ?? '' }))
  if (bodies.length > 0) return fc.oneof({ weight: 5, arbitrary: jsonSent }, { weight: 1, arbitrary: raw })
  return fc.oneof(
    { weight: 5, arbitrary: formsOf(names, person) },
    { weight: 1, arbitrary: raw },
    { weight: 1, arbitrary: jsonSent },
  )
}

/** Bodies valid for the schemas of a route, or of the API's table. */
function goodBodies(file: string, method: string, text: string, person: Person): unknown[] {
  const operation = Object.values<Operation>(operations).find(
    one =>
      `app/api/v1${one.path.replaceAll('{', '[').replaceAll('}', ']')}/route.ts` === file &&
      one.method === method.toLowerCase(),
  )
  const named = [...text.matchAll(/\b(?:body|readAs)\(\s*([A-Z]\w+)/g)].map(([, name = '']) => schemas.get(name))
  const sampled = [operation?.body, ...named].flatMap(schema => (schema ? [sampleOf(schema)] : []))
  // Schemas within a route's file can't be read here: tenants.test.ts has a valid body for each.
  return sampled.length === 0 && /\bbody\(/.test(text) ? [bodyOf(file, person, method)] : sampled
}

const uuid = '00000000-0000-4000-8000-000000000000'

/** Values for members of these names, more specific than their schema. */
const samplesByName: Readonly<Record<string, unknown>> = {
  email: 'new@guichet.example',
  website: 'https://shop.example',
  country: 'FR',
  role: 'viewer',
  urls: ['https://shop.example/thanks'],
  url: 'https://shop.example/hooks',
  return_url: 'https://shop.example/thanks',
  returnUrl: '',
  cancel_url: undefined,
  registrationNumber: '',
  bic: '',
  referencePrefix: '',
  reference_prefix: 'R',
  addressLines: ['1 rue du Port'],
  amount: '12.34',
  min: '',
  max: '',
  iban: 'DE89370400440532013000',
  min_amount: undefined,
  max_amount: undefined,
  amountMinor: '1234',
  expires_at: undefined,
  expiresAt: null,
  expiresOn: null,
  event_types: [],
  scopes: ['events:read'],
  execution_date: undefined,
  category: 'housing',
  pattern: 'loyer',
  currency: 'EUR',
  cursor: undefined,
  counterparty: null,
  instruction_ids: [],
}

/** A value for a schema: by name if there is one, undefined if that is allowed, else the longest sample that fits. */
function sampleOf(schema: z.core.$ZodType, name = ''): unknown {
  const takes = (value: unknown) => z.safeParse(schema, value).success
  if (name in samplesByName && takes(samplesByName[name])) return samplesByName[name]
  if (name !== '' && takes(null)) return null
  const inner: unknown = Reflect.get(schema._zod.def, 'innerType') ?? Reflect.get(schema._zod.def, 'in')
  if (isSchema(inner)) return sampleOf(inner, name)
  if (schema instanceof z.ZodObject) {
    const members = Object.entries<z.core.$ZodType>(schema.shape)
    return Object.fromEntries(members.map(([member, part]) => [member, sampleOf(part, member)]))
  }
  if (schema instanceof z.ZodArray) return [sampleOf(schema.element)]
  if (schema instanceof z.ZodRecord) return { note: sampleOf(schema.valueType) }
  if (schema instanceof z.ZodUnion) return sampleOf(schema.options[0] ?? z.null())
  if (schema instanceof z.ZodEnum) return schema.options[0]
  const texts = words.samples.toSorted((one, other) => other.length - one.length)
  return [...texts, true, 1, 5, 400, 5_000].find(takes) ?? null
}

function isSchema(value: unknown): value is z.core.$ZodType {
  return typeof value === 'object' && value !== null && '_zod' in value
}

/** Replaces placeholder ids by this person's. */
function withIds(value: unknown, person: Person): unknown {
  const text = (JSON.stringify(value) ?? 'null').replaceAll(
    new RegExp(`"(accountId|payment_id|orderId)":"${uuid}"`, 'g'),
    (_, name: string) =>
      JSON.stringify({ [name]: name === 'payment_id' ? person.merchant.orderId : person.accountId }).slice(1, -1),
  )
  return JSON.parse(text)
}

/**
 * The requests that every run must contain: valid except for one text, which contains NUL or a lone surrogate or is empty. Each
 * path parameter, each member of a body, each field of a form, and a query.
 */
export function poisonedOf(file: string, method: string, person: Person, key: string): FuzzedRequest[] {
  const text = readFileSync(file, 'utf8')
  const role: Role = file.startsWith('app/api/operator/') ? 'operator' : 'owner'
  const params = paramsOf(file, person)
  const headers: Record<string, string> = {
    'x-guichet-peer': '203.0.113.7 40000',
    'sec-fetch-site': 'same-origin',
    host: 'localhost:3000',
    ...(file.startsWith('app/api/v1/') ? { authorization: `Bearer ${key}`, 'idempotency-key': randomUUID() } : {}),
  }
  const base = { role, params, query: '', headers, body: null }
  const isRead = method === 'GET' || method === 'HEAD'
  const form = new URLSearchParams({ organisation: person.merchant.organisationId })
  const formHeaders = { ...headers, 'content-type': 'application/x-www-form-urlencoded' }
  const posted = isRead ? base : { ...base, headers: formHeaders, body: form.toString() }
  const ofPath = Object.keys(params).flatMap(name =>
    ['', '\u0000', 'x'].map(bad => ({ ...posted, params: { ...params, [name]: bad } })),
  )
  const ofQuery = [...text.matchAll(/query\.get\('(\w+)'\)/g)].map(([, name]) => ({ ...base, query: `${name}=a%00b` }))
  const json = isRead
    ? []
    : goodBodies(file, method, text, person).flatMap(body => poisonedBodies(withIds(body, person)))
  const ofBody = json.map(body => ({
    ...base,
    headers: {
      ...headers,
      'content-type': 'application/json',
      ...(headers['idempotency-key'] ? { 'idempotency-key': randomUUID() } : {}),
    },
    body: JSON.stringify(body),
  }))
  const ofForm =
    isRead || json.length > 0
      ? []
      : fieldsOf(text, file).map(name => {
          const fields = new URLSearchParams(form)
          fields.set(name, 'a\u0000b')
          return { ...base, headers: formHeaders, body: fields.toString() }
        })
  return [...ofPath, ...ofQuery, { ...base, query: 'q=a%00b&cursor=%00' }, ...ofBody, ...ofForm].filter(
    ({ body }) => !isRead || body === null,
  )
}

/** A body once for each of its texts, with that one changed. */
function poisonedBodies(good: unknown): unknown[] {
  const all: unknown[] = []
  const spoil = (value: unknown, put: (spoiled: unknown) => unknown): void => {
    if (typeof value === 'string') all.push(put(`${value}\u0000`), put(`${value}\ud800`))
    else if (Array.isArray(value)) {
      value.forEach((inner, at) => {
        spoil(inner, spoiled => put(value.with(at, spoiled)))
      })
    } else if (typeof value === 'object' && value !== null) {
      for (const [name, inner] of Object.entries(value)) spoil(inner, spoiled => put({ ...value, [name]: spoiled }))
    }
  }
  spoil(good, spoiled => spoiled)
  return all
}

/** A body with one text, or every text, that can't be stored or parsed. */
function tainted(good: unknown): fc.Arbitrary<unknown> {
  const texts = (JSON.stringify(good) ?? '').match(/:"[^"]*"/g)?.length ?? 0
  return fc
    .tuple(harsh, fc.integer({ min: -1, max: Math.max(0, texts - 1) }), fc.boolean())
    .map(([text, at, isAdded]) => {
      let seen = -1
      const taint = (value: unknown): unknown => {
        if (typeof value === 'string') {
          seen += 1
          return at === -1 || seen === at ? (isAdded ? value + text : text) : value
        }
        if (Array.isArray(value)) return value.map(taint)
        if (typeof value !== 'object' || value === null) return value
        return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, taint(inner)]))
      }
      return taint(good)
    })
}

function fieldsOf(text: string, file: string): string[] {
  const named = [...text.matchAll(/\bfields?\('(\w+)'/g)].map(([, name = '']) => name)
  return [
    ...new Set([
      ...named,
      ...(file.includes('/transfers/') ? words.transferFields : []),
      ...(named.length > 0 ? [] : words.usualFields),
    ]),
  ]
}

/** Forms of both encodings with the fields that a route reads, each valid, harsh or absent; the organisation mostly valid. */
function formsOf(names: readonly string[], person: Person): fc.Arbitrary<Sent> {
  const value = (name: string) => {
    if (name === 'accountId') return fc.constant(person.accountId)
    if (name === 'organisation')
      return fc.oneof({ weight: 6, arbitrary: fc.constant(person.merchant.organisationId) }, harsh)
    return fc.option(
      fc.oneof(
        { weight: 1, arbitrary: harsh },
        {
          weight: 6,
          arbitrary: fc.constantFrom(...(words.fieldSamples[name] ?? [...words.samples, person.accountId])),
        },
      ),
      { freq: 6 },
    )
  }
  return fc.tuple(fc.tuple(...names.map(value)), fc.boolean()).map(([values, isMultipart]) => {
    const pairs = names.flatMap((name, at) => (typeof values[at] === 'string' ? [[name, values[at]] as const] : []))
    const plain = pairs.map(([name, text]) => `${encode(name)}=${encode(text)}`).join('&')
    const parts = pairs.map(([name, text]) =>
      [
        '--guichet-boundary-of-thirty-chars',
        `Content-Disposition: form-data; name="${name}"${name === 'file' ? '; filename="a.csv"' : ''}`,
        '',
        text,
        '',
      ].join('\r\n'),
    )
    return isMultipart
      ? {
          type: 'multipart/form-data; boundary=guichet-boundary-of-thirty-chars',
          body: `${parts.join('')}--guichet-boundary-of-thirty-chars--\r\n`,
        }
      : { type: 'application/x-www-form-urlencoded', body: plain }
  })
}

/** Headers of our pages, or of a system with its key; sometimes with one or two changed. */
function headersOf(file: string, key: string): fc.Arbitrary<Record<string, string>> {
  const isKeyed = file.startsWith('app/api/v1/')
  const good = { 'x-guichet-peer': '203.0.113.7 40000', 'sec-fetch-site': 'same-origin', host: 'localhost:3000' }
  const odd = fc
    .array(
      fc.tuple(
        fc.constantFrom(...words.oddHeaders),
        fc.oneof(headerValue, fc.constantFrom('x'.repeat(9_000), '%00', '\xff\xfe', '__Host-guichet.organisation=%00')),
      ),
      { maxLength: 2 },
    )
    .map(pairs => Object.fromEntries(pairs))
  return fc.tuple(fc.oneof({ weight: 2, arbitrary: fc.constant({}) }, odd), fc.uuid()).map(([spoiled, once]) => ({
    ...good,
    ...(isKeyed ? { authorization: `Bearer ${key}`, 'idempotency-key': once } : {}),
    ...spoiled,
  }))
}
