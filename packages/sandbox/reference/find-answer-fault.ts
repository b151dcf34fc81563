import { z } from 'zod'
import { areaOf } from '#sandbox/wire/area.ts'
import { operations } from './documents.ts'
import type { AnswerShape, Operation } from './operation.ts'
import { DataError, OauthError, PaymentError, RegistrationError, VerificationError } from './schemas/errors.ts'

export type SeenAnswer = {
  readonly status: number
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
}

const patterns = operations.map(operation => ({
  operation,
  pattern: new RegExp(`^${operation.path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]*')}$`),
}))

/**
 * Validates an answer of the bank by its own reference: an undocumented status, a body that its schema refuses, a missing header.
 * Null if it is valid. Called by every test through the interface.
 * @internal
 */
export function findAnswerFault(method: string, path: string, answer: SeenAnswer): string | null {
  const [bare = ''] = path.split('?')
  const here = patterns.filter(({ pattern }) => pattern.test(bare)).map(({ operation }) => operation)
  const operation = pickOperation(here, method)
  const shape = operation ? operation.answers[answer.status] : shapeOfNone(here, bare, answer.status)
  if (!shape) return `${method} ${bare} answered ${answer.status}, which the reference does not know`
  const fault = findShapeFault(shape, answer, method) ?? findHeaderFault(operation, answer)
  return fault === null ? null : `${method} ${bare} answered ${answer.status}: ${fault}`
}

// A fixed segment takes precedence over a parameter, as in the router.
function pickOperation(here: readonly Operation[], method: string): Operation | undefined {
  const holes = ({ path }: Operation) => path.split('{').length
  return here.filter(operation => operation.method === method).sort((one, other) => holes(one) - holes(other))[0]
}

// An unsupported method, or an unknown path.
function shapeOfNone(here: readonly Operation[], path: string, status: number): AnswerShape | null {
  const schema = errorSchemaOf(path)
  if (status === 404 || status === 400 || status === 408) return { means: 'nowhere', headers: [], schema }
  return status === 405 && here.length > 0 ? { means: 'method', headers: ['Allow'], schema } : null
}

function errorSchemaOf(path: string): z.ZodType {
  const area = areaOf(path)
  if (area === 'oauth') return OauthError
  if (area === 'registration') return RegistrationError
  if (area === 'vop') return VerificationError
  return path.includes('/payment-requests') ? PaymentError : DataError
}

function findShapeFault({ schema, headers }: AnswerShape, answer: SeenAnswer, method: string): string | null {
  const missing = headers.find(name => answer.headers[name.toLowerCase()] === undefined)
  if (missing) return `${missing} is missing`
  if (schema === null || method === 'HEAD') return answer.text === '' ? null : 'there is a body'
  const type = answer.headers['content-type'] ?? ''
  if (!/^application\/(hal\+)?json; charset=utf-8$/.test(type)) return `its Content-Type is ${type || 'missing'}`
  const body = readJson(answer.text)
  if (body === undefined) return 'its body is not JSON'
  const parsed = schema.safeParse(body)
  return parsed.success ? null : `its body is not what the reference says\n${z.prettifyError(parsed.error)}`
}

function findHeaderFault(operation: Operation | undefined, { status, headers }: SeenAnswer): string | null {
  if (headers['cache-control'] !== 'no-store') return 'Cache-Control is not no-store'
  const dead = status === 401 && operation?.authorization === 'bearer' && headers['www-authenticate'] !== undefined
  if (dead && headers['www-authenticate'] !== 'Bearer error="invalid_token"')
    return 'WWW-Authenticate is not that of D3'
  return null
}

/**
 * JSON, or undefined for anything else.
 * @internal
 */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
