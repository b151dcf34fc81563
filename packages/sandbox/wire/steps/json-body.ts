import { z } from 'zod'
import type { Exchange } from '#sandbox/wire/exchange.ts'
import { refuse } from '#sandbox/wire/refuse.ts'

/** The JSON of the body. Refuses FF01 for another content type, an empty body, invalid JSON. */
export function readJsonBody(exchange: Exchange): unknown {
  const type = (exchange.headers.get('content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase()
  if (type !== 'application/json') refuse('FF01', 'Content-Type must be application/json')
  if (exchange.body.length === 0) refuse('FF01', 'The body is empty')
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(exchange.body))
  } catch {
    refuse('FF01', 'The body is not JSON in UTF-8')
  }
}

/** The members by their schema. Refuses FF01 with the first fault: its path and the rule, as `balances[0].iban: must be an IBAN`. */
export function readMembers<T extends z.ZodType>(schema: T, value: unknown): z.output<T> {
  const read = schema.safeParse(value, { error: plainWords })
  if (read.success) return read.data
  const [{ path, message } = { path: [], message: '' }] = read.error.issues
  if (path.length === 0) refuse('FF01', 'malformed structure: the body must be a JSON object')
  refuse('FF01', `${z.core.toDotPath(path)}: ${message}`)
}

const kinds: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  object: 'an object',
  array: 'an array',
  boolean: 'true or false',
}

/** The rules that a schema gives no words of its own. */
const plainWords: z.core.$ZodErrorMap = issue => {
  if (issue.input === undefined) return 'is missing'
  if (issue.code === 'invalid_type') return `must be ${kinds[issue.expected] ?? issue.expected}`
  if (issue.code === 'unrecognized_keys') return `unknown: ${issue.keys.join(', ')}`
  if (issue.code === 'too_big') return `at most ${issue.maximum}${issue.origin === 'array' ? ' entries' : ''}`
  if (issue.code !== 'too_small') return undefined
  return issue.origin === 'string' ? 'must not be empty' : `must be ${issue.minimum} or more`
}
