import { type KeyObject, X509Certificate } from 'node:crypto'
import { type DerElement, readElements, readOid } from './der.ts'
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

type Parts = Pick<TppCertificate, 'organisationId' | 'roles' | 'use'>

// Certificate ::= { tbsCertificate { [0] version, serial, algorithm, issuer, validity, subject, key, …, [3] extensions }, … }
function readParts(raw: Buffer): Parts {
  const [certificate] = readElements(raw)
  const [tbs] = readElements(certificate?.content ?? Buffer.alloc(0))
  const fields = readElements(tbs?.content ?? Buffer.alloc(0))
  const subject = fields[fields[0]?.tag === 0xa0 ? 5 : 4]
  const statements = readExtension(fields, qcStatementsOid)
  const qc = statements ? readQcStatements(statements) : { roles: [], use: null }
  return { organisationId: readNamePart(subject, organisationIdentifierOid), roles: qc.roles, use: qc.use }
}

function readNamePart(name: DerElement | undefined, oid: string): string | null {
  for (const set of readElements(name?.content ?? Buffer.alloc(0))) {
    for (const attribute of readElements(set.content)) {
      const [type, value] = readElements(attribute.content)
      if (type && value && readOid(type.content) === oid) return value.content.toString('utf8')
    }
  }
  return null
}

function readExtension(fields: readonly DerElement[], oid: string): Buffer | null {
  const [list] = readElements(fields.find(field => field.tag === 0xa3)?.content ?? Buffer.alloc(0))
  for (const extension of readElements(list?.content ?? Buffer.alloc(0))) {
    const parts = readElements(extension.content)
    const value = parts.at(-1)
    if (parts[0] && value && readOid(parts[0].content) === oid) return value.content
  }
  return null
}
