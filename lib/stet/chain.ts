import { X509Certificate } from 'node:crypto'
import type { TlsCredentials } from './transport.ts'

/** No chain that TLS verifies is longer. */
const longestChain = 20

/** All banks have the same setting, which may be the system's bundle: it is read once. */
const known = new WeakMap<object, readonly X509Certificate[]>()

/** The authorities of a setting for TLS; what is no certificate is left out. */
export function readAuthorities(ca: TlsCredentials['ca']): readonly X509Certificate[] {
  if (typeof ca === 'string') return parseAuthorities(ca)
  const authorities = known.get(ca) ?? parseAuthorities(ca)
  known.set(ca, authorities)
  return authorities
}

function parseAuthorities(ca: TlsCredentials['ca']): readonly X509Certificate[] {
  const texts = typeof ca === 'string' || Buffer.isBuffer(ca) ? [ca] : ca
  return texts.flatMap(text => String(text).match(pemCertificates) ?? []).flatMap(readCertificate)
}

const pemCertificates =
  /-----BEGIN (?:TRUSTED |X509 )?CERTIFICATE-----[^-]+-----END (?:TRUSTED |X509 )?CERTIFICATE-----/g

function readCertificate(pem: string): X509Certificate[] {
  try {
    return [new X509Certificate(pem)]
  } catch {
    return []
  }
}

/**
 * A chain from a certificate that TLS has verified to one of `authorities`, the certificate first. Node tells a certificate
 * with what the other side sent along, which is not the chain that was verified: the authority at its end is seldom sent, and what
 * is may belong to no chain at all. So every step is verified here again. Just the certificate when there is no chain.
 */
export function verifiedChain(
  leaf: X509Certificate,
  authorities: readonly X509Certificate[],
): readonly X509Certificate[] {
  const candidates = [...authorities, ...presentedWith(leaf)]
  const anchors = new Set(authorities.map(({ fingerprint256 }) => fingerprint256))
  // Each is tried once: whoever leads to no authority leads to none the next time either.
  const tried = new Set<string>()
  const climb = (at: X509Certificate): readonly X509Certificate[] | null => {
    tried.add(at.fingerprint256)
    for (const issuer of candidates) {
      const path = !tried.has(issuer.fingerprint256) && isIssuedBy(at, issuer) ? climb(issuer) : null
      if (path !== null) return [at, ...path]
    }
    return anchors.has(at.fingerprint256) ? [at] : null
  }
  return climb(leaf) ?? [leaf]
}

function presentedWith(leaf: X509Certificate): readonly X509Certificate[] {
  const presented: X509Certificate[] = []
  for (let at = leaf.issuerCertificate; at !== undefined && presented.length < longestChain; at = at.issuerCertificate)
    presented.push(at)
  return presented
}

function isIssuedBy(certificate: X509Certificate, issuer: X509Certificate): boolean {
  try {
    return issuer.ca && certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey)
  } catch {
    // Anybody may send along a certificate with a key that nobody knows.
    return false
  }
}
