import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto'
import forge from 'node-forge'
import { cleanText } from '#lib/domain/text.ts'
import { shownName } from './certificate-parts.ts'

/**
 * What an eIDAS certificate for PSD2 says (ETSI TS 119 495, D17): whose it is, for which roles, a QWAC or a QSealC. And the
 * forms in which a trust service provider hands one over: PEM with its key, or PKCS#12.
 */
export type EidasCertificate = {
  readonly use: 'qwac' | 'qsealc' | 'unknown'
  readonly subject: string
  readonly issuer: string
  readonly serial: string
  /** SHA-256 of the DER, lower-case hex (D16). */
  readonly fingerprint: string
  /** `PSDFR-ACPR-12345`, or null when the subject has none. */
  readonly organisationId: string | null
  /** `PSP_AI`, `PSP_PI` … as the certificate names them. */
  readonly roles: readonly string[]
  readonly validFrom: Date
  readonly validTo: Date
  readonly x509: X509Certificate
}

const oids = {
  organisationIdentifier: '2.5.4.97',
  qcStatements: '1.3.6.1.5.5.7.1.3',
  psd2: '0.4.0.19495.2',
  qcType: '0.4.0.1862.1.6',
  seal: '0.4.0.1862.1.6.2',
  web: '0.4.0.1862.1.6.3',
}

/** Reads a certificate in PEM or DER. Throws TypeError when it is none. */
export function readEidasCertificate(pemOrDer: string | Buffer): EidasCertificate {
  const x509 = parseX509(pemOrDer)
  const asn1 = forge.asn1.fromDer(forge.util.createBuffer(x509.raw.toString('binary')))
  const statements = findStatements(asn1)
  return {
    use: readUse(statements),
    subject: shownName(x509.subject),
    issuer: shownName(x509.issuer),
    serial: x509.serialNumber,
    fingerprint: x509.fingerprint256.replaceAll(':', '').toLowerCase(),
    organisationId: findOrganisation(asn1, x509),
    roles: rolesOf(statements),
    validFrom: new Date(x509.validFrom),
    validTo: new Date(x509.validTo),
    x509,
  }
}

function parseX509(pemOrDer: string | Buffer): X509Certificate {
  try {
    return new X509Certificate(pemOrDer)
  } catch (cause) {
    throw new TypeError('this is no certificate', { cause })
  }
}

/** Members of a sequence or set; none of a plain value. */
function partsOf(node: forge.asn1.Asn1 | undefined): forge.asn1.Asn1[] {
  return Array.isArray(node?.value) ? node.value : []
}

function oidOf(node: forge.asn1.Asn1 | undefined): string | null {
  const isOid = node?.type === forge.asn1.Type.OID && typeof node.value === 'string'
  return isOid ? forge.asn1.derToOid(forge.util.createBuffer(String(node.value))) : null
}

function textOf(node: forge.asn1.Asn1 | undefined): string {
  return typeof node?.value === 'string' ? Buffer.from(node.value, 'binary').toString('utf8') : ''
}

/** Every node below that is a sequence beginning with this OID. */
function findByOid(node: forge.asn1.Asn1, oid: string): forge.asn1.Asn1[] {
  const parts = partsOf(node)
  return [...(oidOf(parts[0]) === oid ? [node] : []), ...parts.flatMap(part => findByOid(part, oid))]
}

// The subject stands after the issuer, which may have an identifier of its own: the last one is the subject's.
function findOrganisation(certificate: forge.asn1.Asn1, x509: X509Certificate): string | null {
  const fields = partsOf(partsOf(certificate)[0])
  const subject = fields[fields[0]?.tagClass === forge.asn1.Class.CONTEXT_SPECIFIC ? 5 : 4]
  if (!subject) throw new TypeError(`certificate ${x509.serialNumber} has no subject`)
  const [attribute] = findByOid(subject, oids.organisationIdentifier)
  return attribute ? cleanText(textOf(partsOf(attribute)[1]), 140) || null : null
}

function findStatements(certificate: forge.asn1.Asn1): forge.asn1.Asn1 | null {
  const [extension] = findByOid(certificate, oids.qcStatements)
  const value = partsOf(extension).at(-1)
  if (typeof value?.value !== 'string') return partsOf(value)[0] ?? null
  return forge.asn1.fromDer(forge.util.createBuffer(value.value))
}

function readUse(statements: forge.asn1.Asn1 | null): EidasCertificate['use'] {
  const [type] = statements ? findByOid(statements, oids.qcType) : []
  const named = partsOf(partsOf(type)[1]).map(oidOf)
  if (named.includes(oids.web)) return 'qwac'
  return named.includes(oids.seal) ? 'qsealc' : 'unknown'
}

