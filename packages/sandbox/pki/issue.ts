import 'reflect-metadata'
import { createPrivateKey, generateKeyPairSync, randomBytes } from 'node:crypto'
import { chmodSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { join } from 'node:path'
import * as x509 from '@peculiar/x509'
import { Constructed, Primitive, Sequence } from 'asn1js'
import { buildQcStatements, organisationIdForm, type PspRole, type QcUse, qcStatementsOid } from './qc-statements.ts'
import { normaliseSerial, readRevokedSerials } from './revocation.ts'

const algorithm = {
  name: 'RSASSA-PKCS1-v1_5',
  hash: 'SHA-256',
  modulusLength: 2048,
  publicExponent: new Uint8Array([1, 0, 1]),
}
const dayMs = 86_400_000
/** Validity of a revocation list. */
const listDays = 1
const authorityName = [{ C: ['FR'] }, { O: ['Groupe Rivages (sandbox)'] }, { CN: ['Groupe Rivages Sandbox CA'] }]
const localAuthorityName = [{ O: ['Guichet'] }, { CN: ['Guichet demonstration on this machine'] }]

export type Validity = { readonly from: Date; readonly to: Date }

/** A TPP as in its certificates (ETSI TS 119 495). */
export type TppOrder = {
  /** `PSD<country>-<authority>-<number>`. */
  readonly organisationId: string
  readonly name: string
  readonly roles: readonly PspRole[]
  readonly validity?: Validity
}

/** Makes the authority of the sandbox: `ca.pem`, `ca.key` (0600) and an empty `revoked.crl` in `directory`. */
export async function issueAuthority(directory: string): Promise<void> {
  await issueRoot(directory, authorityName)
  await issueRevocationList(directory)
}

/**
 * Makes the authority of a demonstration's own web addresses: `ca.pem` and `ca.key` (0600) in `directory`. People are asked to trust it in
 * their browser, so it can vouch for names under `localhost` and for this machine's own addresses alone.
 */
export async function issueLocalAuthority(directory: string): Promise<void> {
  const named = (tagNumber: number, bytes: readonly number[]) =>
    new Sequence({ value: [new Primitive({ idBlock: { tagClass: 3, tagNumber }, valueHex: new Uint8Array(bytes) })] })
  const permitted = new Constructed({
    idBlock: { tagClass: 3, tagNumber: 0 },
    value: [
      named(2, [...Buffer.from('localhost')]),
      named(7, [127, 0, 0, 1, 255, 255, 255, 255]),
      named(7, [...Array<number>(15).fill(0), 1, ...Array<number>(16).fill(255)]),
    ],
  })
  const constraints = new Sequence({ value: [permitted] }).toBER()
  await issueRoot(directory, localAuthorityName, [new x509.Extension('2.5.29.30', true, constraints)])
}

async function issueRoot(directory: string, name: x509.JsonName, more: readonly x509.Extension[] = []): Promise<void> {
  const keys = await generateKeys()
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    serialNumber: newSerial(),
    name,
    ...spread(daysFromNow(3_650)),
    signingAlgorithm: algorithm,
    keys,
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign, true),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
      ...more,
    ],
  })
  writePair(directory, 'ca', await toKeyedPem(certificate, keys))
  // Whoever keeps the folder in a repository keeps no keys in it.
  writeWhole(join(directory, '.gitignore'), '*\n', 0o644)
}

/** Makes an empty `revoked.crl`. */
export async function issueRevocationList(directory: string): Promise<void> {
  await writeRevocationList(directory, [])
}

/**
 * The revocation list in DER, valid for at least twelve hours and at most a day. One that expires earlier, or was made for
 * longer, is made again with the same entries.
 */
export async function currentRevocationList(directory: string): Promise<Buffer> {
  const path = join(directory, 'revoked.crl')
  const pem = readFileSync(path, 'utf8')
  const list = new x509.X509Crl(pem)
  const leftMs = (list.nextUpdate?.getTime() ?? 0) - Date.now()
  if ((listDays * dayMs) / 2 <= leftMs && leftMs <= listDays * dayMs) return Buffer.from(list.rawData)
  await writeRevocationList(directory, [...readRevokedSerials(pem)])
  return Buffer.from(new x509.X509Crl(readFileSync(path, 'utf8')).rawData)
}

