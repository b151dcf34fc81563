import { randomUUID } from 'node:crypto'
import type { CallRecord } from './call.ts'
import { type CertificateCheck, stapleOnly } from './certificate-check.ts'
import { type Gate, openGate } from './gate.ts'
import { defaultLimits, type Limits } from './limits.ts'
import type { Seal } from './signer.ts'
import type { TlsCredentials } from './tls.ts'
import { createTransport, type Transport } from './transport.ts'

export type StetVersion = '1.4.2' | '1.6.2'

type BankSettings = {
  /** Five digits. */
  readonly code: string
  /** Such as `https://19870.sandbox.localhost:8443`. */
  readonly baseUrl: string
  /** Where a browser authorises; often `baseUrl`. */
  readonly screensUrl: string
  readonly version: StetVersion
  /** From `registerApplication`; empty during registration. */
  readonly clientId: string
  readonly pkce: boolean
  readonly seal: Seal
  /** Real time, of what is signed. */
  readonly clock?: () => Date
  /** By which lifetimes are kept, if not `clock`: a demonstration's. */
  readonly now?: () => Date
  readonly newRequestId?: () => string
  /** After every call, answered or not; no secrets. */
  readonly onCall?: (call: CallRecord) => void
  readonly limits?: Partial<Limits>
  /** Circuit breaker and bulkhead; without it every call is sent. */
  readonly gate?: Gate
  /** Without it only stapled OCSP answers are checked. */
  readonly certificates?: CertificateCheck
}

export type BankOptions = BankSettings & ({ readonly tls: TlsCredentials } | { readonly transport: Transport })

/** Replaced as one value, so that no call mixes old and new. */
type Credentials = { readonly transport: Transport; readonly seal: Seal }

/** Owns the connections: create it once. */
export type Bank = {
  readonly code: string
  readonly baseUrl: URL
  readonly screensUrl: URL
  readonly version: StetVersion
  readonly clientId: string
  readonly pkce: boolean
  readonly clock: () => Date
  readonly now: () => Date
  readonly newRequestId: () => string
  readonly onCall: (call: CallRecord) => void
  readonly limits: Limits
  readonly gate: Gate
  readonly certificates: CertificateCheck
  credentials: Credentials
}

/** Sends nothing. TypeError for a base address that is no https URL, and for unusable certificates or keyId. */
export function createBank(options: BankOptions): Bank {
  checkSeal(options.seal)
  const limits = { ...defaultLimits, ...options.limits }
  const clock = options.clock ?? (() => new Date())
  const baseUrl = parseBase(options.baseUrl)
  if (baseUrl.protocol !== 'https:') throw new TypeError(`the interface of bank ${options.code} must be https`)
  const certificates = options.certificates ?? stapleOnly
  const transport =
    'transport' in options ? options.transport : createTransport(baseUrl, options.tls, limits, certificates)
  return {
    code: options.code,
    baseUrl,
    screensUrl: parseBase(options.screensUrl),
    version: options.version,
    clientId: options.clientId,
    pkce: options.pkce,
    clock,
    now: options.now ?? clock,
    newRequestId: options.newRequestId ?? randomUUID,
    onCall: options.onCall ?? (() => {}),
    limits,
    gate: options.gate ?? openGate,
    certificates,
    credentials: { transport, seal: options.seal },
  }
}

/** Rolls the certificates: running calls end on the old connections. Resolves when those have closed. */
export async function swapCredentials(bank: Bank, next: { tls: TlsCredentials; seal: Seal }): Promise<void> {
  checkSeal(next.seal)
  const old = bank.credentials.transport
  const transport = createTransport(bank.baseUrl, next.tls, bank.limits, bank.certificates)
  bank.credentials = { transport, seal: next.seal }
  await old.close()
}

/** Closes the connections after the running calls. */
export async function closeBank(bank: Bank): Promise<void> {
  await bank.credentials.transport.close()
}

/** `path` begins with `/`. */
export function dataUrl(bank: Bank, path: string): URL {
  return atBase(bank.baseUrl, `/stet/psd2/v${bank.version}${path}`)
}

export function atBase(base: URL, path: string): URL {
  return new URL(base.pathname.replace(/(?<!\/)\/+$/, '') + path, base)
}

/** A quote in the keyId could inject signature parameters. */
function checkSeal({ keyId }: Seal): void {
  if (!/^[\x21\x23-\x5b\x5d-\x7e]+$/.test(keyId)) throw new TypeError('a keyId is printable ASCII without quotes')
}

function parseBase(address: string): URL {
  const url = new URL(address)
  if (url.username !== '' || url.search !== '' || url.hash !== '')
    throw new TypeError('a base address is host and path')
  return url
}
