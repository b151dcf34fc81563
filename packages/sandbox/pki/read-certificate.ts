import 'reflect-metadata'
import { type KeyObject, X509Certificate } from 'node:crypto'
import { X509Certificate as ParsedCertificate } from '@peculiar/x509'
import { type PspRole, type QcUse, qcStatementsOid, readQcStatements } from './qc-statements.ts'

/** The parts of a TPP's certificate that the bank needs (bank:D17). */
export type TppCertificate = {
  /** SHA-256 of the DER, lower-case hex. */
  readonly fingerprint: string
  /** Upper-case hex, as in a revocation list. */
  readonly serial: string
  /** `organizationIdentifier` (2.5.4.97) of the subject, null when there is none. */
  readonly organisationId: string | null
  readonly roles: readonly PspRole[]
  readonly use: QcUse | null
  readonly validFrom: Date
  readonly validTo: Date
  readonly publicKey: KeyObject
  readonly x509: X509Certificate
}

const organisationIdentifierOid = '2.5.4.97'
const known = new Map<string, TppCertificate>()
const knownAtMost = 1_000

/** Parses a certificate, or returns the cached result. */
export function readCertificate(x509: X509Certificate): TppCertificate {
  const fingerprint = fingerprintOf(x509)
  const found = known.get(fingerprint)
  if (found) return found
  const parts = readParts(x509.raw)
  const certificate: TppCertificate = {
    fingerprint,
    serial: x509.serialNumber.toUpperCase(),
    organisationId: parts.organisationId,
    roles: parts.roles,
    use: parts.use,
    validFrom: new Date(x509.validFrom),
    validTo: new Date(x509.validTo),
    publicKey: x509.publicKey,
    x509,
  }
  if (known.size >= knownAtMost) known.clear()
  known.set(fingerprint, certificate)
  return certificate
}

/** Parses PEM or DER; null for anything but a certificate. */
export function parseCertificate(bytes: Buffer | string): TppCertificate | null {
  try {
    return readCertificate(new X509Certificate(bytes))
  } catch {
    return null
  }
}

const fingerprints = new WeakMap<X509Certificate, string>()

function fingerprintOf(x509: X509Certificate): string {
  const found = fingerprints.get(x509) ?? x509.fingerprint256.replaceAll(':', '').toLowerCase()
  fingerprints.set(x509, found)
  return found
}

/** What Node does not tell. */
function readParts(raw: Buffer): Pick<TppCertificate, 'organisationId' | 'roles' | 'use'> {
  const parsed = new ParsedCertificate(new Uint8Array(raw))
  const [organisationId = null] = parsed.subjectName.getField(organisationIdentifierOid)
  const statements = parsed.getExtension(qcStatementsOid)
  const { roles, use } = statements ? readQcStatements(statements.value) : { roles: [], use: null }
  return { organisationId, roles, use }
}
