import { createHash } from 'node:crypto'

/** Value of the `Digest` header of a body: `SHA-256=<base64>` over its exact bytes (RFC 3230, bank:D15). */
export function digestBody(body: string | Uint8Array): string {
  return `SHA-256=${createHash('sha256').update(body).digest('base64')}`
}
