import type { Exchange } from '#sandbox/wire/exchange.ts'
import { refuseOauth } from '#sandbox/wire/refuse.ts'

/** The form of an OAuth call; every field once (RFC 6749 § 3.2), nothing in the query string. */
export type OauthForm = {
  /** The field, null when it is missing or empty (RFC 6749 § 3.1: sent without a value is as if it were left out). */
  get(name: string): string | null
  /** The field; `invalid_request` when it is missing. */
  require(name: string): string
}

/** Reads the body as `application/x-www-form-urlencoded`; everything else is `invalid_request`. */
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
  const get = (name: string) => fields.get(name) || null
  return { get, require: name => get(name) ?? refuseOauth('invalid_request', `field ${name} is missing`) }
}
