import { createHash, sign } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { banks, groupDomain } from '#sandbox/banks.ts'
import type { Sandbox } from '#sandbox/running-bank.ts'
import { buildSigningString } from '#sandbox/wire/signature-header.ts'

/** A request as it is signed: its body, what is signed, and the headers that prove it. */
export type SignedExample = { readonly body: string; readonly signed: string; readonly proof: string }

const names = ['(request-target)', 'host', 'date', 'x-request-id', 'digest', 'content-type']

/**
 * A consent signed with the TPP's own key, so that a reader who signs the same bytes gets the same signature (bank:D14). Null for a bank
 * without a TPP's key.
 */
export function signExample({ settings, ports }: Sandbox): SignedExample | null {
  const file = `${settings.dataDir}/pki/tpp/qseal.key`
  const [bank] = banks
  if (!bank || !existsSync(file)) return null
  const body = '{"balances":[],"transactions":[],"psuIdentity":true,"trustedBeneficiaries":false}'
  const headers = new Headers({
    host: `${bank.code}.${groupDomain}:${ports.api}`,
    date: 'Sat, 21 Nov 2026 06:00:00 GMT',
    'x-request-id': '4b1f3c1e-6a55-4e4b-9a0e-1a2b3c4d5e6f',
    digest: `SHA-256=${createHash('sha256').update(body).digest('base64')}`,
    'content-type': 'application/json',
  })
  const built = buildSigningString({ method: 'PUT', target: '/stet/psd2/v1.6.2/consents', headers }, names)
  if (!built.ok) return null
  const signature = sign('RSA-SHA256', built.bytes, readFileSync(file)).toString('base64')
  const proof = [
    `Digest: ${headers.get('digest')}`,
    `Signature: keyId="qseal-1",algorithm="rsa-sha256",headers="${names.join(' ')}",signature="${signature}"`,
  ]
  return { body, signed: built.bytes.toString('latin1'), proof: proof.join('\n') }
}
