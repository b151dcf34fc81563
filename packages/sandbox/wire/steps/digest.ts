import { createHash, timingSafeEqual } from 'node:crypto'
import type { Step } from '#sandbox/wire/exchange.ts'
import { refuseProof } from '#sandbox/wire/refuse.ts'

/** `Digest: SHA-256=<base64>` of the body (bank:D15): required with a body; without one optional, but not wrong. */
export const isDigested: Step = exchange => {
  const text = exchange.headers.get('digest')
  if (text === null) {
    if (exchange.body.length > 0)
      refuseProof('Digest', 'Digest is missing: a request with a body needs SHA-256=<base64>')
    return
  }
  const match = /^SHA-256=([A-Za-z0-9+/]{43}=)$/i.exec(text)
  if (!match?.[1]) refuseProof('Digest', 'Digest must be SHA-256=<base64 of 32 bytes>')
  const actual = createHash('sha256').update(exchange.body).digest()
  if (!timingSafeEqual(Buffer.from(match[1], 'base64'), actual)) {
    refuseProof('Digest', 'Digest is not that of the body that arrived')
  }
}
