import type { X509Certificate } from 'node:crypto'
import { cleanText } from '@guichet/values/text/clean.ts'
import { childrenOf, type DerElement, found, only, readElements, tags } from './der.ts'

/** Parts of certificates that Node does not expose. */

/** Tolerated clock difference. */
export const skewMs = 5 * 60_000
/** Without a next update. */
export const unsaidLifeMs = 24 * 3_600_000

/** `unknown`: no valid statement. */
export type RevocationStatus = 'good' | 'revoked' | 'unknown'

/** By OID content: RSA (PKCS #1) and ECDSA, no SHA-1. */
const signatures: ReadonlyMap<string, 'sha256' | 'sha384' | 'sha512'> = new Map([
  ['2a864886f70d01010b', 'sha256'],
  ['2a864886f70d01010c', 'sha384'],
  ['2a864886f70d01010d', 'sha512'],
  ['2a8648ce3d040302', 'sha256'],
  ['2a8648ce3d040303', 'sha384'],
  ['2a8648ce3d040304', 'sha512'],
])

/** Digest of an AlgorithmIdentifier; undefined if unsupported. Throws NotDer. */
export function signatureDigest(algorithm: DerElement): 'sha256' | 'sha384' | 'sha512' | undefined {
  return signatures.get(oidOf(algorithm))
}

/** Content of the OID at the start of an element, hexadecimal. Throws NotDer. */
export function oidOf(element: DerElement): string {
  return found(childrenOf(element)[0]).content.toString('hex')
}

/** Throws NotDer. */
export function readParts(certificate: X509Certificate) {
  const [tbs] = childrenOf(only(readElements(certificate.raw)))
  const members = childrenOf(found(tbs))
  const [serial, , issuer, , subject] = members.filter(({ tag }) => tag !== tags.context0)
  const extensions = members.find(({ tag }) => tag === tags.context3)
  return { serial: found(serial), issuer: found(issuer), subject: found(subject), extensions }
}

export type Extension = { readonly critical: boolean; readonly value: Buffer }

/** Extensions by OID content (hexadecimal), from the wrapper of their list. Throws NotDer. */
export function readExtensions(wrapper: DerElement | undefined): ReadonlyMap<string, Extension> {
  if (wrapper === undefined) return new Map()
  return new Map(
    childrenOf(only(childrenOf(wrapper))).map(extension => {
      const [, ...rest] = childrenOf(extension)
      const critical = rest.some(({ tag, content }) => tag === tags.boolean && content[0] !== 0)
      return [oidOf(extension), { critical, value: found(rest.find(({ tag }) => tag === tags.octets)).content }]
    }),
  )
}

/** For display: the applicant chose the text. */
export function shownName(name: string): string {
  return cleanText(name.replaceAll('\n', ', '), 300)
}
