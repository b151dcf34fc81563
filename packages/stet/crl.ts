import { type KeyObject, verify, type X509Certificate } from 'node:crypto'
import { canonicalSerial } from '#stet/terms/certificate-serial.ts'
import {
  type Extension,
  type RevocationStatus,
  readExtensions,
  readParts,
  signatureDigest,
  skewMs,
  unsaidLifeMs,
} from './certificate-parts.ts'
import {
  childrenOf,
  type DerElement,
  firstElement,
  found,
  only,
  readElements,
  tags,
  timeOf,
  walkElements,
} from './der.ts'
import { yieldToEventLoop } from './event-loop.ts'

/** OID contents of 2.5.29.31 (certificate) and 2.5.29.28 (CRL). */
const distributionPoints = '551d1f'
const issuingDistributionPoint = '551d1c'

const maxPoints = 3
const longestAddress = 2_000
/** About a millisecond. */
const entriesOfTurn = 1_000

/** With a verified signature; times in milliseconds since 1970. */
export type RevocationList = {
  /** `canonicalSerial`. */
  readonly serials: ReadonlySet<string>
  readonly thisUpdate: number
  /** One day after `thisUpdate` if absent. */
  readonly nextUpdate: number
  /** What it does not cover; null if complete. */
  readonly scope: Scope | null
}

/** RFC 5280 § 5.2.5: certain certificates, reasons, or one distribution point. */
type Scope = {
  readonly kinds: 'all' | 'users' | 'authorities'
  readonly addresses: readonly string[] | null
  readonly isOfAllReasons: boolean
}

export type Asked = { readonly serial: string; readonly isAuthority: boolean; readonly point: URL; readonly at: Date }

/**
 * First three CRL addresses of a certificate (RFC 5280 § 4.2.1.13), http(s) without credentials; not those of
 * another issuer or for some reasons only. Never throws.
 */
export function readDistributionPoints(certificate: X509Certificate): readonly URL[] {
  try {
    const extension = readExtensions(readParts(certificate).extensions).get(distributionPoints)
    if (extension === undefined) return []
    const points = childrenOf(only(readElements(extension.value))).map(childrenOf)
    const whole = points.filter(members => members.length === 1)
    return whole.flatMap(([name]) => addressesIn(found(name))).slice(0, maxPoints)
  } catch {
    return []
  }
}

/** `[0] { [0] { [6] uri … } }`; a name relative to the issuer has no address. */
function addressesIn(name: DerElement): readonly URL[] {
  if (name.tag !== tags.context0) return []
  const full = childrenOf(name).find(({ tag }) => tag === tags.context0)
  return (full ? childrenOf(full) : [])
    .filter(({ tag, content }) => tag === 0x86 && content.length <= longestAddress)
    .map(({ content }) => URL.parse(content.toString('latin1')))
    .filter(url => url !== null)
    .filter(({ protocol, username, password }) => /^https?:$/.test(protocol) && username === '' && password === '')
}

/**
 * Parses a CRL (RFC 5280 § 5) of `issuer`, DER or PEM. `unreadable`: truncated, wrongly signed, of another issuer,
 * delta or indirect, or with an unknown critical extension. Never throws.
 */
export async function readRevocationList(
  bytes: Buffer,
  issuer: X509Certificate,
): Promise<RevocationList | 'unreadable'> {
  try {
    const [tbs, algorithm, signature] = childrenOf(only(readElements(derOf(bytes))))
    const isSigned = await isSignedBy(found(tbs), found(algorithm), found(signature), issuer.publicKey)
    return isSigned ? await readSigned(found(tbs), found(algorithm), issuer) : 'unreadable'
  } catch {
    return 'unreadable'
  }
}

const pemBegin = '-----BEGIN X509 CRL-----'
const pemEnd = '-----END X509 CRL-----'

function derOf(bytes: Buffer): Buffer {
  const from = bytes.indexOf(pemBegin)
  const to = bytes.indexOf(pemEnd)
  if (bytes[0] === tags.sequence || from === -1 || to < from) return bytes
  return Buffer.from(bytes.toString('latin1', from + pemBegin.length, to), 'base64')
}

