import type { AppEvent, Event, Problem } from './index.ts'

/** Guichet's API v1, typed. No dependency: `fetch` and WebCrypto are enough, in Node and elsewhere. */

export type ClientOptions = {
  /** `gk_test_…` or `gk_live_…`. It belongs on a server, never in a browser. */
  readonly key: string
  /** Where Guichet is, e.g. `https://guichet.example`. */
  readonly origin: string
  readonly fetch?: typeof fetch | undefined
  /** How long one try may take, in milliseconds; 30,000 without it. */
  readonly timeoutMs?: number | undefined
}

export type CallOptions = {
  /** Of a POST; made by the client when there is none. Give your own to repeat a request after a crash. */
  readonly idempotencyKey?: string | undefined
  readonly signal?: AbortSignal | undefined
}

/** A page of a list, newest first. */
export type Page<Item> = {
  readonly object: 'list'
  readonly data: readonly Item[]
  /** Null on the last page. */
  readonly next_cursor: string | null
}

export type ProblemCode = Problem['code']

/** A refusal, as RFC 9457 says it. Branch on `code`; `isProblem` narrows it. */
export class GuichetProblem<Code extends ProblemCode = ProblemCode> extends Error {
  override readonly name = 'GuichetProblem'
  readonly status: number
  readonly code: Code
  readonly field: string | null
  readonly problem: Problem & { readonly code: Code }
  /** When the same request may be sent again, if the API says so. */
  readonly retryAfterSeconds: number | null

