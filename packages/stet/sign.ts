import { createHash } from 'node:crypto'
import type { Seal } from './signer.ts'

/** `headers`: lower-case names, in signing order. */
export type SignedRequest = {
  readonly method: string
  /** As on the request line. */
  readonly target: string
  readonly headers: readonly (readonly [name: string, value: string])[]
}

/** The signing string (draft-cavage-http-signatures-10 § 2.3). */
export function signingString({ method, target, headers }: SignedRequest): string {
  const lines = headers.map(([name, value]) => `${name}: ${value.trim()}`)
  return [`(request-target): ${method.toLowerCase()} ${target}`, ...lines].join('\n')
}

/**
 * `Signature` header, rsa-sha256 (bank:D14), without a scheme word. `attended`: a person waits. Rejects with
 * `SignerError`.
 */
export async function signRequest(request: SignedRequest, seal: Seal, attended: boolean): Promise<string> {
  const signature = await seal.signer.sign(Buffer.from(signingString(request)), attended)
  const names = ['(request-target)', ...request.headers.map(([name]) => name)].join(' ')
  return `keyId="${seal.keyId}",algorithm="${seal.signer.algorithm}",headers="${names}",signature="${signature.toString('base64')}"`
}

/** `SHA-256=<base64>` over the exact bytes (RFC 3230, bank:D15). */
export function digestBody(body: string | Uint8Array): string {
  return `SHA-256=${createHash('sha256').update(body).digest('base64')}`
}
