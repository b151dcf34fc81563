import type { LookupFunction, Socket } from 'node:net'
import { createSecureContext, TLSSocket } from 'node:tls'
import { brand } from '@guichet/values/brand.ts'
import { buildConnector, type Dispatcher, Pool } from 'undici'
import type { ByteBudget } from './byte-budget.ts'
import { type Arrival, type CertificateCheck, type CertificateWatch, watchCertificates } from './certificate-check.ts'
import { readAuthorities } from './chain.ts'
import { codingsOf, decodeBody, textOf, UnknownCoding } from './decode.ts'
import type { Limits } from './limits.ts'
import { connectWithin, lookupLoopback } from './lookup.ts'
import type { TlsCredentials } from './tls.ts'

export type WireRequest = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly target: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
  readonly headersMs: number
  readonly bodyMs: number
  /** Also decompressed. */
  readonly answerBytes: number
  /** Read of a refusal; the rest is discarded. */
  readonly refusalBytes: number
  readonly budget: ByteBudget | null
  readonly signal: AbortSignal | null
}

export type WireAnswer = {
  readonly status: number
  /** Lower-case names, repeated ones joined with a comma. */
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
}

/** One exchange: no redirect, nothing twice. Fails with `TransportFailure` only. */
export type Transport = {
  readonly exchange: (request: WireRequest) => Promise<WireAnswer>
  /** After running exchanges. */
  readonly close: () => Promise<void>
}

export class TransportFailure extends Error {
  static {
    brand(TransportFailure, 'TransportFailure')
  }

  readonly kind: 'transport' | 'timeout' | 'aborted' | 'too_large' | 'media_type' | 'certificate_revoked'
  readonly sent: 'no' | 'unknown' | 'yes'
  /** Of a truncated answer. */
  readonly status: number | null

  constructor(kind: TransportFailure['kind'], sent: TransportFailure['sent'], status: number | null, cause: unknown) {
    super(cause instanceof Error ? cause.message : kind, { cause })
    this.name = 'TransportFailure'
    this.kind = kind
    this.sent = sent
    this.status = status
  }
}

/**
 * HTTPS over a pool with our certificate: TLS 1.2 at least, chain and host verified (C14), revoked banks refused
 * before sending (C68). Throws for an unusable certificate or key.
 */
export function createTransport(
  baseUrl: URL,
  tls: TlsCredentials,
  limits: Limits,
  certificates: CertificateCheck,
): Transport {
  const ca = typeof tls.ca === 'string' || Buffer.isBuffer(tls.ca) ? tls.ca : [...tls.ca]
  const secureContext = createSecureContext({ cert: tls.cert, key: tls.key, ca, minVersion: 'TLSv1.2' })
  const lookup: LookupFunction = lookupLoopback
  const openWatch = watchCertificates(certificates, () => readAuthorities(tls.ca))
  const openPool = () => {
    const watch = openWatch()
    const trust = { secureContext, rejectUnauthorized: true, allowH2: false }
    const tlsOptions = { ...trust, ...connectWithin(limits.connectMs), lookup }
    const pool = new Pool(baseUrl.origin, {
      connect: checkingConnector(tlsOptions, watch),
      connections: limits.connections,
      keepAliveTimeout: limits.keepAliveMs,
      keepAliveMaxTimeout: limits.keepAliveMaxMs,
      allowH2: false,
      pipelining: 1,
    })
    return { pool, watch }
  }
  let current = openPool()
  let isClosed = false
  const closing = new Set<Promise<void>>()
  /** Replaces a pool that must not be used any more; running calls end on it. */
  const poolOfToday = () => {
    if (isClosed || !current.watch.isOver()) return current.pool
    const closed: Promise<void> = current.pool.close().finally(() => closing.delete(closed))
    closing.add(closed)
    current = openPool()
    return current.pool
  }
  return {
    exchange: request => new Promise((resolve, reject) => startExchange(poolOfToday(), request, resolve, reject)),
    close: async () => {
      isClosed = true
      await Promise.all([current.pool.close(), ...closing])
    },
  }
}