/**
 * Makes a server certificate for `hosts`, signed by the authority in `directory`: `server.{pem,key}` in its `folder`. With `listUrl` it names
 * that address of the revocation list.
 */
export async function issueServer(
  directory: string,
  hosts: readonly string[],
  {
    folder = 'bank',
    validity,
    listUrl,
  }: { readonly folder?: string; readonly validity?: Validity | undefined; readonly listUrl?: string | null } = {},
): Promise<void> {
  const keys = await generateKeys()
  const certificate = await sign(directory, keys, [{ CN: [hosts[0] ?? 'localhost'] }], {
    validity,
    extensions: [
      new x509.SubjectAlternativeNameExtension(
        hosts.map(host => ({ type: isIP(host) ? ('ip' as const) : ('dns' as const), value: host })),
      ),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
      new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
      ...(listUrl ? [new x509.CRLDistributionPointsExtension([listUrl])] : []),
    ],
  })
  writePair(join(directory, folder), 'server', await toKeyedPem(certificate, keys))
}

/** Makes the key that signs the JWTs of the fallback mode: `bank/fallback.key`, EC P-256. */
export function issueFallbackKey(directory: string): void {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  mkdirSync(join(directory, 'bank'), { recursive: true })
  writeWhole(
    join(directory, 'bank/fallback.key'),
    privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    0o600,
  )
}

/**
 * Issues a TPP's two certificates from the authority in `pkiDirectory` into `outDirectory`:
 * `qwac.{pem,key}` for TLS and `qseal.{pem,key}` for signatures, keys with mode 0600. Valid for 730 days by default.
 */
export async function issueTpp(pkiDirectory: string, order: TppOrder, outDirectory: string): Promise<void> {
  await issueTppCertificate(pkiDirectory, order, 'qwac', outDirectory)
  await issueTppCertificate(pkiDirectory, order, 'qsealc', outDirectory)
}

/** One of the two certificates of a TPP; the file is `qwac` or `qseal`. */
export async function issueTppCertificate(
  pkiDirectory: string,
  order: TppOrder,
  use: QcUse,
  outDirectory: string,
): Promise<void> {
  writePair(outDirectory, use === 'qwac' ? 'qwac' : 'qseal', await makeTppCertificate(pkiDirectory, order, use))
}

/** A certificate and its private key (PKCS#8), both PEM. */
export type KeyedPem = { readonly certificate: string; readonly key: string }

/** One of the two certificates of a TPP, signed by the authority in `pkiDirectory`; nothing is stored. */
export async function makeTppCertificate(pkiDirectory: string, order: TppOrder, use: QcUse): Promise<KeyedPem> {
  const [country, authority] = readOrganisationId(order.organisationId)
  const keys = await generateKeys()
  const subject = new x509.Name([
    { C: [country] },
    { O: [order.name] },
    { '2.5.4.97': [{ utf8String: order.organisationId }] },
    { CN: [order.name] },
  ])
  const statements = buildQcStatements({ roles: order.roles, use, ...describeAuthority(country, authority) })
  const certificate = await sign(pkiDirectory, keys, subject, {
    validity: order.validity,
    extensions: [...usagesOf(use), new x509.Extension(qcStatementsOid, false, statements)],
  })
  return toKeyedPem(certificate, keys)
}

/**
 * Adds a certificate (PEM) to the revocation list; the running bank notices within a second.
 * @internal
 */
export async function revokeCertificate(directory: string, certificatePem: string): Promise<void> {
  const serial = normaliseSerial(new x509.X509Certificate(certificatePem).serialNumber)
  const known = readRevokedSerials(readFileSync(join(directory, 'revoked.crl'), 'utf8'))
  await writeRevocationList(directory, [...known, serial])
}

async function writeRevocationList(directory: string, serials: readonly string[]): Promise<void> {
  const { from, to } = daysFromNow(listDays)
  const list = await x509.X509CrlGenerator.create({
    issuer: authorityName,
    thisUpdate: from,
    nextUpdate: to,
    entries: [...new Set(serials)].map(serialNumber => ({ serialNumber, revocationDate: new Date() })),
    signingAlgorithm: algorithm,
    signingKey: await readAuthorityKey(directory),
  })
  writeWhole(join(directory, 'revoked.crl'), toPem('X509 CRL', Buffer.from(list.rawData)), 0o644)
}

