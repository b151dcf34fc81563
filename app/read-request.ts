import { setImmediate } from 'node:timers/promises'
import { MIMEType } from 'node:util'
import {
  findUnstorable,
  isStorable,
  isTooDeep,
  type StorableText,
  storable,
  storableWords,
  toSingleLine,
} from '@guichet/values/text/storable.ts'
import { visit } from 'jsonc-parser'
import type { z } from 'zod'
import { takeTurns } from '#lib/base/in-turn.ts'
import { type InputIssue, type MemberFault, Refused } from '#lib/domain/refusals/refused.ts'
import { omitUndefined } from '#lib/domain/requests/omit-undefined.ts'

/**
 * The only reader of requests' bodies, forms, path parts and queries. Nothing that can't be stored or exceeds the limits here
 * passes it (C71). Routes and pages declare their `params` and `searchParams` as unknown, so that only this file can read them;
 * scripts/checks/code-style.test.ts checks that nobody reads a body otherwise.
 */

/** 500 rows of a consent need less than a tenth of this. */
const bodyLimit = 512 * 1024
/** Per field of a form. */
const fieldLimit = 5_000
/** The name of an invalid member is cut to this length. */
const longestPath = 200

/**
 * The bytes of a body; `invalid_input` naming `field` if there are more than `limit`, or if the client closed the connection early.
 * The rest of it is read away before the answer (server/http.ts).
 */
export async function readBytes(request: Request, limit: number, field = 'body'): Promise<Uint8Array<ArrayBuffer>> {
  const pieces: Uint8Array[] = []
  let length = 0
  for await (const piece of piecesOf(request, field)) {
    length += piece.length
    if (length > limit) throw new Refused('invalid_input', { field, reason: 'body_too_large' })
    pieces.push(piece)
  }
  const bytes = new Uint8Array(length)
  let at = 0
  for (const piece of pieces) {
    bytes.set(piece, at)
    at += piece.length
  }
  return bytes
}

async function* piecesOf(request: Request, field: string): AsyncGenerator<Uint8Array, void, undefined> {
  try {
    // A body that is cancelled could not be read away.
    yield* request.body?.values({ preventCancel: true }) ?? []
  } catch {
    // Only the client can interrupt its body, so it is never a fault of ours.
    throw new Refused('invalid_input', { field, reason: 'body_incomplete', why: 'ended before its last byte' })
  }
}

/**
 * A body as JSON, or `ifEmpty`. `invalid_input` naming the member that can't be stored or is there twice, or `body` for one that is not
 * JSON or is declared as something else.
 */
export async function readJson(request: Request, limit = bodyLimit, ifEmpty?: unknown): Promise<unknown> {
  const bytes = await readBytes(request, limit)
  if (bytes.length === 0 && ifEmpty !== undefined) return ifEmpty
  if (!isPlainJson(request.headers)) {
    throw new Refused('invalid_input', { field: 'body', reason: 'media_type_not_supported' })
  }
  const text = decodeUtf8(bytes)
  if (text !== null && isTooDeep(text)) throw wrongMember('body', 'value_not_valid', 'has at most 32 levels')
  const value = text === null ? undefined : parseJson(text)
  if (text === null || value === undefined) {
    throw new Refused('invalid_input', { field: 'body', reason: 'json_malformed' })
  }
  const unstorable = findUnstorable(value)
  if (unstorable !== null) throw wrongMember(unstorable, 'value_not_valid', `${storableWords}, and no member __proto__`)
  const repeated = findRepeated(text)
  if (repeated !== null) throw wrongMember(repeated, 'member_repeated', repeatedWords)
  return value
}

const repeatedWords = 'is there more than once'

function wrongMember(path: string, fault: MemberFault, why: string): Refused {
  const issue = { field: path.slice(0, longestPath), why }
  return new Refused('invalid_input', { ...issue, issues: [{ ...issue, fault }] })
}

/** Whether a body is declared as JSON in UTF-8, and is not compressed. */
function isPlainJson(headers: Headers): boolean {
  const encoding = headers.get('content-encoding')?.trim().toLowerCase() ?? ''
  return (encoding === '' || encoding === 'identity') && isJsonType(headers.get('content-type') ?? '')
}

function isJsonType(declared: string): boolean {
  try {
    const { essence, params } = new MIMEType(declared)
    return essence === 'application/json' && /^utf-?8$/i.test(params.get('charset') ?? 'utf-8')
  } catch {
    return false
  }
}