/** Gives undici no socket to a bank whose certificate was revoked. */
function checkingConnector(options: buildConnector.BuildOptions, watch: CertificateWatch): buildConnector.connector {
  const connect = buildConnector({ ...options, requestOCSP: true })
  return (target, callback) => {
    let staple: Buffer | null = null
    // undici returns the socket before its handshake.
    const begun: unknown = connect(target, (error, socket) => {
      if (error !== null) return callback(error, null)
      const refuse = (cause: unknown) => {
        socket.destroy()
        callback(cause instanceof Error ? cause : new Error('no connection', { cause }), null)
      }
      checkSocket(socket, staple, watch).then(() => callback(null, socket), refuse)
    })
    if (begun instanceof TLSSocket) {
      begun.once('OCSPResponse', (bytes: Buffer) => {
        staple = bytes
      })
    }
  }
}

/** Throws if it must not be used. */
async function checkSocket(socket: Socket, staple: Buffer | null, watch: CertificateWatch): Promise<void> {
  if (!(await watch.admit(arrivalOf(socket, staple)))) throw new RevokedCertificate()
  if (socket.destroyed) throw socket.errored ?? new Error('the bank hung up')
}

function arrivalOf(socket: Socket, staple: Buffer | null): Arrival {
  if (socket instanceof TLSSocket && socket.isSessionReused()) return 'resumed'
  const certificate = socket instanceof TLSSocket ? socket.getPeerX509Certificate() : undefined
  if (certificate === undefined) throw new Error('a bank without a certificate')
  return { certificate, staple }
}

class RevokedCertificate extends Error {
  override readonly name = 'RevokedCertificate'
  readonly code = 'CERTIFICATE_REVOKED'
}

function startExchange(
  pool: Pool,
  request: WireRequest,
  resolve: (answer: WireAnswer) => void,
  reject: (failure: TransportFailure) => void,
): void {
  if (request.signal?.aborted) {
    reject(new TransportFailure('aborted', 'no', null, request.signal.reason))
    return
  }
  const handler = new ExchangeHandler(request, resolve, reject)
  const { method, target: path, headers, body, headersMs: headersTimeout, bodyMs: bodyTimeout } = request
  try {
    pool.dispatch({ method, path, headers: { ...headers }, body, headersTimeout, bodyTimeout }, handler)
  } catch (error) {
    handler.fail(error)
  }
}

/** Collects the answer, and knows whether anything was sent. */
class ExchangeHandler implements Dispatcher.DispatchHandler {
  readonly #request: WireRequest
  readonly #resolve: (answer: WireAnswer) => void
  readonly #reject: (failure: TransportFailure) => void
  readonly #chunks: Buffer[] = []
  readonly #onAbort: () => void
  #bytes = 0
  #started = false
  #ended = false
  #status: number | null = null
  #headers: Record<string, string> = {}
  #kind: TransportFailure['kind'] | null = null
  #controller: Dispatcher.DispatchController | null = null
  #deadline: NodeJS.Timeout

