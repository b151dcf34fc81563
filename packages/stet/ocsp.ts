import { createHash, type KeyObject, verify, X509Certificate } from 'node:crypto'
import { oidOf, type RevocationStatus, readParts, signatureDigest, skewMs, unsaidLifeMs } from './certificate-parts.ts'
import { childrenOf, type DerElement, found, only, readElements, tags, timeOf } from './der.ts'

const basicResponse = Buffer.from('2b0601050507300101', 'hex')
const ocspSigning = '1.3.6.1.5.5.7.3.9'

/** By OID content; SHA-1 identifies certificates, and signs nothing. */
const digests: ReadonlyMap<string, 'sha1' | 'sha256'> = new Map([
  ['2b0e03021a', 'sha1'],
  ['608648016503040201', 'sha256'],
])

/**
 * Status in a stapled OCSP answer (RFC 6960) for `certificate`, verified up to `issuer`: `good` and `revoked` only
 * if signed by the issuer or its delegated responder; anything else, also an outdated `good`, is `unknown`. Never
 * throws.
 */
export function readStaple(
  staple: Buffer | null,
  certificate: X509Certificate,
  issuer: X509Certificate,
  at: Date,
): RevocationStatus {
  if (staple === null || staple.length === 0 || staple.length > longestStaple) return 'unknown'
  try {
    const { data, signedBy } = readBasic(staple)
    return signedBy(issuer, at) ? statusInList(data, certificate, issuer, at) : 'unknown'
  } catch {
    // Like an absent staple.
    return 'unknown'
  }
}

const longestStaple = 65_536

function readBasic(staple: Buffer) {
  const [status, bytes] = childrenOf(only(readElements(staple)))
  if (status?.content[0] !== 0) throw new Error('no answer')
  const [type, response] = childrenOf(only(childrenOf(found(bytes))))
  if (!found(type).content.equals(basicResponse)) throw new Error('another kind of answer')
  const [data, algorithm, signature, certificates] = childrenOf(only(readElements(found(response).content)))
  const hash = signatureDigest(found(algorithm))
  const isSignedBy = (key: KeyObject) =>
    hash !== undefined && verify(hash, found(data).raw, key, found(signature).content.subarray(1))
  const delegates = certificates === undefined ? [] : childrenOf(only(childrenOf(certificates))).slice(0, 5)
  return {
    data: found(data),
    signedBy: (issuer: X509Certificate, at: Date) =>
      [issuer, ...delegates.map(({ raw }) => new X509Certificate(raw)).filter(isNamedBy(issuer, at))].some(one =>
        isSignedBy(one.publicKey),
      ),
  }
}

/** RFC 6960 § 4.2.2.2: issued by the same issuer for this purpose. */
const isNamedBy = (issuer: X509Certificate, at: Date) => (responder: X509Certificate) =>
  responder.checkIssued(issuer) &&
  responder.verify(issuer.publicKey) &&
  (responder.keyUsage ?? []).includes(ocspSigning) &&
  new Date(responder.validFrom) <= at &&
  at <= new Date(responder.validTo)

function statusInList(
  data: DerElement,
  certificate: X509Certificate,
  issuer: X509Certificate,
  at: Date,
): RevocationStatus {
  const answers = childrenOf(data).find(({ tag }) => tag === tags.sequence)
  const isAbout = aboutOf(certificate, issuer)
  const statuses = childrenOf(found(answers))
    .slice(0, 20)
    .map(childrenOf)
    .filter(([id]) => isAbout(found(id)))
    .map(([, status, thisUpdate, next]) => weigh(found(status), found(thisUpdate), next, at))
  return statuses.find(one => one === 'revoked') ?? statuses.find(one => one === 'good') ?? 'unknown'
}

function weigh(status: DerElement, thisUpdate: DerElement, next: DerElement | undefined, at: Date): RevocationStatus {
  const kind = status.tag & 0x1f
  if (kind === 1) return 'revoked'
  const from = timeOf(thisUpdate)
  const until = next?.tag === tags.context0 ? timeOf(only(childrenOf(next))) : from + unsaidLifeMs
  const isCurrent = from - skewMs <= at.getTime() && at.getTime() <= until + skewMs
  return kind === 0 && isCurrent ? 'good' : 'unknown'
}

/** By serial number and hashes of the issuer's name and key. */
function aboutOf(certificate: X509Certificate, issuer: X509Certificate): (id: DerElement) => boolean {
  const { serial, issuer: issuerName } = readParts(certificate)
  const key = found(childrenOf(only(readElements(issuer.publicKey.export({ type: 'spki', format: 'der' }))))[1])
  return id => {
    const [algorithm, nameHash, keyHash, number] = childrenOf(id)
    const digest = digests.get(oidOf(found(algorithm)))
    if (digest === undefined) return false
    const hashOf = (bytes: Buffer) => createHash(digest).update(bytes).digest()
    return (
      found(number).content.equals(serial.content) &&
      found(nameHash).content.equals(hashOf(issuerName.raw)) &&
      found(keyHash).content.equals(hashOf(key.content.subarray(1)))
    )
  }
}
