import { createHash, createPrivateKey, sign, X509Certificate } from 'node:crypto'
import { readElements } from '#stet/der.ts'
import { der, generalizedTime as time } from '#stet/write-der.ts'
import type { Issued } from './certificates.ts'

/** OCSP answers for tests (RFC 6960), signed with ECDSA and SHA-256. */
export type StapleOrder = {
  readonly status?: 'good' | 'revoked' | 'unknown'
  readonly from?: Date
  /** Null: without a next update. */
  readonly until?: Date | null
  /** The signer; by default the issuer. With `certificate` it is included in the answer. */
  readonly signer?: Pick<Issued, 'key'> & { readonly cert?: string }
  readonly digest?: 'sha1' | 'sha256'
}

const hourMs = 3_600_000

/** An OCSP answer about `certificate` on behalf of `issuer`. */
export function makeStaple(certificate: string, issuer: Issued, order: StapleOrder = {}): Buffer {
  const { status = 'good', signer = issuer, digest = 'sha256' } = order
  const from = order.from ?? new Date(Date.now() - hourMs)
  const until = order.until === undefined ? new Date(Date.now() + hourMs) : order.until
  const single = der(
    0x30,
    certId(certificate, issuer.cert, digest),
    { good: der(0x80), revoked: der(0xa1, time(from)), unknown: der(0x82) }[status],
    time(from),
    ...(until === null ? [] : [der(0xa0, time(until))]),
  )
  const data = der(0x30, der(0xa2, der(0x04, Buffer.alloc(20))), time(from), der(0x30, single))
  const signature = sign('sha256', data, createPrivateKey(signer.key))
  const shown = signer.cert === undefined ? [] : [der(0xa0, der(0x30, new X509Certificate(signer.cert).raw))]
  const bits = der(0x03, Buffer.from([0]), signature)
  const basic = der(0x30, data, der(0x30, Buffer.from('06082a8648ce3d040302', 'hex')), bits, ...shown)
  const bytes = der(0x30, Buffer.from('06092b0601050507300101', 'hex'), der(0x04, basic))
  return der(0x30, der(0x0a, Buffer.from([0])), der(0xa0, bytes))
}

function certId(certificate: string, issuer: string, digest: 'sha1' | 'sha256'): Buffer {
  const oid = digest === 'sha1' ? '06052b0e03021a' : '0609608648016503040201'
  const [tbs] = readElements(readElements(new X509Certificate(certificate).raw)[0]?.content ?? Buffer.alloc(0))
  const [, serial, , name] = readElements(tbs?.content ?? Buffer.alloc(0))
  const spki = new X509Certificate(issuer).publicKey.export({ type: 'spki', format: 'der' })
  const key = readElements(readElements(spki)[0]?.content ?? Buffer.alloc(0))[1]?.content.subarray(1)
  const hashOf = (bytes: Buffer = Buffer.alloc(0)) => der(0x04, createHash(digest).update(bytes).digest())
  const number = serial?.raw ?? Buffer.alloc(0)
  return der(0x30, der(0x30, Buffer.from(oid, 'hex')), hashOf(name?.raw), hashOf(key), number)
}