  constructor(
    request: WireRequest,
    resolve: (answer: WireAnswer) => void,
    reject: (failure: TransportFailure) => void,
  ) {
    this.#request = request
    this.#resolve = resolve
    this.#reject = reject
    this.#onAbort = () => this.#stop('aborted', request.signal?.reason)
    request.signal?.addEventListener('abort', this.#onAbort, { once: true })
    this.#deadline = this.#startDeadline(request.headersMs)
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller
    if (this.#ended) controller.abort(new Error('given up before it was sent'))
    else this.#started = true
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: Record<string, string | string[] | undefined>,
  ): void {
    if (status < 200) return
    this.#status = status
    for (const [name, value] of Object.entries(headers)) {
      if (value !== undefined) this.#headers[name] = Array.isArray(value) ? value.join(', ') : value
    }
    clearTimeout(this.#deadline)
    this.#deadline = this.#startDeadline(this.#request.bodyMs)
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#ended) return
    const { answerBytes, refusalBytes, budget } = this.#request
    const isRefusal = this.#status !== null && this.#status >= 300
    const kept = isRefusal ? chunk.subarray(0, refusalBytes - this.#bytes) : chunk
    if (this.#bytes + kept.length > answerBytes) {
      this.#stop('too_large', new Error(`more than ${answerBytes} bytes`))
    } else if (budget !== null && !budget.take(kept.length)) {
      this.#stop('too_large', new Error('more than one reading may hold'))
    } else {
      this.#bytes += kept.length
      this.#chunks.push(kept)
      if (kept.length === chunk.length) return
      this.onResponseEnd()
      controller.abort(new Error(`more than ${refusalBytes} bytes of a refusal`))
    }
  }

  onResponseEnd(): void {
    const status = this.#status
    if (status === null || !this.#end()) return
    const headers = this.#headers
    // undici frees the socket one turn later; waiting is cheaper than a new handshake.
    const resolve = (text: string) => setImmediate(() => setImmediate(this.#resolve, { status, headers, text }))
    const reject = (error: unknown) => this.#reject(new TransportFailure(decodingKind(error), 'yes', status, error))
    this.#readText(status).then(resolve, reject)
  }

  /** What can't be decoded of a refusal is dropped. */
  async #readText(status: number): Promise<string> {
    const bytes = Buffer.concat(this.#chunks)
    const { 'content-encoding': coding, 'content-type': type } = this.#headers
    if (bytes.length === 0 || coding === undefined) return textOf(bytes, type)
    const isRefusal = status >= 300
    const limit = isRefusal ? this.#request.refusalBytes : this.#request.answerBytes
    try {
      return textOf(await decodeBody(bytes, codingsOf(coding), { limit, isCut: isRefusal }), type)
    } catch (error) {
      if (isRefusal) return ''
      throw error
    }
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.fail(error)
  }

  fail(error: unknown): void {
    if (!this.#end()) return
    const code = errorCode(error)
    const kind = this.#kind ?? kindOf(code)
    this.#reject(new TransportFailure(kind, this.#sent(code), this.#status, error))
  }

  #sent(code: string): TransportFailure['sent'] {
    if (this.#status !== null) return 'yes'
    if (!this.#started || handshakeRefused.test(code)) return 'no'
    return 'unknown'
  }

  #startDeadline(afterMs: number): NodeJS.Timeout {
    return setTimeout(() => this.#stop('timeout', new Error(`no answer within ${afterMs} ms`)), afterMs)
  }

  /** Even while waiting for a socket. */
  #stop(kind: TransportFailure['kind'], reason: unknown): void {
    this.#kind ??= kind
    const error = reason instanceof Error ? reason : new Error(kind)
    this.fail(error)
    this.#controller?.abort(error)
  }

  #end(): boolean {
    if (this.#ended) return false
    this.#ended = true
    clearTimeout(this.#deadline)
    this.#request.budget?.give(this.#bytes)
    this.#request.signal?.removeEventListener('abort', this.#onAbort)
    return true
  }
}

function decodingKind(error: unknown): TransportFailure['kind'] {
  if (error instanceof UnknownCoding) return 'media_type'
  return errorCode(error) === 'ERR_BUFFER_TOO_LARGE' ? 'too_large' : 'transport'
}

function kindOf(code: string): TransportFailure['kind'] {
  if (code === 'CERTIFICATE_REVOKED') return 'certificate_revoked'
  return timeoutCodes.has(code) ? 'timeout' : 'transport'
}

const timeoutCodes = new Set([
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
  'ETIMEDOUT',
])

/**
 * TLS 1.3 refuses our certificate after the request may be in the socket; a handshake alert means the bank read
 * nothing.
 */
const handshakeRefused = /^ERR_SSL_.*ALERT/

function errorCode(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string'
    ? error.code
    : ''
}
