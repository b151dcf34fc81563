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
