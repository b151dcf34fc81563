import type { KeyObject } from 'node:crypto'
import { tags } from './der.ts'
import { checkKeyType } from './eidas.ts'
import type { Signer } from './signer.ts'
import { der } from './write-der.ts'

/** Subject checked by a trust service provider. */
export type RequestedSubject = {
  /** Two letters, e.g. `FR`. */
  readonly country: string
  readonly legalName: string
  /** `PSDFR-ACPR-12345` (ETSI TS 119 495 § 5.1.4). */
  readonly organisationId: string
}

/**
 * PKCS#10 request (RFC 2986) in PEM, RSA with SHA-256; the provider adds roles and kind. Rejects with `SignerError`, or `BadKeyMaterial` as no bank
 * takes another key than RSA of 2048 bits or more.
 */
export async function makeCertificateRequest(
  { country, legalName, organisationId }: RequestedSubject,
  publicKey: KeyObject,
  signer: Signer,
): Promise<string> {
  checkKeyType(publicKey)
  const name = der(
    tags.sequence,
    attribute('550406', printableString, country),
    attribute('55040a', utf8String, legalName),
    attribute('550461', utf8String, organisationId),
    attribute('550403', utf8String, legalName),
  )
  const version = der(tags.integer, Buffer.from([0]))
  const noAttributes = der(tags.context0)
  const info = der(tags.sequence, version, name, publicKey.export({ type: 'spki', format: 'der' }), noAttributes)
  const signature = await signer.sign(info, true)
  const request = der(tags.sequence, info, sha256WithRsa, der(bitString, Buffer.from([0]), signature))
  const lines = request.toString('base64').replaceAll(/.{64}(?=.)/g, '$&\n')
  return `-----BEGIN CERTIFICATE REQUEST-----\n${lines}\n-----END CERTIFICATE REQUEST-----\n`
}

/** AlgorithmIdentifier 1.2.840.113549.1.1.11, with NULL. */
const sha256WithRsa = Buffer.from('300d06092a864886f70d01010b0500', 'hex')

const [bitString, objectId, utf8String, printableString, set] = [0x03, 0x06, 0x0c, 0x13, 0x31]

/** RelativeDistinguishedName (X.501) of one attribute; type as OID content in hex. */
function attribute(type: string, kind: number, text: string): Buffer {
  return der(set, der(tags.sequence, der(objectId, Buffer.from(type, 'hex')), der(kind, Buffer.from(text))))
}
