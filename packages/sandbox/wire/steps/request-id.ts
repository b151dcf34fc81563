import { createHash } from 'node:crypto'
import { noteRequest } from '#sandbox/store/requests.ts'
import type { Step } from '#sandbox/wire/exchange.ts'
import { namedStep } from '#sandbox/wire/named-step.ts'
import { refuse, refuseProof } from '#sandbox/wire/refuse.ts'

/** At most 70 visible ASCII characters (bank:D18); anything else is not returned. */
export function isEchoable(requestId: string): boolean {
  return /^[\x21-\x7e]{1,70}$/.test(requestId)
}

/** `X-Request-ID` is required (document 1, common headers) and at most 70 characters long (bank:D18). */
export const checkRequestId: Step = namedStep('namesRequest', exchange => {
  const requestId = exchange.headers.get('x-request-id')
  if (requestId === null || requestId === '') refuseProof('X-Request-ID', 'X-Request-ID is missing')
  if (!isEchoable(requestId)) refuseProof('X-Request-ID', 'X-Request-ID must be 1 to 70 visible ASCII characters')
})

/**
 * An `X-Request-ID` used before for another request is a duplicate (bank:D18). Placed after the signature, so that nobody can use up
 * another's ids.
 */
export const isNoDuplicate: Step = exchange => {
  const free = noteRequest(exchange.sandbox.db, {
    organisationId: exchange.organisationId ?? '',
    requestId: exchange.headers.get('x-request-id') ?? '',
    fingerprint: fingerprintOf(exchange.bankCode, exchange.method, exchange.target, exchange.body),
    seenAt: exchange.sandbox.clock.realNow(),
  })
  if (!free) refuse('INTE', 'Duplicate: this X-Request-ID was used for another request')
}

function fingerprintOf(bankCode: string, method: string, target: string, body: Buffer): string {
  return createHash('sha256').update(`${bankCode} ${method} ${target}\n`).update(body).digest('base64url')
}