  constructor(problem: Problem & { readonly code: Code }, retryAfterSeconds: number | null = null) {
    super(`${problem.title}: ${problem.detail}`)
    this.status = problem.status
    this.code = problem.code
    this.field = problem.field ?? null
    this.problem = problem
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** Whether an error is a refusal with one of these codes; without codes: any refusal. */
export function isProblem<Code extends ProblemCode>(
  error: unknown,
  ...codes: readonly Code[]
): error is GuichetProblem<Code> {
  if (!(error instanceof GuichetProblem)) return false
  return codes.length === 0 || codes.some(code => code === error.code)
}

/**
 * No answer of the API: the network failed, time ran out, or something in between answered. The request may have been
 * carried out. Send a POST again with the same `idempotencyKey`, and it is carried out once.
 */
export class GuichetNoAnswer extends Error {
  override readonly name = 'GuichetNoAnswer'
  /** Of an answer that is not the API's. */
  readonly status: number | null
  /** Of the request, if it was a POST. */
  readonly idempotencyKey: string | null

  constructor(status: number | null, idempotencyKey: string | null, cause?: unknown) {
    super(status === null ? 'no answer' : `an answer that is not the API's, with status ${status}`, { cause })
    this.status = status
    this.idempotencyKey = idempotencyKey
  }
}

type Sent = CallOptions & { readonly body?: unknown; readonly query?: Readonly<Record<string, unknown>> }
type Answered = { readonly status: number; readonly said: unknown; readonly retryAfterSeconds: number | null }

/** How often a request is sent, the first time included. It is the same request: nothing is done twice. */
const maxTries = 3
const longestWaitSeconds = 5

/**
 * A client for one key. Every method throws `GuichetProblem` if the API refuses, and `GuichetNoAnswer` if no answer came in
 * three tries. Throws a TypeError if `origin` or `key` is missing.
 */
export function createClient({ key, ...options }: ClientOptions) {
  // biome-ignore lint/correctness/noUnusedVariables: the operations use it.
  const { call, each } = connect({
    ...options,
    secret: key,
    name: 'key: give an API key, gk_test_… or gk_live_…',
    path: '/api/v1',
  })
  return {
    /* operations */
    call,
  }
}

export type DataClientOptions = Omit<ClientOptions, 'key'> & {
  /** `gd_…`: of a person who shares accounts with your app. */
  readonly token: string
}

/** A client of the data API for one person's access token. Throws as `createClient` does. */
export function createDataClient({ token, ...options }: DataClientOptions) {
  const { call } = connect({
    ...options,
    secret: token,
    name: 'token: give an access token, gd_…',
    path: '/api/data/v1',
  })
  return {
    /* data operations */
    call,
  }
}

type Connection = Omit<ClientOptions, 'key'> & { readonly secret: string; readonly name: string; readonly path: string }

function connect({ secret, name, path: below, origin, fetch: send = fetch, timeoutMs = 30_000 }: Connection) {
  if (!URL.canParse(origin)) throw new TypeError('origin: give the address of Guichet, such as https://guichet.example')
  if (typeof secret !== 'string' || !/^[!-~]+$/.test(secret)) throw new TypeError(name)
  const base = `${origin.replace(/(?<!\/)\/+$/, '')}${below}`

  /** One request to the API: for an operation that this version of the client does not know. */
  async function call<Answer>(method: string, path: string, { body, query = {}, ...rest }: Sent = {}): Promise<Answer> {
    const url = new URL(base + path)
    for (const [name, value] of Object.entries(query)) {
      if (value !== undefined) url.searchParams.set(name, String(value))
    }
    const idempotencyKey = method === 'POST' ? (rest.idempotencyKey ?? crypto.randomUUID()) : null
    const headers = new Headers({ authorization: `Bearer ${secret}` })
    if (body !== undefined) headers.set('content-type', 'application/json')
    if (idempotencyKey !== null) headers.set('idempotency-key', idempotencyKey)
    const init: RequestInit = { method, headers, redirect: 'error' }
    if (body !== undefined) init.body = JSON.stringify(body)
    const once = () => sendOnce(() => send(url, { ...init, signal: limitOf(timeoutMs, rest.signal) }))
    const { status, said, retryAfterSeconds } = await repeat(once, idempotencyKey, rest.signal)
    if (status === 204) return null as Answer
    if (status >= 200 && status < 300) return said as Answer
    if (!isRefusal(said)) throw new GuichetNoAnswer(status, idempotencyKey)
    throw new GuichetProblem(said, retryAfterSeconds)
  }

  async function* each<Item>(path: string, query: object, options: CallOptions): AsyncGenerator<Item, void, undefined> {
    let cursor: string | null = null
    do {
      const from: object = cursor === null ? {} : { cursor }
      const page: Page<Item> = await call('GET', path, { ...options, query: { ...query, ...from } })
      yield* page.data
      cursor = page.next_cursor
    } while (cursor !== null)
  }

  return { call, each }
}

function limitOf(timeoutMs: number, signal?: AbortSignal): AbortSignal {
  const limit = AbortSignal.timeout(timeoutMs)
  return signal ? AbortSignal.any([limit, signal]) : limit
}

/** Reads the body within the try's time. What isn't JSON isn't the API's. */
async function sendOnce(send: () => Promise<Response>): Promise<Answered> {
  const response = await send()
  const { status } = response
  const text = await response.text()
  const wait = response.headers.get('retry-after') ?? ''
  return { status, said: readJson(text), retryAfterSeconds: /^\d+$/.test(wait) ? Number(wait) : null }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const isRefusal = (said: unknown): said is Problem => typeof said === 'object' && said !== null && 'code' in said

/** Sends again when no answer came, when the API asks to come again soon, and when a proxy answered in its stead. */
async function repeat(
  once: () => Promise<Answered>,
  idempotencyKey: string | null,
  signal?: AbortSignal,
): Promise<Answered> {
  for (let tries = 1; ; tries += 1) {
    let waitSeconds = (0.2 + Math.random() * 0.2) * tries
    try {
      const answered = await once()
      const { status, said, retryAfterSeconds } = answered
      if (retryAfterSeconds !== null && status >= 400) waitSeconds = retryAfterSeconds
      else if (status < 502 || isRefusal(said)) return answered
      if (tries === maxTries || waitSeconds > longestWaitSeconds) return answered
    } catch (error) {
      if (signal?.aborted) throw signal.reason
      if (tries === maxTries) throw new GuichetNoAnswer(null, idempotencyKey, error)
    }
    await pause(waitSeconds * 1000, signal)
  }
}

function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((done, failed) => {
    const stop = () => {
      clearTimeout(timer)
      failed(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      done()
    }, ms)
    if (signal?.aborted) stop()
    else signal?.addEventListener('abort', stop, { once: true })
  })
}

/** A webhook that is not from Guichet, not whole, or came too late. */
export class WebhookNotGenuine extends Error {
  override readonly name = 'WebhookNotGenuine'
}

type HeaderValue = string | readonly string[] | undefined
/** Of `fetch`, of Node, or any object with them; in whichever case their names are. */
export type WebhookHeaders =
  | Iterable<readonly [name: string, value: HeaderValue]>
  | Readonly<Record<string, HeaderValue>>
/** As it came, neither parsed nor written again: its text, its bytes, or the request that has them still. */
export type WebhookBody = string | ArrayBuffer | Uint8Array | AsyncIterable<Uint8Array | string>

/** No webhook is longer, in bytes. */
const longestWebhook = 1_000_000

/**
 * Checks a webhook and answers its event (Standard Webhooks). A `body` that is still to be read (Node's request, `request.body` of `fetch`) is
 * read to its end, if that comes within 1 MB. Signatures are compared in constant time; a message older than five minutes is refused, so
 * that nobody replays one. Throws `WebhookNotGenuine`, and a TypeError without a secret or a body. Branch on the event's `type`, and take one
 * you don't know as received: new types may come.
 */
export async function verifyWebhook(
  secret: string,
  headers: WebhookHeaders,
  body: WebhookBody,
  { now = new Date(), toleranceSeconds = 300 }: { readonly now?: Date; readonly toleranceSeconds?: number } = {},
): Promise<Event | AppEvent> {
  const keyBytes = bytesOf(String(secret ?? '').replace(/^whsec_/, ''))
  if (keyBytes.length === 0) throw new TypeError("secret: give the endpoint's secret, whsec_…")
  const sent = await readWebhook(body)
  const [id, timestamp] = [headerOf(headers, 'webhook-id'), headerOf(headers, 'webhook-timestamp')]
  const ageSeconds = Math.abs(now.getTime() / 1000 - Number(timestamp))
  if (!/^\d+$/.test(timestamp) || !(ageSeconds <= toleranceSeconds))
    throw new WebhookNotGenuine('too old, or too early')
  const key = await crypto.subtle.importKey('raw', keyBytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
  const signed = joinBytes([new TextEncoder().encode(`${id}.${timestamp}.`), sent])
  const own = new Uint8Array(await crypto.subtle.sign('HMAC', key, signed))
  const signatures = headerOf(headers, 'webhook-signature').split(/,?\s+/)
  if (!signatures.some(one => one.startsWith('v1,') && isEqual(bytesOf(one.slice(3)), own)))
    throw new WebhookNotGenuine('no signature of it is by this secret')
  return { id, object: 'event', ...JSON.parse(new TextDecoder().decode(sent)) } as Event | AppEvent
}

/** In constant time. */
function isEqual(left: Uint8Array, right: Uint8Array): boolean {
  return left.length === right.length && left.reduce((unlike, byte, at) => unlike | (byte ^ (right[at] ?? 0)), 0) === 0
}

/** Every value of a header; '' if there is none. */
function headerOf(headers: WebhookHeaders, name: string): string {
  const all =
    Symbol.iterator in headers ? [...(headers as Iterable<readonly [string, HeaderValue]>)] : Object.entries(headers)
  return all.flatMap(([one, value]) => (one.toLowerCase() === name ? (value ?? []) : [])).join(' ')
}

async function readWebhook(body: WebhookBody): Promise<Uint8Array<ArrayBuffer>> {
  if (typeof body === 'string') return new TextEncoder().encode(body)
  if (body instanceof Uint8Array) return joinBytes([body])
  if (body instanceof ArrayBuffer) return new Uint8Array(body)
  if (!(Symbol.asyncIterator in Object(body))) throw new TypeError('body: give it as it came, not parsed')
  const pieces: Uint8Array[] = []
  let length = 0
  try {
    for await (const piece of body) {
      pieces.push(typeof piece === 'string' ? new TextEncoder().encode(piece) : piece)
      length += piece.length
      if (length > longestWebhook) break
    }
  } catch (cause) {
    throw new WebhookNotGenuine('ended before its last byte', { cause })
  }
  if (length > longestWebhook) throw new WebhookNotGenuine('longer than 1 MB')
  return joinBytes(pieces)
}

function joinBytes(pieces: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(pieces.reduce((length, piece) => length + piece.length, 0))
  let at = 0
  for (const piece of pieces) {
    joined.set(piece, at)
    at += piece.length
  }
  return joined
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(base64), character => character.charCodeAt(0))
  } catch {
    return new Uint8Array(0)
  }
}
