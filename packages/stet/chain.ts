import { X509Certificate } from 'node:crypto'
import type { TlsCredentials } from './tls.ts'

const longestChain = 20

/** All banks share this setting, maybe the system's bundle: parsed once. */
const known = new WeakMap<object, readonly X509Certificate[]>()

/** Entries that are not certificates are skipped. */
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
 * Chain from a certificate to one of `authorities`, leaf first; the leaf alone if there is none. Verified again,
 * because the certificates a peer sends need not be the chain Node verified.
 */
export function verifiedChain(
  leaf: X509Certificate,
  authorities: readonly X509Certificate[],
): readonly X509Certificate[] {
  const candidates = [...authorities, ...presentedWith(leaf)]
  const anchors = new Set(authorities.map(({ fingerprint256 }) => fingerprint256))
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
    // Its key may be unsupported.
    return false
  }
}
