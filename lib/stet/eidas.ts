import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto'
import { AsnArray, AsnConvert, AsnProp, AsnPropTypes, AsnType, AsnTypeTypes } from '@peculiar/asn1-schema'
import forge from 'node-forge'
import { cleanText } from '#lib/domain/text/clean.ts'
import { readExtensions, readParts, shownName } from './certificate-parts.ts'

/**
 * The content of an eIDAS certificate for PSD2 (ETSI TS 119 495, D17): holder, roles, QWAC or QSealC; and the forms in
 * which a trust service provider delivers one: PEM with its key, or PKCS#12.
 */
export type EidasCertificate = {
  readonly use: 'qwac' | 'qsealc' | 'unknown'
  readonly subject: string
  readonly issuer: string
  readonly serial: string
  /** SHA-256 of the DER, lower-case hex (D16). */
  readonly fingerprint: string
  /** `PSDFR-ACPR-12345`, or null if the subject has none. */
  readonly organisationId: string | null
  /** `PSP_AI`, `PSP_PI` … as in the certificate. */
  readonly roles: readonly string[]
  readonly validFrom: Date
  readonly validTo: Date
  readonly x509: X509Certificate
}

/** QCStatement (RFC 3739 § 3.2.6). */
class QcStatement {
  statementId = ''
  statementInfo: ArrayBuffer | null = null
}
AsnType({ type: AsnTypeTypes.Sequence })(QcStatement)
AsnProp({ type: AsnPropTypes.ObjectIdentifier })(QcStatement.prototype, 'statementId')
AsnProp({ type: AsnPropTypes.Any, optional: true })(QcStatement.prototype, 'statementInfo')

class QcStatements extends AsnArray<QcStatement> {}
AsnType({ type: AsnTypeTypes.Sequence, itemType: QcStatement })(QcStatements)

/** QcType (ETSI EN 319 412-5 § 4.2.3). */
class QcType extends AsnArray<string> {}
AsnType({ type: AsnTypeTypes.Sequence, itemType: AsnPropTypes.ObjectIdentifier })(QcType)

/** RoleOfPSP (ETSI TS 119 495 § 5.1). */
class PspRole {
  oid = ''
  name = ''
}
AsnType({ type: AsnTypeTypes.Sequence })(PspRole)
AsnProp({ type: AsnPropTypes.ObjectIdentifier })(PspRole.prototype, 'oid')
AsnProp({ type: AsnPropTypes.Utf8String })(PspRole.prototype, 'name')

/** PSD2QcType (ETSI TS 119 495 § 5.1). */
class Psd2QcType {
  roles: PspRole[] = []
  authorityName = ''
  authorityId = ''
}
AsnType({ type: AsnTypeTypes.Sequence })(Psd2QcType)
AsnProp({ type: PspRole, repeated: 'sequence' })(Psd2QcType.prototype, 'roles')
AsnProp({ type: AsnPropTypes.Utf8String })(Psd2QcType.prototype, 'authorityName')
AsnProp({ type: AsnPropTypes.Utf8String })(Psd2QcType.prototype, 'authorityId')

/** The content of 1.3.6.1.5.5.7.1.3, as `readExtensions` names extensions. */
const qcStatements = '2b06010505070103'
const oids = { psd2: '0.4.0.19495.2', qcType: '0.4.0.1862.1.6', seal: '0.4.0.1862.1.6.2', web: '0.4.0.1862.1.6.3' }

