import { createHash } from 'node:crypto'

/** `SHA-256=<base64>` over the exact bytes (RFC 3230, bank:D15). */
export function digestBody(body: string | Uint8Array): string {
  return `SHA-256=${createHash('sha256').update(body).digest('base64')}`
}
