import { randomUUID } from 'node:crypto'
import type { CallRecord } from './call.ts'
import { type CertificateCheck, stapleOnly } from './certificate-check.ts'
import { type Gate, openGate } from './gate.ts'
import { answerBytes, type Limits } from './limits.ts'
import type { Seal } from './signer.ts'
import type { TlsCredentials } from './tls.ts'
import { createTransport, type Transport } from './transport.ts'

export type StetVersion = '1.4.2' | '1.6.2'

export const defaultLimits: Limits = {
  connectMs: 3_000,
  attendedHeadersMs: 12_000,
  batchHeadersMs: 30_000,
  bodyMs: 15_000,
  keepAliveMs: 30_000,
  keepAliveMaxMs: 55_000,
  answerBytes: answerBytes.list,
  connections: 20,
  parallelPages: 6,
}

type BankSettings = {
  /** Five digits; a token is only valid for the bank code that issued it (document 1, rule 2). */
  readonly code: string
  /** The interface, over mutual TLS: `https://19870.sandbox.localhost:8443`. No trailing slash needed. */
  readonly baseUrl: string
  /** Where a browser is sent for authorization; often the same as `baseUrl`. */
  readonly screensUrl: string
  readonly version: StetVersion
  /** From `registerApplication`; empty during registration. */
  readonly clientId: string
  readonly pkce: boolean
  readonly seal: Seal
  readonly clock?: () => Date
  readonly newRequestId?: () => string
  /** Called after every call, answered or not; contains no secrets. */
  readonly onCall?: (call: CallRecord) => void
  readonly limits?: Partial<Limits>
  /** Circuit breaker and bulkhead, asked before each call. Without it every call is sent. */
  readonly gate?: Gate
  /** How the bank's certificate is checked. Without it only stapled OCSP answers are. */
  readonly certificates?: CertificateCheck
}

/** Certificates for mutual TLS, or a transport of the caller's (for tests, or another HTTP stack). */
export type BankOptions = BankSettings & ({ readonly tls: TlsCredentials } | { readonly transport: Transport })

/** Replaced as one value when certificates are rolled, so that no call mixes old and new. */
type Credentials = { readonly transport: Transport; readonly seal: Seal }

/** A bank to call. Create it once and keep it: it owns the connections. */
export type Bank = {
  readonly code: string
  readonly baseUrl: URL
  readonly screensUrl: URL
  readonly version: StetVersion
  readonly clientId: string
  readonly pkce: boolean
  readonly clock: () => Date
  readonly newRequestId: () => string
  readonly onCall: (call: CallRecord) => void
  readonly limits: Limits
  readonly gate: Gate
  readonly certificates: CertificateCheck
  /** Changed by `swapCredentials` alone. */
  credentials: Credentials
}

/**
 * Creates a bank without sending anything. Throws TypeError for a base address that is not `https` or not a URL, and
 * for unusable certificates or keyId.
 */
export function createBank(options: BankOptions): Bank {
  checkSeal(options.seal)
  const limits = { ...defaultLimits, ...options.limits }
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
    clock: options.clock ?? (() => new Date()),
    newRequestId: options.newRequestId ?? randomUUID,
    onCall: options.onCall ?? (() => {}),
    limits,
    gate: options.gate ?? openGate,
    certificates,
    credentials: { transport, seal: options.seal },
  }
}

/**
 * Rolls to new certificates without losing a call: later calls use the new ones, running calls end on the old
 * connections, which then close. Resolves when they have closed.
 */
export async function swapCredentials(bank: Bank, next: { tls: TlsCredentials; seal: Seal }): Promise<void> {
  checkSeal(next.seal)
  const old = bank.credentials.transport
  const transport = createTransport(bank.baseUrl, next.tls, bank.limits, bank.certificates)
  bank.credentials = { transport, seal: next.seal }
  await old.close()
}

/** Waits for running calls, then closes the connections. */
export async function closeBank(bank: Bank): Promise<void> {
  await bank.credentials.transport.close()
}

/** An address of the data interface; `path` begins with `/`. */
export function dataUrl(bank: Bank, path: string): URL {
  return atBase(bank.baseUrl, `/stet/psd2/v${bank.version}${path}`)
}

/** An address below a base URL, which may have a path. */
export function atBase(base: URL, path: string): URL {
  return new URL(base.pathname.replace(/(?<!\/)\/+$/, '') + path, base)
}

/** The keyId is quoted in a header: a quote in it would let a setting inject signature parameters. */
function checkSeal({ keyId }: Seal): void {
  if (!/^[\x21\x23-\x5b\x5d-\x7e]+$/.test(keyId)) throw new TypeError('a keyId is printable ASCII without quotes')
}

function parseBase(address: string): URL {
  const url = new URL(address)
  if (url.username !== '' || url.search !== '' || url.hash !== '')
    throw new TypeError('a base address is host and path')
  return url
}