/** Parses a certificate in PEM or DER; non-standard statements are ignored. Throws TypeError if it is not a certificate. */
export function readEidasCertificate(pemOrDer: string | Buffer): EidasCertificate {
  const x509 = parseX509(pemOrDer)
  const { use, roles } = readStatements(x509)
  return {
    use,
    subject: shownName(x509.subject),
    issuer: shownName(x509.issuer),
    serial: x509.serialNumber,
    fingerprint: x509.fingerprint256.replaceAll(':', '').toLowerCase(),
    organisationId: findOrganisation(x509),
    roles,
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

/** The organizationIdentifier of the subject (OID 2.5.4.97). */
function findOrganisation(x509: X509Certificate): string | null {
  const [found] = [x509.toLegacyObject().subject.organizationIdentifier].flat()
  return cleanText(found ?? '', 140) || null
}

function readStatements(x509: X509Certificate): Pick<EidasCertificate, 'use' | 'roles'> {
  try {
    const extension = readExtensions(readParts(x509).extensions).get(qcStatements)
    const statements = extension ? AsnConvert.parse(extension.value, QcStatements) : []
    const infoOf = (id: string) => statements.find(({ statementId }) => statementId === id)?.statementInfo ?? null
    const [type, psd2] = [infoOf(oids.qcType), infoOf(oids.psd2)]
    return {
      use: type ? usageFrom(AsnConvert.parse(type, QcType)) : 'unknown',
      roles: psd2 ? AsnConvert.parse(psd2, Psd2QcType).roles.map(({ name }) => name) : [],
    }
  } catch {
    return { use: 'unknown', roles: [] }
  }
}

function usageFrom(types: readonly string[]): EidasCertificate['use'] {
  if (types.includes(oids.web)) return 'qwac'
  return types.includes(oids.seal) ? 'qsealc' : 'unknown'
}

/** A certificate with its key and the chain that came with it. */
export type KeyedCertificate = {
  readonly certificatePem: string
  /** PKCS#8, unencrypted: for the vault, never for a disk. */
  readonly keyPem: string
  /** The rest of the chain, starting with the leaf's issuer; empty if there was none. */
  readonly chainPem: string
}

export type KeyFault = 'certificate' | 'key' | 'password' | 'mismatch' | 'key_type'

/** Why a certificate with its key is refused. */
export class BadKeyMaterial extends Error {
  override readonly name = 'BadKeyMaterial'
  readonly fault: KeyFault

  constructor(fault: KeyFault) {
    super(fault)
    this.fault = fault
  }
}

/**
 * Parses a delivered certificate: PEM (`data` certificate and chain, `key` the key, possibly encrypted with `password`), or
 * PKCS#12 in base64 (`data`, with `password`). Throws BadKeyMaterial, which names the fault; the key must be RSA with 2048
 * bits or more (D14) and belong to the certificate.
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
  checkKeyType(privateKey)
  const chain = certificates.filter(certificate => certificate !== leaf)
  return {
    certificatePem: leaf.toString(),
    keyPem: String(privateKey.export({ type: 'pkcs8', format: 'pem' })),
    chainPem: chain.map(String).join(''),
  }
}

/**
 * Parses a delivered certificate whose key is elsewhere: PEM, with its chain or without; `keyPem` is empty. Throws BadKeyMaterial if there is
 * no certificate, or its key is not RSA with 2048 bits or more (D14).
 */
export function readKeylessCertificate(data: string): KeyedCertificate {
  const certificates = readBlocks(data)
  const leaf = certificates.find(({ ca }) => !ca)
  if (!leaf) throw new BadKeyMaterial('certificate')
  checkKeyType(leaf.publicKey)
  const chain = certificates.filter(certificate => certificate !== leaf)
  return { certificatePem: leaf.toString(), keyPem: '', chainPem: chain.map(String).join('') }
}

function checkKeyType(key: KeyObject): void {
  const size = key.asymmetricKeyDetails?.modulusLength ?? 0
  if (key.asymmetricKeyType !== 'rsa' || size < 2048) throw new BadKeyMaterial('key_type')
}

type Material = { readonly certificates: readonly X509Certificate[]; readonly privateKey: KeyObject }

function readPem(data: string, key: string, password: string): Material {
  const text = key.includes('-----BEGIN') ? key : data
  return { certificates: readBlocks(data), privateKey: readKey(text, password) }
}

function readBlocks(data: string): readonly X509Certificate[] {
  return (data.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? []).map(readBlock)
}

function readBlock(pem: string): X509Certificate {
  try {
    return new X509Certificate(pem)
  } catch {
    throw new BadKeyMaterial('certificate')
  }
}

function readKey(text: string, password: string): KeyObject {
  const [pem] = text.match(/-----BEGIN ([A-Z ]*)PRIVATE KEY-----(?:(?!-----)[\s\S])+-----END \1PRIVATE KEY-----/) ?? []
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
  const [bag] = [...bagsOf(pkcs8ShroudedKeyBag), ...bagsOf(keyBag)]
  if (!bag?.key) throw new BadKeyMaterial('key')
  const certificates = bagsOf(certBag).flatMap(({ cert, asn1 }) => {
    const node = cert ? forge.pki.certificateToAsn1(cert) : asn1
    return [new X509Certificate(Buffer.from(forge.asn1.toDer(node).getBytes(), 'binary'))]
  })
  return { certificates, privateKey: createPrivateKey(forge.pki.privateKeyToPem(bag.key)) }
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