/** RolesOfPSP ::= SEQUENCE OF SEQUENCE { oid, name } (TS 119 495 § 5.1). */
function rolesOf(statements: forge.asn1.Asn1 | null): string[] {
  const [psd2] = statements ? findByOid(statements, oids.psd2) : []
  const [roles] = partsOf(partsOf(psd2)[1])
  return partsOf(roles)
    .map(role => textOf(partsOf(role)[1]))
    .filter(name => name !== '')
}

/** A certificate with its key and whatever chain came with it. */
export type KeyedCertificate = {
  readonly certificatePem: string
  /** PKCS#8, unencrypted: for the vault, never for a disk. */
  readonly keyPem: string
  /** The rest of the chain, leaf's issuer first; empty when there was none. */
  readonly chainPem: string
}

export type KeyFault = 'certificate' | 'key' | 'password' | 'mismatch' | 'key_type'

/** Why a certificate with its key can't be taken. */
export class BadKeyMaterial extends Error {
  override readonly name = 'BadKeyMaterial'
  readonly fault: KeyFault

  constructor(fault: KeyFault) {
    super(fault)
    this.fault = fault
  }
}

/**
 * Takes what was handed over: PEM (`data` certificate and chain, `key` the key, maybe encrypted with `password`), or PKCS#12 in
 * base64 (`data`, with `password`). Throws BadKeyMaterial that says what is wrong; the key must be RSA of 2048 bits or more
 * (D14) and that of the certificate.
 */
export function readKeyMaterial({
  data,
  key,
  password,
}: {
  data: string
  key: string
  password: string
}): KeyedCertificate {
  const isPem = data.includes('-----BEGIN')
  const { certificates, privateKey } = isPem ? readPem(data, key, password) : readPkcs12(data, password)
  const leaf = certificates.find(certificate => certificate.checkPrivateKey(privateKey))
  if (certificates.length === 0) throw new BadKeyMaterial('certificate')
  if (!leaf) throw new BadKeyMaterial('mismatch')
  const size = privateKey.asymmetricKeyDetails?.modulusLength ?? 0
  if (privateKey.asymmetricKeyType !== 'rsa' || size < 2048) throw new BadKeyMaterial('key_type')
  const chain = certificates.filter(certificate => certificate !== leaf)
  return {
    certificatePem: `${leaf.toString().trim()}\n`,
    keyPem: String(privateKey.export({ type: 'pkcs8', format: 'pem' })),
    chainPem: chain.map(certificate => `${certificate.toString().trim()}\n`).join(''),
  }
}

type Material = { readonly certificates: readonly X509Certificate[]; readonly privateKey: KeyObject }

function readPem(data: string, key: string, password: string): Material {
  const blocks = data.match(/-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g) ?? []
  const text = key.includes('-----BEGIN') ? key : data
  return { certificates: blocks.map(readBlock), privateKey: readKey(text, password) }
}

function readBlock(pem: string): X509Certificate {
  try {
    return new X509Certificate(pem)
  } catch {
    throw new BadKeyMaterial('certificate')
  }
}

function readKey(text: string, password: string): KeyObject {
  const [pem] = text.match(/-----BEGIN ([A-Z ]*)PRIVATE KEY-----[\s\S]+?-----END \1PRIVATE KEY-----/) ?? []
  if (pem === undefined) throw new BadKeyMaterial('key')
  try {
    return createPrivateKey({ key: pem, ...(password === '' ? {} : { passphrase: password }) })
  } catch {
    throw new BadKeyMaterial(pem.includes('ENCRYPTED') ? 'password' : 'key')
  }
}

function readPkcs12(base64: string, password: string): Material {
  const content = openPkcs12(base64, password)
  const { certBag, pkcs8ShroudedKeyBag, keyBag } = forge.pki.oids
  const bagsOf = (bagType: string | undefined) => (bagType ? (content.getBags({ bagType })[bagType] ?? []) : [])
  const [held] = [...bagsOf(pkcs8ShroudedKeyBag), ...bagsOf(keyBag)]
  if (!held?.key) throw new BadKeyMaterial('key')
  const certificates = bagsOf(certBag).flatMap(({ cert, asn1 }) => {
    const node = cert ? forge.pki.certificateToAsn1(cert) : asn1
    return [new X509Certificate(Buffer.from(forge.asn1.toDer(node).getBytes(), 'binary'))]
  })
  return { certificates, privateKey: createPrivateKey(forge.pki.privateKeyToPem(held.key)) }
}

function openPkcs12(base64: string, password: string): forge.pkcs12.Pkcs12Pfx {
  const bytes = Buffer.from(base64, 'base64').toString('binary')
  let node: forge.asn1.Asn1
  try {
    node = forge.asn1.fromDer(bytes)
  } catch {
    throw new BadKeyMaterial('certificate')
  }
  try {
    return forge.pkcs12.pkcs12FromAsn1(node, password)
  } catch {
    throw new BadKeyMaterial('password')
  }
}