/**
 * The path of the first member that its object has twice, however its name is written. Readers differ in which one counts, so neither
 * may. The text is valid JSON, and its depth is bounded.
 */
function findRepeated(text: string): string | null {
  const open: Set<string>[] = []
  let repeated: string | null = null
  visit(text, {
    onObjectBegin: () => {
      open.push(new Set())
    },
    onObjectProperty: (name, _offset, _length, _line, _character, pathTo) => {
      const names = open.at(-1)
      if (names?.has(name)) repeated ??= [...pathTo(), name].join('.')
      names?.add(name)
    },
    onObjectEnd: () => {
      open.pop()
    },
  })
  return repeated
}

/** Bytes as text; null if they are not UTF-8, which would otherwise change what was sent. */
function decodeUtf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

/** A text as JSON; undefined if it is invalid. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Invalid members listed in an answer. */
const maxIssues = 20

/**
 * A value by a schema. `invalid_input` with every invalid member, the first as `field`; `otherwise` is the name of the value itself.
 */
export function readAs<Schema extends z.ZodType>(schema: Schema, value: unknown, otherwise: string): z.output<Schema> {
  const result = schema.safeParse(value, { error: wordsOf })
  if (result.success) return result.data
  const issues = result.error.issues.flatMap(issue => issuesOf(issue, value, otherwise)).slice(0, maxIssues)
  const [{ field, why } = { field: otherwise }] = issues
  throw new Refused('invalid_input', { field, ...omitUndefined({ why }), issues })
}

const typesInWords = new Map<string, string>([
  ['string', 'a string'],
  ['number', 'a number'],
  ['int', 'a whole number'],
  ['boolean', 'true or false'],
  ['array', 'an array'],
  ['object', 'an object'],
  ['record', 'an object'],
])
const formatsInWords = new Map<string, string>([
  ['uuid', 'a UUID'],
  ['date', 'a date such as 2026-11-21'],
  ['datetime', 'an instant such as 2026-11-21T09:30:00.000Z'],
  ['url', 'a URL'],
])
const unitsOf = new Map([
  ['string', ' characters long'],
  ['array', ' items long'],
])

/** What a value must be, where its schema does not say so itself. */
const wordsOf: z.core.$ZodErrorMap = issue => {
  if (issue.code === 'invalid_type') return `must be ${typesInWords.get(issue.expected) ?? `of type ${issue.expected}`}`
  if (issue.code === 'invalid_format') return `must be ${formatsInWords.get(issue.format) ?? 'of another form'}`
  if (issue.code === 'invalid_value')
    return `must be ${issue.values.length > 1 ? 'one of ' : ''}${issue.values.join(', ')}`
  if (issue.code === 'too_big') return `must be at most ${issue.maximum}${unitsOf.get(issue.origin) ?? ''}`
  if (issue.code === 'too_small') return `must be at least ${issue.minimum}${unitsOf.get(issue.origin) ?? ''}`
  return 'not valid'
}

function issuesOf(issue: z.core.$ZodIssue, value: unknown, otherwise: string): InputIssue[] {
  const pathTo = (...more: PropertyKey[]) => [...issue.path, ...more].join('.').slice(0, longestPath) || otherwise
  if (issue.code === 'unrecognized_keys') {
    const why = otherwise === 'query' ? 'not a parameter of this operation' : 'not a member of this object'
    return issue.keys.map(key => ({ field: pathTo(key), why, fault: 'member_unknown' }))
  }
  const isMissing = valueAt(value, issue.path) === undefined
  const fault = isMissing ? 'member_missing' : 'value_not_valid'
  return [{ field: pathTo(), why: isMissing ? 'is missing' : issue.message, fault }]
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((inner, key) => (inner instanceof Object ? Reflect.get(inner, key) : undefined), value)
}

export type Fields = {
  /** One line, with control characters replaced by spaces; '' if there is none. */
  readonly field: (name: string) => StorableText
  /** All values of a repeated name, such as boxes. */
  readonly fields: (name: string) => readonly StorableText[]
  readonly file: (name: string) => File | null
}

/** One form in a turn of the event loop: a large file in one takes longer to parse than anybody else's request. */
const inTurn = takeTurns({ atOnce: 1, eachAtOnce: 1, eachWaiting: Number.POSITIVE_INFINITY })

/**
 * The fields of a form of at most `limit` bytes; null for anything else, and for content that no browser sends: NUL, a lone
 * surrogate, a field of more than 5,000 characters.
 */