// The label that openssl expects; the library writes only CRL.
function toPem(label: string, bytes: Buffer): string {
  const lines = bytes.toString('base64').match(/.{1,64}/g) ?? []
  return `-----BEGIN ${label}-----\n${lines.join('\n')}\n-----END ${label}-----\n`
}

function usagesOf(use: QcUse): x509.Extension[] {
  const { digitalSignature, nonRepudiation } = x509.KeyUsageFlags
  if (use === 'qsealc') return [new x509.KeyUsagesExtension(digitalSignature | nonRepudiation, true)]
  const { clientAuth, serverAuth } = x509.ExtendedKeyUsage
  return [
    new x509.KeyUsagesExtension(digitalSignature, true),
    new x509.ExtendedKeyUsageExtension([clientAuth, serverAuth]),
  ]
}

function readOrganisationId(organisationId: string): [country: string, authority: string] {
  const match = organisationIdForm.exec(organisationId)
  if (!match?.[1] || !match[2]) {
    throw new Error(`organisation id must look like PSDFR-ACPR-12345, not "${organisationId}"`)
  }
  return [match[1], match[2]]
}

function describeAuthority(country: string, authority: string): { authorityName: string; authorityId: string } {
  const authorityId = `${country}-${authority}`
  const french = authorityId === 'FR-ACPR'
  return { authorityId, authorityName: french ? 'Autorité de contrôle prudentiel et de résolution' : authorityId }
}

async function sign(
  directory: string,
  keys: CryptoKeyPair,
  subject: x509.JsonName | x509.Name,
  {
    validity = daysFromNow(730),
    extensions,
  }: { validity: Validity | undefined; extensions: readonly x509.Extension[] },
): Promise<x509.X509Certificate> {
  const ca = new x509.X509Certificate(readFileSync(join(directory, 'ca.pem'), 'utf8'))
  return await x509.X509CertificateGenerator.create({
    serialNumber: newSerial(),
    subject,
    issuer: ca.subjectName,
    ...spread(validity),
    signingAlgorithm: algorithm,
    publicKey: keys.publicKey,
    signingKey: await readAuthorityKey(directory),
    extensions: [
      new x509.BasicConstraintsExtension(false),
      ...extensions,
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
      await x509.AuthorityKeyIdentifierExtension.create(ca.publicKey),
    ],
  })
}

function generateKeys(): Promise<CryptoKeyPair> {
  return crypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
}

async function readAuthorityKey(directory: string): Promise<CryptoKey> {
  const key = createPrivateKey(readFileSync(join(directory, 'ca.key'), 'utf8'))
  const pkcs8 = key.export({ type: 'pkcs8', format: 'der' })
  return await crypto.subtle.importKey('pkcs8', new Uint8Array(pkcs8), algorithm, false, ['sign'])
}

async function toKeyedPem(certificate: x509.X509Certificate, keys: CryptoKeyPair): Promise<KeyedPem> {
  const pkcs8 = Buffer.from(await crypto.subtle.exportKey('pkcs8', keys.privateKey))
  const key = createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' })
  return {
    certificate: `${certificate.toString('pem')}\n`,
    key: key.export({ type: 'pkcs8', format: 'pem' }).toString(),
  }
}

function writePair(directory: string, name: string, { certificate, key }: KeyedPem): void {
  mkdirSync(directory, { recursive: true })
  // The key first, because the next start would take a certificate without its key for complete.
  writeWhole(join(directory, `${name}.key`), key, 0o600)
  writeWhole(join(directory, `${name}.pem`), certificate, 0o644)
}

// Written to a temporary file and renamed, so that a crash leaves either the old file or the new one.
function writeWhole(path: string, text: string, mode: number): void {
  writeFileSync(`${path}.new`, text, { mode })
  chmodSync(`${path}.new`, mode)
  renameSync(`${path}.new`, path)
}

function daysFromNow(days: number): Validity {
  // Valid since an hour ago, for machines whose clock is a little slow.
  return { from: new Date(Date.now() - 3_600_000), to: new Date(Date.now() + days * dayMs) }
}

function spread(validity: Validity): { notBefore: Date; notAfter: Date } {
  return { notBefore: validity.from, notAfter: validity.to }
}

function newSerial(): string {
  const bytes = randomBytes(16)
  bytes[0] = ((bytes[0] ?? 0) & 0x3f) | 0x40
  return bytes.toString('hex')
}
