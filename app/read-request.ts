import type { z } from 'zod'
import { type InputIssue, Refused } from '#lib/domain/refusals/refused.ts'
import { defined } from '#lib/domain/requests/defined.ts'
import {
  findUnstorable,
  isStorable,
  oneLine,
  type PersonText,
  storable,
  storableWords,
} from '#lib/domain/text/person.ts'

/**
 * The only reader of requests' bodies, forms, path parts and queries. Nothing that can't be stored or exceeds the limits here
 * passes it (C71). Routes and pages declare their `params` and `searchParams` as unknown, so that only this file can read them;
 * scripts/code-style.test.ts checks that nobody reads a body otherwise.
 */

/** 500 rows of a consent need less than a tenth of this. */
const bodyLimit = 512 * 1024
/** Per field of a form. */
const fieldLimit = 5_000
/** The name of an invalid member is cut to this length. */
const longestPath = 200

/**
 * The bytes of a body; `invalid_input` naming `field` if there are more than `limit` (the rest is not read), or if the client
 * closed the connection early.
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
    yield* request.body ?? []
  } catch {
    // Only the client can interrupt its body, so it is never a fault of ours.
    throw new Refused('invalid_input', { field, reason: 'body_incomplete', why: 'ended before its last byte' })
  }
}

/** A body as JSON, or `ifEmpty`. `invalid_input` naming the member that can't be stored, or `body` for invalid JSON. */
export async function readJson(request: Request, limit = bodyLimit, ifEmpty?: unknown): Promise<unknown> {
  const text = decodeUtf8(await readBytes(request, limit))
  if (text === '' && ifEmpty !== undefined) return ifEmpty
  const value = text === null ? undefined : parseJson(text)
  if (value === undefined) throw new Refused('invalid_input', { field: 'body', reason: 'json_malformed' })
  const unstorable = findUnstorable(value)
  if (unstorable !== null) {
    const issue = { field: unstorable.slice(0, longestPath), why: storableWords }
    throw new Refused('invalid_input', { ...issue, issues: [{ ...issue, fault: 'value_not_valid' }] })
  }
  return value
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
const mostIssues = 20

/**
 * A value by a schema. `invalid_input` with every invalid member, the first as `field`; `otherwise` is the name of the value itself.
 */
export function readAs<Schema extends z.ZodType>(schema: Schema, value: unknown, otherwise: string): z.output<Schema> {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const issues = result.error.issues.flatMap(issue => issuesOf(issue, value, otherwise)).slice(0, mostIssues)
  const [{ field, why } = { field: otherwise }] = issues
  throw new Refused('invalid_input', { field, ...defined({ why }), issues })
}

function issuesOf(issue: z.core.$ZodIssue, value: unknown, otherwise: string): InputIssue[] {
  const pathTo = (...more: PropertyKey[]) => [...issue.path, ...more].join('.').slice(0, longestPath) || otherwise
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map(key => ({ field: pathTo(key), why: 'not a member of this object', fault: 'member_unknown' }))
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
  readonly field: (name: string) => PersonText
  /** All values of a repeated name, such as boxes. */
  readonly fields: (name: string) => readonly PersonText[]
  readonly file: (name: string) => File | null
}

/**
 * The fields of a form of at most `limit` bytes; null for anything else, and for content that no browser sends: NUL, a lone
 * surrogate, a field of more than 5,000 characters.
 */
export async function readFields(request: Request, limit = bodyLimit): Promise<Fields | null> {
  try {
    const headers = { 'content-type': request.headers.get('content-type') ?? '' }
    const form = await new Response(await readBytes(request, limit), { headers }).formData()
    for (const [name, value] of form) {
      if (!isStorable(name) || (typeof value === 'string' && !(isStorable(value) && value.length <= fieldLimit)))
        return null
    }
    const all = (name: string) => form.getAll(name).filter(value => typeof value === 'string')
    return {
      field: name => storable(oneLine(all(name)[0] ?? '')),
      fields: name => all(name).map(oneLine).map(storable),
      file: name => form.getAll(name).find(value => value instanceof File) ?? null,
    }
  } catch {
    return null
  }
}

/** All parts of a route's path, without those that can't be stored, which are not ids. */
export async function partsOf(params: Promise<unknown>): Promise<Readonly<Record<string, PersonText>>> {
  // Next passes none to a route without any.
  const given = Object.entries((await params) ?? {}) as [string, unknown][]
  return Object.fromEntries(
    given.flatMap(([name, value]) => (typeof value === 'string' && isStorable(value) ? [[name, value]] : [])),
  )
}

/** The named parts of a page's or route's path; '' for one that can't be stored. */
export async function pathOf<const Name extends string>(
  params: Promise<unknown>,
  ...names: readonly Name[]
): Promise<Readonly<Record<Name, PersonText>>> {
  const parts = await partsOf(params)
  const read = names.map((name): [Name, PersonText] => [name, parts[name] ?? storable('')])
  return Object.fromEntries(read) as Record<Name, PersonText>
}

export type Query = Readonly<Record<string, PersonText | PersonText[] | undefined>>

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

/** The query of a route, without values that can't be stored. */
export function searchOf(request: Request): URLSearchParams {
  const { searchParams } = new URL(request.url)
  return new URLSearchParams([...searchParams].map(([name, value]) => [storable(name), storable(value)]))
}
