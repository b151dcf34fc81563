import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { TppCertificate } from './read-certificate.ts'
import { readRevokedSerials } from './revocation.ts'

/** Certificates and keys of the running bank. */
export type Pki = {
  readonly directory: string
  /** PEM of the local authority that issues the certificates of the TPPs and the bank. */
  readonly caPem: string
  readonly serverCertPem: string
  readonly serverKeyPem: string
  /** Signs the JWTs of the fallback mode (ES256). */
  readonly fallbackKey: KeyObject
  /** The fault of a TPP's certificate at `now` (real time); null if it is valid. */
  findFault(certificate: TppCertificate, now: Date): CertificateFault | null
}

export type CertificateFault = 'foreign_issuer' | 'not_yet_valid' | 'expired' | 'revoked' | 'no_organisation'

const lookAgainAfterMs = 1_000

/** Loads the files of `ensurePki`. The revocation list is read again when its file changes. */
export function loadPki(directory: string): Pki {
  const caPem = readFileSync(join(directory, 'ca.pem'), 'utf8')
  const ca = new X509Certificate(caPem)
  const issuedByUs = new Map<string, boolean>()
  const revoked = watchRevoked(directory)

  const isOurs = (certificate: TppCertificate): boolean => {
    const known = issuedByUs.get(certificate.fingerprint)
    if (known !== undefined) return known
    const ours = certificate.x509.checkIssued(ca) && certificate.x509.verify(ca.publicKey)
    if (issuedByUs.size > 1_000) issuedByUs.clear()
    issuedByUs.set(certificate.fingerprint, ours)
    return ours
  }
  return {
    directory,
    caPem,
    serverCertPem: readFileSync(join(directory, 'bank/server.pem'), 'utf8'),
    serverKeyPem: readFileSync(join(directory, 'bank/server.key'), 'utf8'),
    fallbackKey: createPrivateKey(readFileSync(join(directory, 'bank/fallback.key'), 'utf8')),
    findFault(certificate, now) {
      if (!isOurs(certificate)) return 'foreign_issuer'
      if (now < certificate.validFrom) return 'not_yet_valid'
      if (now > certificate.validTo) return 'expired'
      if (revoked().has(certificate.serial)) return 'revoked'
      return certificate.organisationId === null ? 'no_organisation' : null
    },
  }
}

function watchRevoked(directory: string): () => ReadonlySet<string> {
  const path = join(directory, 'revoked.crl')
  let lookedAt = 0
  let changedAt = -1
  let serials: ReadonlySet<string> = new Set()
  return () => {
    if (Date.now() - lookedAt < lookAgainAfterMs) return serials
    lookedAt = Date.now()
    const { mtimeMs } = statSync(path)
    if (mtimeMs !== changedAt) {
      serials = readRevokedSerials(readFileSync(path, 'utf8'))
      changedAt = mtimeMs
    }
    return serials
  }
}
