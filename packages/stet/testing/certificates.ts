import 'reflect-metadata'
import {
  BasicConstraintsExtension,
  ExtendedKeyUsageExtension,
  Extension,
  KeyUsageFlags,
  KeyUsagesExtension,
  SubjectAlternativeNameExtension,
  X509CertificateGenerator,
} from '@peculiar/x509'
import { der } from '#stet/write-der.ts'

/** Small in-memory certificates for tests of the transport, valid for an hour by default. */
export type Issued = { readonly cert: string; readonly key: string }
export type Authority = Issued & { readonly name: string; readonly keys: CryptoKeyPair }

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
const hourMs = 3_600_000

/** A certificate authority with a new P-256 key. */
export async function makeAuthority(name: string): Promise<Authority> {
  const keys = await makeKeys()
  const cert = await X509CertificateGenerator.createSelfSigned({
    name: `CN=${name}`,
    keys,
    signingAlgorithm: algorithm,
    notBefore: new Date(Date.now() - hourMs),
    notAfter: new Date(Date.now() + hourMs),
    extensions: [
      new BasicConstraintsExtension(true, undefined, true),
      new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true),
    ],
  })
  return { name, keys, cert: cert.toString('pem'), key: await exportKey(keys) }
}

/** A certificate for a server (`hosts`) or a client, valid for an hour or until `endsAt`. */
export async function issue(
  authority: Authority,
  subject: {
    readonly name: string
    readonly hosts?: readonly string[]
    readonly endsAt?: Date
    readonly signsOcsp?: boolean
    /** CRL addresses, one distribution point each. */
    readonly points?: readonly string[]
    /** The content of its qcStatements extension. */
    readonly statements?: Buffer
  },
): Promise<Issued> {
  const keys = await makeKeys()
  const hosts = (subject.hosts ?? []).map(value => ({ type: 'dns' as const, value }))
  const extensions: Extension[] = hosts.length > 0 ? [new SubjectAlternativeNameExtension(hosts)] : []
  if (subject.signsOcsp) extensions.push(new ExtendedKeyUsageExtension(['1.3.6.1.5.5.7.3.9']))
  if (subject.points) extensions.push(pointsAt(subject.points))
  if (subject.statements) {
    extensions.push(new Extension('1.3.6.1.5.5.7.1.3', false, new Uint8Array(subject.statements)))
  }
  const cert = await X509CertificateGenerator.create({
    subject: `CN=${subject.name}`,
    issuer: `CN=${authority.name}`,
    publicKey: keys.publicKey,
    signingKey: authority.keys.privateKey,
    signingAlgorithm: algorithm,
    notBefore: new Date(Date.now() - hourMs),
    notAfter: subject.endsAt ?? new Date(Date.now() + hourMs),
    extensions,
  })
  return { cert: cert.toString('pem'), key: await exportKey(keys) }
}

/** An authority below another. */
export async function issueAuthority(
  above: Authority,
  { name, points = [] }: { readonly name: string; readonly points?: readonly string[] },
): Promise<Authority> {
  const keys = await makeKeys()
  const cert = await X509CertificateGenerator.create({
    subject: `CN=${name}`,
    issuer: `CN=${above.name}`,
    publicKey: keys.publicKey,
    signingKey: above.keys.privateKey,
    signingAlgorithm: algorithm,
    notBefore: new Date(Date.now() - hourMs),
    notAfter: new Date(Date.now() + hourMs),
    extensions: [new BasicConstraintsExtension(true, undefined, true), pointsAt(points)],
  })
  return { name, keys, cert: cert.toString('pem'), key: await exportKey(keys) }
}

/** The extension 2.5.29.31 with one address per point. */
function pointsAt(addresses: readonly string[]): Extension {
  const points = addresses.map(address => der(0x30, der(0xa0, der(0xa0, der(0x86, Buffer.from(address, 'latin1'))))))
  return new Extension('2.5.29.31', false, new Uint8Array(der(0x30, ...points)))
}

function makeKeys(): Promise<CryptoKeyPair> {
  return crypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
}

async function exportKey(keys: CryptoKeyPair): Promise<string> {
  const der = Buffer.from(await crypto.subtle.exportKey('pkcs8', keys.privateKey))
  const lines = der.toString('base64').match(/.{1,64}/g) ?? []
  return ['-----BEGIN PRIVATE KEY-----', ...lines, '-----END PRIVATE KEY-----', ''].join('\n')
}