export async function readFields(request: Request, limit = bodyLimit): Promise<Fields | null> {
  try {
    return await fieldsOf(await readBytes(request, limit), request.headers)
  } catch {
    return null
  }
}

/** For the form around a file. */
const formBytes = 64 * 1024

/**
 * The form that uploads `file`, of at most `maxBytes`. Refusals: `invalid_input` with `file.too_large`, `file.empty` for a form without
 * one, or `file` for what is no form.
 */
export async function readUpload(request: Request, maxBytes: number): Promise<Fields & { readonly upload: File }> {
  const bytes = await readBytes(request, maxBytes + formBytes, 'file').catch((error: unknown) => {
    const isTooLarge = error instanceof Refused && error.reason === 'body_too_large'
    throw isTooLarge ? new Refused('invalid_input', { field: 'file.too_large' }) : error
  })
  const form = await fieldsOf(bytes, request.headers).catch(() => null)
  if (form === null) throw new Refused('invalid_input', { field: 'file' })
  const upload = form.file('file')
  if (upload === null) throw new Refused('invalid_input', { field: 'file.empty' })
  return { ...form, upload }
}

async function fieldsOf(bytes: Uint8Array<ArrayBuffer>, sentHeaders: Headers): Promise<Fields | null> {
  const headers = { 'content-type': sentHeaders.get('content-type') ?? '' }
  const sent = new Response(bytes, { headers })
  const form = await inTurn('', () => setImmediate().then(() => sent.formData()))
  for (const [name, value] of form) {
    if (!isStorable(name) || (typeof value === 'string' && !(isStorable(value) && value.length <= fieldLimit)))
      return null
  }
  const all = (name: string) => form.getAll(name).filter(value => typeof value === 'string')
  return {
    field: name => storable(toSingleLine(all(name)[0] ?? '')),
    fields: name => all(name).map(toSingleLine).map(storable),
    file: name => form.getAll(name).find(value => value instanceof File) ?? null,
  }
}

/** The parts of a path by name. Refusal: `not_found` for one that can't be stored, which is nobody's. */
export type Parts = {
  readonly part: (name: string) => StorableText
  /** `[id]`. */
  readonly id: StorableText
  /** A path of ours with its `[id]` and the like filled in. */
  readonly fill: (path: string) => string
}

export async function partsOf(params: Promise<unknown> | undefined): Promise<Parts> {
  // Next passes none to a route without any.
  const given = new Map<string, unknown>(Object.entries((await params) ?? {}))
  const part = (name: string) => {
    const value = given.get(name)
    if (typeof value !== 'string' || !isStorable(value)) throw new Refused('not_found')
    return value
  }
  const fill = (path: string) =>
    path.replace(/\[(\w+)\]/g, (_, name: string) => encodeURIComponent(String(given.get(name)).toWellFormed()))
  return {
    part,
    fill,
    get id() {
      return part('id')
    },
  }
}

export type Query = Readonly<Record<string, StorableText | StorableText[] | undefined>>

/** The query of a page, without values that can't be stored. */
export async function queryOf(searchParams: Promise<unknown>): Promise<Query> {
  const given: unknown = await searchParams
  const read = (value: unknown) => (typeof value === 'string' ? [storable(value)] : [])
  return Object.fromEntries(
    (Object.entries(given ?? {}) as [string, unknown][]).map(([name, value]) => [
      storable(name),
      Array.isArray(value) ? value.flatMap(read) : read(value)[0],
    ]),
  )
}

/** The query of a program's request: each parameter once, or `invalid_input` naming the one that is there twice. */
export function parametersOf(request: Request): Readonly<Record<string, string>> {
  const search = searchOf(request)
  const repeated = [...search.keys()].find(name => search.getAll(name).length > 1)
  if (repeated !== undefined) throw wrongMember(repeated, 'member_repeated', repeatedWords)
  return Object.fromEntries(search)
}

/** The query of a route, without values that can't be stored. */
export function searchOf(request: Request): URLSearchParams {
  const { searchParams } = new URL(request.url)
  return new URLSearchParams([...searchParams].map(([name, value]) => [storable(name), storable(value)]))
}

/** The same as a query, repeated names too. */
export function queryIn(query: Query): URLSearchParams {
  const pairs = Object.entries(query).flatMap(([name, value]) => [value ?? []].flat().map(one => [name, one]))
  return new URLSearchParams(pairs)
}
