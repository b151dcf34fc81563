import { createPrivateKey, sign, X509Certificate } from 'node:crypto'
import { readParts } from '#stet/certificate-parts.ts'
import { der, generalizedTime, utcTime } from '#stet/write-der.ts'
import type { Issued } from './certificates.ts'

/** Certificate revocation lists for tests (RFC 5280 § 5), signed with ECDSA and SHA-256. */
export type ListOrder = {
  readonly from?: Date
  /** Null: without a next update. */
  readonly until?: Date | null
  readonly times?: 'utc' | 'generalized'
  /** The signer; by default the issuer. */
  readonly signer?: Pick<Issued, 'key'>
  /** Content of the signature algorithm's OBJECT IDENTIFIER, in hexadecimal. */
  readonly algorithm?: string
  /** OBJECT IDENTIFIER contents of the extensions, in hexadecimal, and their values. */
  readonly extensions?: readonly { readonly oid: string; readonly value: Buffer; readonly critical?: boolean }[]
}

const hourMs = 3_600_000
const ecdsaSha256 = '2a8648ce3d040302'

/** A CRL of `issuer` with certificates (PEM) or serials (hexadecimal), by default an hour old and valid for an hour. */
export function makeRevocationList(issuer: Issued, revoked: readonly string[], order: ListOrder = {}): Buffer {
  const { times = 'utc', signer = issuer, algorithm = ecdsaSha256, extensions = [] } = order
  const from = order.from ?? new Date(Date.now() - hourMs)
  const until = order.until === undefined ? new Date(Date.now() + hourMs) : order.until
  const time = times === 'utc' ? utcTime : generalizedTime
  const entries = revoked.map(one => der(0x30, serialOf(one), time(from)))
  const identifier = der(0x30, der(0x06, Buffer.from(algorithm, 'hex')))
  const wrapped = extensions.map(({ oid, value, critical = true }) =>
    der(
      0x30,
      der(0x06, Buffer.from(oid, 'hex')),
      ...(critical ? [der(0x01, Buffer.from([0xff]))] : []),
      der(0x04, value),
    ),
  )
  const tbs = der(
    0x30,
    der(0x02, Buffer.from([1])),
    identifier,
    readParts(new X509Certificate(issuer.cert)).subject.raw,
    time(from),
    ...(until === null ? [] : [time(until)]),
    ...(entries.length === 0 ? [] : [der(0x30, ...entries)]),
    ...(wrapped.length === 0 ? [] : [der(0xa0, der(0x30, ...wrapped))]),
  )
  const signature = sign('sha256', tbs, createPrivateKey(signer.key))
  return der(0x30, tbs, identifier, der(0x03, Buffer.from([0]), signature))
}

function serialOf(one: string): Buffer {
  if (one.includes('CERTIFICATE')) return readParts(new X509Certificate(one)).serial.raw
  return der(0x02, Buffer.from(one, 'hex'))
}
