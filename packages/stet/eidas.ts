import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto'
import { cleanText } from '@guichet/values/text/clean.ts'
import forge from 'node-forge'
import { oidOf, readExtensions, readParts, shownName } from './certificate-parts.ts'
import { childrenOf, type DerElement, only, readElements, tags } from './der.ts'

/** An eIDAS certificate for PSD2 (ETSI TS 119 495, bank:D17). */
export type EidasCertificate = {
  readonly use: 'qwac' | 'qsealc' | 'unknown'
  readonly subject: string
  readonly issuer: string
  readonly serial: string
  /** SHA-256 of the DER, lower-case hex (bank:D16). */
  readonly fingerprint: string
  /** Such as `PSDFR-ACPR-12345`. */
  readonly organisationId: string | null
  /** `PSP_AI`, `PSP_PI` … */
  readonly roles: readonly string[]
  readonly validFrom: Date
  readonly validTo: Date
  readonly x509: X509Certificate
}

/** OID contents in hexadecimal. */
const qcStatements = '2b06010505070103'
/** PSD2QcType (ETSI TS 119 495 § 5.1), QcType and its values (ETSI EN 319 412-5 § 4.2.3). */
const oids = { psd2: '040081982702', qcType: '04008e460106', seal: '04008e46010602', web: '04008e46010603' }
/** RoleOfPSP (ETSI TS 119 495 § 5.1). */
const roleNames: Readonly<Record<string, string>> = {
  '04008198270101': 'PSP_AS',
  '04008198270102': 'PSP_PI',
  '04008198270103': 'PSP_AI',
  '04008198270104': 'PSP_IC',
}

/** PEM or DER. TypeError if it is not a certificate. */
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

/** OID 2.5.4.97. */
function findOrganisation(x509: X509Certificate): string | null {
  const [found] = [x509.toLegacyObject().subject.organizationIdentifier].flat()
  return cleanText(found ?? '', 140) || null
}

function readStatements(x509: X509Certificate): Pick<EidasCertificate, 'use' | 'roles'> {
  try {
    const extension = readExtensions(readParts(x509).extensions).get(qcStatements)
    const statements = extension ? childrenOf(only(readElements(extension.value))) : []
    const leaves = (id: string) => {
      const statement = statements.find(one => oidOf(one) === id)
      return statement ? leavesOf(statement).slice(1) : []
    }
    return { use: usageFrom(leaves(oids.qcType)), roles: rolesFrom(leaves(oids.psd2)) }
  } catch {
    return { use: 'unknown', roles: [] }
  }
}

const deepest = 6

/** Authorities nest roles in lists of their own, one list, or none. */
function leavesOf(element: DerElement, depth = 0): readonly DerElement[] {
  const isConstructed = (element.tag & 0x20) !== 0
  return isConstructed && depth < deepest ? childrenOf(element).flatMap(one => leavesOf(one, depth + 1)) : [element]
}

const identifierOf = ({ tag, content }: DerElement) => (tag === tags.identifier ? content.toString('hex') : '')

function usageFrom(leaves: readonly DerElement[]): EidasCertificate['use'] {
  const types = leaves.map(identifierOf)
  if (types.includes(oids.web)) return 'qwac'
  return types.includes(oids.seal) ? 'qsealc' : 'unknown'
}

/** A role counts if the name after its identifier is its own. */
function rolesFrom(leaves: readonly DerElement[]): readonly string[] {
  const named = leaves.flatMap((leaf, at) => {
    const role = roleNames[identifierOf(leaf)]
    const name = leaves[at + 1]?.content.toString('latin1').replaceAll('\0', '').trim().toUpperCase()
    return role !== undefined && name === role ? [role] : []
  })
  return [...new Set(named)]
}

export type KeyedCertificate = {
  readonly certificatePem: string
  /** PKCS#8, unencrypted: never for a disk. */
  readonly keyPem: string
  /** From the leaf's issuer on; may be empty. */
  readonly chainPem: string
}

export type KeyFault = 'certificate' | 'key' | 'password' | 'mismatch' | 'key_type'

export class BadKeyMaterial extends Error {
  override readonly name = 'BadKeyMaterial'
  readonly fault: KeyFault

  constructor(fault: KeyFault) {
    super(fault)
    this.fault = fault
  }
}

/**
 * PEM (`data` certificate and chain, `key`, its `password`) or PKCS#12 in base64 (`data`, `password`). Throws
 * BadKeyMaterial: the key must be RSA of 2048 bits or more (bank:D14) and belong to the certificate.
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
 * PEM whose key is elsewhere, with or without chain; `keyPem` is empty. Throws BadKeyMaterial without a certificate,
 * or unless RSA of 2048 bits or more (bank:D14).
 */
export function readKeylessCertificate(data: string): KeyedCertificate {
  const certificates = readBlocks(data)
  const leaf = certificates.find(({ ca }) => !ca)
  if (!leaf) throw new BadKeyMaterial('certificate')
  checkKeyType(leaf.publicKey)
  const chain = certificates.filter(certificate => certificate !== leaf)
  return { certificatePem: leaf.toString(), keyPem: '', chainPem: chain.map(String).join('') }
}

/** Throws BadKeyMaterial unless RSA of 2048 bits or more (bank:D14). */
export function checkKeyType(key: KeyObject): void {
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
