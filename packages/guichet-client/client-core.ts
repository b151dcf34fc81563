import type { Event, Problem } from './index.ts'

/** Guichet's API v1, typed. No dependency: `fetch` and WebCrypto are enough, in Node and elsewhere. */

export type ClientOptions = {
  /** `gk_test_…` or `gk_live_…`. It belongs on a server, never in a browser. */
  readonly key: string
  /** Where Guichet is, e.g. `https://guichet.example`. */
  readonly origin: string
  readonly fetch?: typeof fetch
}

export type CallOptions = {
  /** Of a POST; made by the client when there is none. Give your own to repeat a wish after a crash. */
  readonly idempotencyKey?: string
  readonly signal?: AbortSignal
}

/** A refusal, as RFC 9457 says it. */
export class GuichetProblem extends Error {
  override readonly name = 'GuichetProblem'
  readonly status: number
  readonly code: string
  readonly field: string | null
  readonly problem: Problem

  constructor(problem: Problem) {
    super(`${problem.title}: ${problem.detail}`)
    this.status = problem.status
    this.code = problem.code
    this.field = problem.field ?? null
    this.problem = problem
  }
}

type Sent = CallOptions & { readonly body?: unknown; readonly query?: Readonly<Record<string, unknown>> }

/** How often a request is sent when no answer comes, or one that asks to come again. It is the same request: nothing is doubled. */
const mostTries = 3

/** A client for one key. */
export function createClient({ key, origin, fetch: send = fetch }: ClientOptions) {
  async function call<Answer>(method: string, path: string, { body, query = {}, ...rest }: Sent): Promise<Answer> {
    const url = new URL(`${origin}/api/v1${path}`)
    for (const [name, value] of Object.entries(query)) {
      if (value !== undefined) url.searchParams.set(name, String(value))
    }
    const headers = new Headers({ authorization: `Bearer ${key}` })
    if (body !== undefined) headers.set('content-type', 'application/json')
    if (method === 'POST') headers.set('idempotency-key', rest.idempotencyKey ?? crypto.randomUUID())
    const init: RequestInit = { method, headers, signal: rest.signal ?? null, redirect: 'error' }
    if (body !== undefined) init.body = JSON.stringify(body)
    const response = await sendAgain(() => send(url, init), rest.signal)
    if (response.status === 204) return null as Answer
    const said: unknown = await response.json()
    if (!response.ok) throw new GuichetProblem(said as Problem)
    return said as Answer
  }

  return {
    /* operations */
    call,
  }
}

async function sendAgain(send: () => Promise<Response>, signal?: AbortSignal): Promise<Response> {
  for (let tries = 1; ; tries += 1) {
    try {
      const response = await send()
      const waitSeconds = Number(response.headers.get('retry-after') ?? 'NaN')
      const isWorthIt = waitSeconds <= 5 && tries < mostTries
      if (!isWorthIt) return response
      await response.body?.cancel()
      await pause(waitSeconds * 1000)
    } catch (error) {
      if (signal?.aborted || tries === mostTries) throw error
      await pause(200 * tries)
    }
  }
}

const pause = (ms: number) => new Promise<void>(done => setTimeout(done, ms))

/** A webhook that is not from Guichet, or came too late. */
export class WebhookNotGenuine extends Error {
  override readonly name = 'WebhookNotGenuine'
}

type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>

/**
 * Checks a webhook and answers its event (Standard Webhooks). `body` is the text as it came, not parsed and written again.
 * Signatures are compared in constant time; a message older than five minutes is refused, so that nobody replays one.
 * Throws `WebhookNotGenuine`.
 */
export async function verifyWebhook(
  secret: string,
  headers: WebhookHeaders,
  body: string,
  { now = new Date(), toleranceSeconds = 300 }: { readonly now?: Date; readonly toleranceSeconds?: number } = {},
): Promise<Event> {
  const read = (name: string) => String((headers instanceof Headers ? headers.get(name) : headers[name]) ?? '')
  const [id, timestamp] = [read('webhook-id'), read('webhook-timestamp')]
  const ageSeconds = Math.abs(now.getTime() / 1000 - Number(timestamp))
  if (!/^\d+$/.test(timestamp) || ageSeconds > toleranceSeconds) throw new WebhookNotGenuine('too old, or too early')
  const key = await crypto.subtle.importKey(
    'raw',
    bytesOf(secret.replace(/^whsec_/, '')),
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    ['verify'],
  )
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${body}`)
  const signatures = read('webhook-signature')
    .split(' ')
    .filter(one => one.startsWith('v1,'))
  for (const signature of signatures) {
    if (await crypto.subtle.verify('HMAC', key, bytesOf(signature.slice(3)), signed)) {
      return { id, object: 'event', ...JSON.parse(body) } as Event
    }
  }
  throw new WebhookNotGenuine('no signature of it is by this secret')
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(base64), character => character.charCodeAt(0))
  } catch {
    return new Uint8Array(0)
  }
}