/** Off the event loop: hashing megabytes takes time. */
function isSignedBy(tbs: DerElement, algorithm: DerElement, signature: DerElement, key: KeyObject): Promise<boolean> {
  const digest = signatureDigest(algorithm)
  if (digest === undefined) return Promise.resolve(false)
  const bits = signature.content.subarray(1)
  return new Promise((resolve, reject) =>
    verify(digest, tbs.raw, key, bits, (error, isRight) => (error ? reject(error) : resolve(isRight))),
  )
}

/** version, algorithm, issuer, thisUpdate, nextUpdate, entries, extensions; three are optional. */
async function readSigned(
  tbs: DerElement,
  algorithm: DerElement,
  issuer: X509Certificate,
): Promise<RevocationList | 'unreadable'> {
  const [inner, name, from, ...rest] = childrenOf(tbs).filter(({ tag }) => tag !== tags.integer)
  const [until, entries] = rest[0]?.tag === tags.sequence ? [undefined, rest[0]] : [rest[0], rest[1]]
  const scope = scopeOf(readExtensions(rest.find(({ tag }) => tag === tags.context0)))
  const isOfIssuer = found(name).raw.equals(readParts(issuer).subject.raw)
  if (!isOfIssuer || !found(inner).raw.equals(algorithm.raw) || scope === 'unreadable') return 'unreadable'
  const thisUpdate = timeOf(found(from))
  const isNamed = until !== undefined && until.tag !== tags.context0
  const nextUpdate = isNamed ? timeOf(until) : thisUpdate + unsaidLifeMs
  const serials = entries?.tag === tags.sequence ? await readSerials(entries) : new Set<string>()
  return { serials, thisUpdate, nextUpdate, scope }
}

async function readSerials(entries: DerElement): Promise<ReadonlySet<string>> {
  const serials = new Set<string>()
  let read = 0
  for (const { content } of walkElements(entries.content)) {
    if (read % entriesOfTurn === 0) await yieldToEventLoop()
    serials.add(canonicalSerial(firstElement(content).content.toString('hex')))
    read += 1
  }
  return serials
}

/** A delta CRL has a critical extension unknown here. */
function scopeOf(extensions: ReadonlyMap<string, Extension>): Scope | null | 'unreadable' {
  const isKnown = [...extensions].every(([oid, { critical }]) => !critical || oid === issuingDistributionPoint)
  if (!isKnown) return 'unreadable'
  const extension = extensions.get(issuingDistributionPoint)
  if (extension === undefined) return null
  const members = childrenOf(only(readElements(extension.value)))
  const member = (number: number) => members.find(({ tag }) => (tag & 0x1f) === number)
  const isSet = (number: number) => (member(number)?.content[0] ?? 0) !== 0
  const [ofUsers, ofAuthorities, isIndirect, ofAttributes] = [1, 2, 4, 5].map(isSet)
  if (isIndirect || ofAttributes) return 'unreadable'
  const name = member(0)
  return {
    kinds: ofUsers ? 'users' : ofAuthorities ? 'authorities' : 'all',
    addresses: name ? addressesIn(name).map(({ href }) => href) : null,
    isOfAllReasons: member(3) === undefined,
  }
}

/** `revoked` if listed, even if outdated; `good` if current and covering the certificate; else `unknown`. */
export function statusInList(list: RevocationList, { serial, isAuthority, point, at }: Asked): RevocationStatus {
  if (list.serials.has(serial)) return 'revoked'
  const isCurrent = list.thisUpdate - skewMs <= at.getTime() && at.getTime() <= list.nextUpdate
  return isCurrent && covers(list.scope, isAuthority, point) ? 'good' : 'unknown'
}

function covers(scope: Scope | null, isAuthority: boolean, point: URL): boolean {
  if (scope === null) return true
  const { kinds, addresses, isOfAllReasons } = scope
  const isOfKind = kinds === 'all' || (kinds === 'authorities') === isAuthority
  return isOfAllReasons && isOfKind && (addresses === null || addresses.includes(point.href))
}
