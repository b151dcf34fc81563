import type { z } from 'zod'
import type { Exchange } from '#sandbox/wire/exchange.ts'
import { type OauthError, refuseOauth } from '#sandbox/wire/refuse.ts'

/** The fields of an OAuth call, each once (RFC 6749 § 3.2). */
export type OauthForm = Readonly<Record<string, string>>

/** Parses the body as `application/x-www-form-urlencoded`, ignoring the query string; anything else is `invalid_request`. */
export function readOauthForm(exchange: Exchange): OauthForm {
  const [type = '', ...parameters] = (exchange.headers.get('content-type') ?? '').toLowerCase().split(';')
  if (type.trim() !== 'application/x-www-form-urlencoded') {
    refuseOauth('invalid_request', 'Content-Type must be application/x-www-form-urlencoded')
  }
  const charset = parameters.map(part => part.trim()).find(part => part.startsWith('charset='))
  if (charset !== undefined && !/^charset="?utf-8"?$/.test(charset)) {
    refuseOauth('invalid_request', 'the charset must be utf-8')
  }
  const fields = new URLSearchParams(exchange.body.toString('utf8'))
  const repeated = [...new Set(fields.keys())].find(name => fields.getAll(name).length > 1)
  if (repeated !== undefined) refuseOauth('invalid_request', `field ${repeated.slice(0, 40)} stands more than once`)
  return Object.fromEntries(fields)
}

/**
 * The fields according to the reference's schema. A missing or empty one (RFC 6749 § 3.1) is `invalid_request`, the first wrong
 * one `fault`.
 */
export function requireFields<T extends z.ZodType>(
  schema: T,
  form: OauthForm,
  fault: OauthError = 'invalid_request',
): z.output<T> {
  const read = schema.safeParse(form)
  if (read.success) return read.data
  const [issue] = read.error.issues
  const name = String(issue?.path[0])
  if (!form[name]) refuseOauth('invalid_request', `field ${name} is missing`)
  refuseOauth(fault, `field ${name} ${issue?.message}`)
}
