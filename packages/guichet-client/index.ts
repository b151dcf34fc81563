// Written by scripts/make-client.ts from the OpenAPI document; change neither here.

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
const mostTries = 3
const longestWaitSeconds = 5

/**
 * A client for one key. Every method throws `GuichetProblem` if the API refuses, and `GuichetNoAnswer` if no answer came in
 * three tries. Throws a TypeError if `origin` or `key` is missing.
 */
export function createClient({ key, origin, fetch: send = fetch, timeoutMs = 30_000 }: ClientOptions) {
  if (!URL.canParse(origin)) throw new TypeError('origin: give the address of Guichet, such as https://guichet.example')
  if (typeof key !== 'string' || !/^[!-~]+$/.test(key))
    throw new TypeError('key: give an API key, gk_test_… or gk_live_…')
  const base = `${origin.replace(/(?<!\/)\/+$/, '')}/api/v1`

  /** One request to the API: for an operation that this version of the client does not know. */
  async function call<Answer>(method: string, path: string, { body, query = {}, ...rest }: Sent = {}): Promise<Answer> {
    const url = new URL(base + path)
    for (const [name, value] of Object.entries(query)) {
      if (value !== undefined) url.searchParams.set(name, String(value))
    }
    const idempotencyKey = method === 'POST' ? (rest.idempotencyKey ?? crypto.randomUUID()) : null
    const headers = new Headers({ authorization: `Bearer ${key}` })
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

  return {
    /** Create a checkout session. */
    createCheckoutSession: (body: CreateCheckoutSessionBody, options: CallOptions = {}) =>
      call<CheckoutSession>('POST', `/checkout-sessions`, { body, ...options }),
    /** List checkout sessions. */
    listCheckoutSessions: (query: ListCheckoutSessionsQuery = {}, options: CallOptions = {}) =>
      call<Page<CheckoutSession>>('GET', `/checkout-sessions`, { query, ...options }),
    /** Everything that `listCheckoutSessions` lists, page by page as you go on. */
    allCheckoutSessions: (query: ListCheckoutSessionsQuery = {}, options: CallOptions = {}) =>
      each<CheckoutSession>('/checkout-sessions', query, options),
    /** Read a checkout session. */
    readCheckoutSession: (id: string, options: CallOptions = {}) =>
      call<CheckoutSession>('GET', `/checkout-sessions/${encodeURIComponent(id)}`, { ...options }),
    /** List banks. */
    listBanks: (query: ListBanksQuery = {}, options: CallOptions = {}) =>
      call<Page<Bank>>('GET', `/banks`, { query, ...options }),
    /** List payments. */
    listPayments: (query: ListPaymentsQuery = {}, options: CallOptions = {}) =>
      call<Page<PaymentSummary>>('GET', `/payments`, { query, ...options }),
    /** Everything that `listPayments` lists, page by page as you go on. */
    allPayments: (query: ListPaymentsQuery = {}, options: CallOptions = {}) =>
      each<PaymentSummary>('/payments', query, options),
    /** Read a payment. */
    readPayment: (id: string, options: CallOptions = {}) =>
      call<Payment>('GET', `/payments/${encodeURIComponent(id)}`, { ...options }),
    /** Cancel a payment. */
    cancelPayment: (id: string, body: CancelPaymentBody = {}, options: CallOptions = {}) =>
      call<Cancellation>('POST', `/payments/${encodeURIComponent(id)}/cancel`, { body, ...options }),
    /** Create a payment link. */
    createPaymentLink: (body: CreatePaymentLinkBody, options: CallOptions = {}) =>
      call<PaymentLink>('POST', `/payment-links`, { body, ...options }),
    /** List payment links. */
    listPaymentLinks: (query: ListPaymentLinksQuery = {}, options: CallOptions = {}) =>
      call<Page<PaymentLink>>('GET', `/payment-links`, { query, ...options }),
    /** Everything that `listPaymentLinks` lists, page by page as you go on. */
    allPaymentLinks: (query: ListPaymentLinksQuery = {}, options: CallOptions = {}) =>
      each<PaymentLink>('/payment-links', query, options),
    /** Read a payment link. */
    readPaymentLink: (id: string, options: CallOptions = {}) =>
      call<PaymentLink>('GET', `/payment-links/${encodeURIComponent(id)}`, { ...options }),
    /** Change a payment link. */
    changePaymentLink: (id: string, body: ChangePaymentLinkBody = {}, options: CallOptions = {}) =>
      call<PaymentLink>('PATCH', `/payment-links/${encodeURIComponent(id)}`, { body, ...options }),
    /** Close a payment link. */
    closePaymentLink: (id: string, options: CallOptions = {}) =>
      call<PaymentLink>('DELETE', `/payment-links/${encodeURIComponent(id)}`, { ...options }),
    /** Create a refund. */
    createRefund: (body: CreateRefundBody, options: CallOptions = {}) =>
      call<Refund>('POST', `/refunds`, { body, ...options }),
    /** List refunds. */
    listRefunds: (query: ListRefundsQuery = {}, options: CallOptions = {}) =>
      call<Page<Refund>>('GET', `/refunds`, { query, ...options }),
    /** Everything that `listRefunds` lists, page by page as you go on. */
    allRefunds: (query: ListRefundsQuery = {}, options: CallOptions = {}) => each<Refund>('/refunds', query, options),
    /** Read a refund. */
    readRefund: (id: string, options: CallOptions = {}) =>
      call<Refund>('GET', `/refunds/${encodeURIComponent(id)}`, { ...options }),
    /** Cancel a refund. */
    cancelRefund: (id: string, options: CallOptions = {}) =>
      call<Refund>('POST', `/refunds/${encodeURIComponent(id)}/cancel`, { ...options }),
    /** Create a webhook endpoint. */
    createWebhookEndpoint: (body: CreateWebhookEndpointBody, options: CallOptions = {}) =>
      call<WebhookEndpointWithSecret>('POST', `/webhook-endpoints`, { body, ...options }),
    /** List webhook endpoints. */
    listWebhookEndpoints: (options: CallOptions = {}) =>
      call<Page<WebhookEndpoint>>('GET', `/webhook-endpoints`, { ...options }),
    /** Read a webhook endpoint. */
    readWebhookEndpoint: (id: string, options: CallOptions = {}) =>
      call<WebhookEndpoint>('GET', `/webhook-endpoints/${encodeURIComponent(id)}`, { ...options }),
    /** Change a webhook endpoint. */
    changeWebhookEndpoint: (id: string, body: ChangeWebhookEndpointBody = {}, options: CallOptions = {}) =>
      call<WebhookEndpoint>('PATCH', `/webhook-endpoints/${encodeURIComponent(id)}`, { body, ...options }),
    /** Delete a webhook endpoint. */
    deleteWebhookEndpoint: (id: string, options: CallOptions = {}) =>
      call<null>('DELETE', `/webhook-endpoints/${encodeURIComponent(id)}`, { ...options }),
    /** Rotate the secret of a webhook endpoint. */
    rotateWebhookSecret: (id: string, body: RotateWebhookSecretBody = {}, options: CallOptions = {}) =>
      call<WebhookEndpointWithSecret>('POST', `/webhook-endpoints/${encodeURIComponent(id)}/rotate-secret`, {
        body,
        ...options,
      }),
    /** Send a test event. */
    testWebhookEndpoint: (id: string, options: CallOptions = {}) =>
      call<TestDelivery>('POST', `/webhook-endpoints/${encodeURIComponent(id)}/test`, { ...options }),
    /** List events. */
    listEvents: (query: ListEventsQuery = {}, options: CallOptions = {}) =>
      call<Page<Event>>('GET', `/events`, { query, ...options }),
    /** Everything that `listEvents` lists, page by page as you go on. */
    allEvents: (query: ListEventsQuery = {}, options: CallOptions = {}) => each<Event>('/events', query, options),
    /** Read an event. */
    readEvent: (id: string, options: CallOptions = {}) =>
      call<Event>('GET', `/events/${encodeURIComponent(id)}`, { ...options }),
    call,
  }
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
      if (tries === mostTries || waitSeconds > longestWaitSeconds) return answered
    } catch (error) {
      if (signal?.aborted) throw signal.reason
      if (tries === mostTries) throw new GuichetNoAnswer(null, idempotencyKey, error)
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
export type WebhookBody = string | Uint8Array | AsyncIterable<Uint8Array | string>

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
): Promise<Event> {
  const keyBytes = bytesOf(String(secret ?? '').replace(/^whsec_/, ''))
  if (keyBytes.length === 0) throw new TypeError("secret: give the endpoint's secret, whsec_…")
  const sent = await readWebhook(body)
  const [id, timestamp] = [headerOf(headers, 'webhook-id'), headerOf(headers, 'webhook-timestamp')]
  const ageSeconds = Math.abs(now.getTime() / 1000 - Number(timestamp))
  if (!/^\d+$/.test(timestamp) || ageSeconds > toleranceSeconds) throw new WebhookNotGenuine('too old, or too early')
  const key = await crypto.subtle.importKey('raw', keyBytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify'])
  const signed = joinBytes([new TextEncoder().encode(`${id}.${timestamp}.`), sent])
  const signatures = headerOf(headers, 'webhook-signature')
    .split(' ')
    .filter(one => one.startsWith('v1,'))
  for (const signature of signatures) {
    if (await crypto.subtle.verify('HMAC', key, bytesOf(signature.slice(3)), signed)) {
      return { id, object: 'event', ...JSON.parse(new TextDecoder().decode(sent)) } as Event
    }
  }
  throw new WebhookNotGenuine('no signature of it is by this secret')
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

export type AttemptFailedData = {
  readonly id: string
  readonly object: 'payment'
  readonly kind: 'checkout' | 'link' | 'refund'
  /** `test` payments go to the sandbox, `live` ones to banks. */ readonly mode: 'test' | 'live'
  /** `executed` means that the bank moved the money. No status before it means "paid". */ readonly status:
    | 'open'
    | 'pending'
    | 'confirmed'
    | 'executed'
    | 'partly_executed'
    | 'cancelled'
    | 'expired'
    | 'held'
  /** Decimal string with at most two decimals, up to 999999999.99. */ readonly amount: string
  readonly currency: string
  readonly reference: string
  readonly description: string | null
  readonly metadata: Readonly<Record<string, string>>
  readonly link_id: string | null
  /** The payment that a refund pays back. */ readonly refund_of: string | null
  readonly bank_code: string | null
  /** The bank’s ISO 20022 code for the latest attempt. */ readonly bank_status: string | null
  readonly bank_reason: string | null
  /** What reconciliation saw arrive on your account. */ readonly received_amount: string
  readonly created_at: string
  readonly finished_at: string | null
  readonly attempt: {
    readonly id: string
    readonly bank_code: string
    readonly status:
      | 'created'
      | 'sending'
      | 'redirected'
      | 'authorised'
      | 'confirming'
      | 'confirmed'
      | 'executed'
      | 'partly_executed'
      | 'rejected'
      | 'cancelled'
      | 'expired'
      | 'abandoned'
      | 'held'
    /** Why it ended: the bank’s code, or one of ours. */ readonly reason: string | null
    readonly bank_status: string | null
    readonly bank_reason: string | null
  }
  /** Whether the payer can try again on the same page. */ readonly can_retry: boolean
}

export type AttemptFailedEvent = {
  /** `msg_…`: the `webhook-id` of its deliveries. */ readonly id: string
  readonly object: 'event'
  readonly type: 'payment.attempt_failed' | 'refund.attempt_failed'
  /** Numbers the events of a payment from 1 without a gap. */ readonly sequence: number | null
  readonly timestamp: string
  readonly data: AttemptFailedData
}

export type Bank = {
  /** Its code: the `bank_code` of sessions and payments. */ readonly id: string
  readonly object: 'bank'
  readonly name: string
  readonly group: string
  readonly bic: string
  /** An SVG that pages of yours can show. Null: draw `initials` on `brand_color`. */ readonly logo_url: string | null
  readonly initials: string
  /** As in CSS, `#0b3c6f`. */ readonly brand_color: string
  /** False while the bank does not answer us: do not offer it now. */ readonly available: boolean
  /** Whether it makes instant transfers. */ readonly instant: boolean
}

export type Cancellation = {
  readonly object: 'cancellation'
  readonly payment_id: string
  /** `withdrawn`: nobody had approved it yet. `redirect`: the payer has to approve it at the bank. */ readonly outcome:
    | 'withdrawn'
    | 'redirect'
  readonly redirect_url: string | null
}

export type CheckoutSession = {
  /** Also the id of its payment. */ readonly id: string
  readonly object: 'checkout_session'
  /** The hosted page: send the payer there. */ readonly url: string
  /** `test` payments go to the sandbox, `live` ones to banks. */ readonly mode: 'test' | 'live'
  /** `executed` means that the bank moved the money. No status before it means "paid". */ readonly status:
    | 'open'
    | 'pending'
    | 'confirmed'
    | 'executed'
    | 'partly_executed'
    | 'cancelled'
    | 'expired'
    | 'held'
  /** Decimal string with at most two decimals, up to 999999999.99. */ readonly amount: string
  readonly currency: string
  readonly reference: string
  readonly description: string | null
  /** `reference` as banks carry it: without accents, `Œ` as `OE`, `€` as `EUR`, other signs as full stops. */ readonly remittance: string
  readonly line_items: readonly LineItem[]
  /** The bank that you proposed. */ readonly bank_code: string | null
  readonly payer: { /** Masked. */ readonly iban: string } | null
  readonly instant: 'never' | 'preferred' | 'required'
  readonly language: 'fr' | 'en' | 'auto'
  readonly return_url: string | null
  readonly cancel_url: string | null
  readonly metadata: Readonly<Record<string, string>>
  readonly execution_date: string | null
  readonly created_at: string
  readonly expires_at: string | null
}

export type CheckoutSessionEvent = {
  /** `msg_…`: the `webhook-id` of its deliveries. */ readonly id: string
  readonly object: 'event'
  readonly type: 'checkout_session.expired'
  /** Numbers the events of a payment from 1 without a gap. */ readonly sequence: number | null
  readonly timestamp: string
  readonly data: CheckoutSession
}

export type Event =
  | PaymentEvent
  | RefundEvent
  | AttemptFailedEvent
  | CheckoutSessionEvent
  | OrganisationEvent
  | TestEvent

export type LineItem = {
  readonly name: string
  readonly quantity: number
  /** Decimal string with at most two decimals; negative for a discount. */ readonly unit_amount: string
}

export type OrganisationEvent = {
  /** `msg_…`: the `webhook-id` of its deliveries. */ readonly id: string
  readonly object: 'event'
  readonly type:
    | 'organisation.changed'
    | 'organisation.return_urls_changed'
    | 'organisation.beneficiary_changed'
    | 'organisation.beneficiary_withdrawn'
    | 'organisation.activated'
    | 'organisation.activation_declined'
    | 'organisation.activation_paused'
    | 'organisation.suspended'
    | 'organisation.resumed'
  /** Numbers the events of a payment from 1 without a gap. */ readonly sequence: number | null
  readonly timestamp: string
  readonly data: OrganisationEventData
}

export type OrganisationEventData = {
  readonly id: string
  readonly object: 'organisation'
  readonly name: string
  readonly legal_name: string
  readonly return_urls: readonly string[]
  /** The account that payments go to now. A change takes effect later. */ readonly beneficiary: {
    readonly name: string
    /** Masked. */ readonly iban: string
  } | null
  /** Live payments are accepted in `active` only. */ readonly activation:
    | 'test_only'
    | 'in_review'
    | 'declined'
    | 'active'
    | 'paused'
  /** Whether an operator stopped new payments, in test mode too. */ readonly suspended: boolean
}

export type Payment = {
  readonly id: string
  readonly object: 'payment'
  readonly kind: 'checkout' | 'link' | 'transfer' | 'refund'
  /** `test` payments go to the sandbox, `live` ones to banks. */ readonly mode: 'test' | 'live'
  /** `executed` means that the bank moved the money. No status before it means "paid". */ readonly status:
    | 'open'
    | 'pending'
    | 'confirmed'
    | 'executed'
    | 'partly_executed'
    | 'cancelled'
    | 'expired'
    | 'held'
  /** Decimal string with at most two decimals, up to 999999999.99. */ readonly amount: string
  readonly currency: string
  readonly reference: string
  readonly description: string | null
  readonly bank_code: string | null
  readonly bank_name: string | null
  readonly created_at: string
  readonly finished_at: string | null
  readonly expires_at: string | null
  readonly creditor: { readonly name: string; readonly iban: string; readonly bic: string | null }
  readonly metadata: Readonly<Record<string, string>>
  readonly link_id: string | null
  readonly refund_of: string | null
  /** The bank’s ISO 20022 code for the latest attempt, in addition to our `status`. */ readonly bank_status:
    | string
    | null
  readonly bank_reason: string | null
  /** Newest first. */ readonly attempts: readonly PaymentAttempt[]
  /** Oldest first. */ readonly timeline: readonly {
    readonly sequence: number
    readonly at: string
    readonly type: string
    readonly by: 'payer' | 'owner' | 'bank' | 'us'
    readonly attempt_id: string | null
    readonly bank_status: string | null
  }[]
}

export type PaymentAttempt = {
  readonly id: string
  readonly bank_code: string
  readonly bank_name: string
  readonly status:
    | 'created'
    | 'sending'
    | 'redirected'
    | 'authorised'
    | 'confirming'
    | 'confirmed'
    | 'executed'
    | 'partly_executed'
    | 'rejected'
    | 'cancelled'
    | 'expired'
    | 'abandoned'
    | 'held'
  /** Why it ended: the bank’s code, or one of ours. */ readonly reason: string | null
  /** The bank’s ISO 20022 code, unchanged. */ readonly bank_status: string | null
  readonly bank_reason: string | null
  /** Only if the payer agreed to show it to you (PSD2 art. 66). */ readonly debtor_iban: string | null
  /** Whether the bank was asked for an instant transfer. */ readonly instant: boolean
  readonly execution_date: string
  readonly instructions: readonly {
    readonly instruction_id: string
    readonly end_to_end_id: string
    /** Decimal string with at most two decimals, up to 999999999.99. */ readonly amount: string
    readonly currency: string
    readonly remittance: readonly string[]
    readonly bank_status: string | null
    readonly bank_reason: string | null
  }[]
  readonly cancellations: readonly {
    readonly id: string
    readonly reason: 'DS02' | 'DUPL' | 'FRAD' | 'TECH'
    readonly status: 'asking' | 'redirected' | 'executed' | 'refused' | 'failed' | 'lost'
    readonly created_at: string
    readonly ended_at: string | null
  }[]
  readonly created_at: string
  readonly authorised_at: string | null
  readonly confirmed_at: string | null
  readonly finished_at: string | null
}

export type PaymentEvent = {
  /** `msg_…`: the `webhook-id` of its deliveries. */ readonly id: string
  readonly object: 'event'
  readonly type:
    | 'payment.open'
    | 'payment.pending'
    | 'payment.confirmed'
    | 'payment.executed'
    | 'payment.partly_executed'
    | 'payment.cancelled'
    | 'payment.expired'
    | 'payment.held'
    | 'payment.received'
  /** Numbers the events of a payment from 1 without a gap. */ readonly sequence: number | null
  readonly timestamp: string
  readonly data: PaymentEventData
}

export type PaymentEventData = {
  readonly id: string
  readonly object: 'payment'
  readonly kind: 'checkout' | 'link' | 'refund'
  /** `test` payments go to the sandbox, `live` ones to banks. */ readonly mode: 'test' | 'live'
  /** `executed` means that the bank moved the money. No status before it means "paid". */ readonly status:
    | 'open'
    | 'pending'
    | 'confirmed'
    | 'executed'
    | 'partly_executed'
    | 'cancelled'
    | 'expired'
    | 'held'
  /** Decimal string with at most two decimals, up to 999999999.99. */ readonly amount: string
  readonly currency: string
  readonly reference: string
  readonly description: string | null
  readonly metadata: Readonly<Record<string, string>>
  readonly link_id: string | null
  /** The payment that a refund pays back. */ readonly refund_of: string | null
  readonly bank_code: string | null
  /** The bank’s ISO 20022 code for the latest attempt. */ readonly bank_status: string | null
  readonly bank_reason: string | null
  /** What reconciliation saw arrive on your account. */ readonly received_amount: string
  readonly created_at: string
  readonly finished_at: string | null
}

export type PaymentLink = {
  readonly id: string
  readonly object: 'payment_link'
  readonly url: string
  /** `test` payments go to the sandbox, `live` ones to banks. */ readonly mode: 'test' | 'live'
  readonly state: 'open' | 'used' | 'expired' | 'closed'
  readonly title: string
  readonly description: string | null
  readonly amount: string | null
  readonly min_amount: string | null
  readonly max_amount: string | null
  readonly currency: string
  readonly reusable: boolean
  readonly reference_prefix: string | null
  readonly return_url: string | null
  readonly uses: number
  readonly paid: number
  readonly created_at: string
  readonly expires_at: string | null
  readonly closed_at: string | null
}

export type PaymentSummary = {
  readonly id: string
  readonly object: 'payment'
  readonly kind: 'checkout' | 'link' | 'transfer' | 'refund'
  /** `test` payments go to the sandbox, `live` ones to banks. */ readonly mode: 'test' | 'live'
  /** `executed` means that the bank moved the money. No status before it means "paid". */ readonly status:
    | 'open'
    | 'pending'
    | 'confirmed'
    | 'executed'
    | 'partly_executed'
    | 'cancelled'
    | 'expired'
    | 'held'
  /** Decimal string with at most two decimals, up to 999999999.99. */ readonly amount: string
  readonly currency: string
  readonly reference: string
  readonly description: string | null
  readonly bank_code: string | null
  readonly bank_name: string | null
  readonly created_at: string
  readonly finished_at: string | null
  readonly expires_at: string | null
}

export type Problem = {
  readonly type: string
  readonly title: string
  readonly status: number
  /** The reason; each has a page at `type`. */ readonly code:
    | 'json_malformed'
    | 'body_incomplete'
    | 'body_too_large'
    | 'media_type_not_supported'
    | 'request_malformed'
    | 'host_unknown'
    | 'invalid_input'
    | 'member_missing'
    | 'member_unknown'
    | 'member_repeated'
    | 'value_not_valid'
    | 'not_found'
    | 'method_not_allowed'
    | 'too_many_tries'
    | 'key_not_valid'
    | 'key_expired'
    | 'key_scope_missing'
    | 'address_not_allowed'
    | 'idempotency_key_needed'
    | 'idempotency_key_reused'
    | 'idempotency_under_way'
    | 'beneficiary_missing'
    | 'organisation_not_activated'
    | 'organisation_suspended'
    | 'payment_limit_reached'
    | 'amount_not_valid'
    | 'line_items_sum_differs'
    | 'bank_not_offered'
    | 'payer_iban_not_valid'
    | 'instant_only_today'
    | 'amount_more_than_left'
    | 'amount_nothing_to_refund'
    | 'return_url_not_registered'
    | 'execution_date_out_of_range'
    | 'creditor_iban_not_valid'
    | 'creditor_name_missing'
    | 'payment_under_way'
    | 'payment_over'
    | 'payment_not_cancellable'
    | 'cursor_unknown'
    | 'link_closed'
    | 'expires_at_in_the_past'
    | 'endpoint_disabled'
    | 'secret_rotated_recently'
    | 'endpoint_limit_reached'
    | 'url_not_an_address'
    | 'url_not_https'
    | 'url_ip_literal'
    | 'url_local_name'
    | 'url_port_not_allowed'
    | 'url_has_user'
    | 'url_has_fragment'
    | 'url_too_long'
    | 'bank_unavailable'
    | 'bank_paused'
    | 'bank_crowded'
    | 'bank_refused'
    | 'bank_answer_unusable'
    | 'busy'
    | 'our_fault'
  /** What is wrong and what to do about it. */ readonly detail: string
  /** The first wrong member. */ readonly field?: string | undefined
  /** Every wrong member. What depends on your organisation, such as a registered address, is checked once all members have the right form. */ readonly errors?:
    | readonly {
        readonly field: string
        readonly code:
          | 'json_malformed'
          | 'body_incomplete'
          | 'body_too_large'
          | 'media_type_not_supported'
          | 'request_malformed'
          | 'host_unknown'
          | 'invalid_input'
          | 'member_missing'
          | 'member_unknown'
          | 'member_repeated'
          | 'value_not_valid'
          | 'not_found'
          | 'method_not_allowed'
          | 'too_many_tries'
          | 'key_not_valid'
          | 'key_expired'
          | 'key_scope_missing'
          | 'address_not_allowed'
          | 'idempotency_key_needed'
          | 'idempotency_key_reused'
          | 'idempotency_under_way'
          | 'beneficiary_missing'
          | 'organisation_not_activated'
          | 'organisation_suspended'
          | 'payment_limit_reached'
          | 'amount_not_valid'
          | 'line_items_sum_differs'
          | 'bank_not_offered'
          | 'payer_iban_not_valid'
          | 'instant_only_today'
          | 'amount_more_than_left'
          | 'amount_nothing_to_refund'
          | 'return_url_not_registered'
          | 'execution_date_out_of_range'
          | 'creditor_iban_not_valid'
          | 'creditor_name_missing'
          | 'payment_under_way'
          | 'payment_over'
          | 'payment_not_cancellable'
          | 'cursor_unknown'
          | 'link_closed'
          | 'expires_at_in_the_past'
          | 'endpoint_disabled'
          | 'secret_rotated_recently'
          | 'endpoint_limit_reached'
          | 'url_not_an_address'
          | 'url_not_https'
          | 'url_ip_literal'
          | 'url_local_name'
          | 'url_port_not_allowed'
          | 'url_has_user'
          | 'url_has_fragment'
          | 'url_too_long'
          | 'bank_unavailable'
          | 'bank_paused'
          | 'bank_crowded'
          | 'bank_refused'
          | 'bank_answer_unusable'
          | 'busy'
          | 'our_fault'
        readonly detail: string
      }[]
    | undefined
  /** The scope missing from the key. */ readonly scope?: string | undefined
  /** The address that the request came from, if the key excludes it. */ readonly address?: string | undefined
  /** What is left to do before live payments. */ readonly missing?:
    | readonly ('address' | 'company' | 'representative' | 'account' | 'review')[]
    | undefined
  /** The limit that is exceeded, and what is left of it, in euros. */ readonly limit?:
    | {
        readonly name: 'payment' | 'day' | 'month'
        /** Decimal string with at most two decimals, up to 999999999.99. */ readonly max: string
        /** Decimal string with at most two decimals, up to 999999999.99. */ readonly left: string
      }
    | undefined
  readonly bank_code?: string | undefined
  /** For a payment that can’t be cancelled: each condition by name. */ readonly conditions?:
    | readonly {
        readonly condition: 'payment_status' | 'instruction_status' | 'sepa' | 'euro' | 'not_instant' | 'next_day'
        readonly holds: boolean
      }[]
    | undefined
  readonly request_id: string
}

export type Refund = {
  readonly id: string
  readonly object: 'refund'
  readonly payment_id: string
  /** `test` payments go to the sandbox, `live` ones to banks. */ readonly mode: 'test' | 'live'
  /** `executed` means that the bank moved the money. No status before it means "paid". */ readonly status:
    | 'open'
    | 'pending'
    | 'confirmed'
    | 'executed'
    | 'partly_executed'
    | 'cancelled'
    | 'expired'
    | 'held'
  /** Decimal string with at most two decimals, up to 999999999.99. */ readonly amount: string
  readonly currency: string
  readonly creditor_name: string
  /** Masked, unless the payer agreed to show it to you (PSD2 art. 66). */ readonly creditor_iban: string
  readonly reason: string | null
  readonly metadata: Readonly<Record<string, string>>
  /** The page where a member approves it, until `expires_at`. No money moves before. */ readonly authorise_url: string
  readonly created_at: string
  readonly finished_at: string | null
  readonly expires_at: string | null
}

export type RefundEvent = {
  /** `msg_…`: the `webhook-id` of its deliveries. */ readonly id: string
  readonly object: 'event'
  readonly type:
    | 'refund.created'
    | 'refund.open'
    | 'refund.pending'
    | 'refund.confirmed'
    | 'refund.executed'
    | 'refund.partly_executed'
    | 'refund.cancelled'
    | 'refund.expired'
    | 'refund.held'
  /** Numbers the events of a payment from 1 without a gap. */ readonly sequence: number | null
  readonly timestamp: string
  readonly data: PaymentEventData
}

export type TestDelivery = {
  readonly object: 'test_delivery'
  readonly id: string
  readonly event_id: string
  readonly endpoint_id: string
}

export type TestEvent = {
  /** `msg_…`: the `webhook-id` of its deliveries. */ readonly id: string
  readonly object: 'event'
  readonly type: 'endpoint.test'
  /** Numbers the events of a payment from 1 without a gap. */ readonly sequence: number | null
  readonly timestamp: string
  readonly data: TestEventData
}

export type TestEventData = {
  readonly object: 'test'
  /** `test` payments go to the sandbox, `live` ones to banks. */ readonly mode: 'test' | 'live'
  readonly endpoint_id: string
}

export type WebhookEndpoint = {
  readonly id: string
  readonly object: 'webhook_endpoint'
  /** `test` payments go to the sandbox, `live` ones to banks. */ readonly mode: 'test' | 'live'
  readonly url: string
  readonly description: string | null
  readonly event_types: readonly (
    | 'payment.open'
    | 'payment.pending'
    | 'payment.confirmed'
    | 'payment.executed'
    | 'payment.partly_executed'
    | 'payment.cancelled'
    | 'payment.expired'
    | 'payment.held'
    | 'payment.received'
    | 'refund.created'
    | 'refund.open'
    | 'refund.pending'
    | 'refund.confirmed'
    | 'refund.executed'
    | 'refund.partly_executed'
    | 'refund.cancelled'
    | 'refund.expired'
    | 'refund.held'
    | 'payment.attempt_failed'
    | 'refund.attempt_failed'
    | 'checkout_session.expired'
    | 'organisation.changed'
    | 'organisation.return_urls_changed'
    | 'organisation.beneficiary_changed'
    | 'organisation.beneficiary_withdrawn'
    | 'organisation.activated'
    | 'organisation.activation_declined'
    | 'organisation.activation_paused'
    | 'organisation.suspended'
    | 'organisation.resumed'
    | 'endpoint.test'
  )[]
  readonly enabled: boolean
  readonly disabled_reason: 'owner' | 'gone' | null
  readonly previous_secret_until: string | null
  readonly created_at: string
}

export type WebhookEndpointWithSecret = {
  readonly id: string
  readonly object: 'webhook_endpoint'
  /** `test` payments go to the sandbox, `live` ones to banks. */ readonly mode: 'test' | 'live'
  readonly url: string
  readonly description: string | null
  readonly event_types: readonly (
    | 'payment.open'
    | 'payment.pending'
    | 'payment.confirmed'
    | 'payment.executed'
    | 'payment.partly_executed'
    | 'payment.cancelled'
    | 'payment.expired'
    | 'payment.held'
    | 'payment.received'
    | 'refund.created'
    | 'refund.open'
    | 'refund.pending'
    | 'refund.confirmed'
    | 'refund.executed'
    | 'refund.partly_executed'
    | 'refund.cancelled'
    | 'refund.expired'
    | 'refund.held'
    | 'payment.attempt_failed'
    | 'refund.attempt_failed'
    | 'checkout_session.expired'
    | 'organisation.changed'
    | 'organisation.return_urls_changed'
    | 'organisation.beneficiary_changed'
    | 'organisation.beneficiary_withdrawn'
    | 'organisation.activated'
    | 'organisation.activation_declined'
    | 'organisation.activation_paused'
    | 'organisation.suspended'
    | 'organisation.resumed'
    | 'endpoint.test'
  )[]
  readonly enabled: boolean
  readonly disabled_reason: 'owner' | 'gone' | null
  readonly previous_secret_until: string | null
  readonly created_at: string
  /** `whsec_…`, shown this once. */ readonly secret: string
}

export type CreateCheckoutSessionBody = {
  /** Decimal string with at most two decimals, up to 999999999.99. */ readonly amount: string
  readonly currency?: 'EUR' | undefined
  /** Your reference: the payer sees it, and the bank sends it as remittance information, in the SEPA character set. */ readonly reference: string
  readonly description?: string | undefined
  /** What is paid for, shown to the payer and on the receipt. Together they must be `amount`. */ readonly line_items?:
    | readonly {
        readonly name: string
        readonly quantity: number
        /** Decimal string with at most two decimals; negative for a discount. */ readonly unit_amount: string
      }[]
    | undefined
  /** Where the payer goes afterwards: one of your registered addresses, with a query if you like. `{CHECKOUT_SESSION_ID}` in it is replaced by the session’s id. We add `payment_id` and `status`; `status` is a hint to be checked with the API. */ readonly return_url: string
  /** The payer returns here after giving up; it must be registered too, and may have a query. */ readonly cancel_url?:
    | string
    | undefined
  /** Your own data about it, at most 20 members. Nobody but you sees it. */ readonly metadata?:
    | Readonly<Record<string, string>>
    | undefined
  /** Seconds, from 5 minutes to 30 days. */ readonly expires_in?: number | undefined
  /** The bank that you propose: the page shows it alone, with a way to the others. A `bank_code` of a payment. */ readonly bank_code?:
    | string
    | undefined
  /** What you know of the payer. They can pay from another account. */ readonly payer?:
    | { /** Their bank then offers this account only, which saves a step. */ readonly iban: string }
    | undefined
  /** Whether the transfer is instant. `preferred`: at banks that offer it, else an ordinary one. `required`: no other bank is offered. */ readonly instant?:
    | 'never'
    | 'preferred'
    | 'required'
    | undefined
  /** Of the payer’s pages and the receipt. `auto`: the payer’s own. The payer can change it. */ readonly language?:
    | 'fr'
    | 'en'
    | 'auto'
    | undefined
  /** Day in Paris, at most a year ahead. Without it: the day on which the payer approves the payment. */ readonly execution_date?:
    | string
    | undefined
}

export type ListCheckoutSessionsQuery = {
  readonly limit?: number | undefined
  readonly cursor?: string | undefined
  readonly status?:
    | 'open'
    | 'pending'
    | 'confirmed'
    | 'executed'
    | 'partly_executed'
    | 'cancelled'
    | 'expired'
    | 'held'
    | undefined
  readonly reference?: string | undefined
  readonly metadata?: string | undefined
  readonly created_from?: string | undefined
  readonly created_to?: string | undefined
}

export type ListBanksQuery = { readonly search?: string | undefined }

export type ListPaymentsQuery = {
  readonly limit?: number | undefined
  readonly cursor?: string | undefined
  readonly status?:
    | 'open'
    | 'pending'
    | 'confirmed'
    | 'executed'
    | 'partly_executed'
    | 'cancelled'
    | 'expired'
    | 'held'
    | undefined
  readonly kind?: 'checkout' | 'link' | 'refund' | undefined
  readonly reference?: string | undefined
  readonly metadata?: string | undefined
  readonly search?: string | undefined
  readonly created_from?: string | undefined
  readonly created_to?: string | undefined
}

export type CancelPaymentBody = {
  /** `DS02` the payer wants it, `DUPL` duplicate, `FRAD` fraud, `TECH` technical. */ readonly reason?:
    | 'DS02'
    | 'DUPL'
    | 'FRAD'
    | 'TECH'
    | undefined
  /** Empty: the whole payment. */ readonly instruction_ids?: readonly string[] | undefined
}

export type CreatePaymentLinkBody = {
  readonly title: string
  readonly description?: string | undefined
  /** Without it the payer enters one. */ readonly amount?: string | undefined
  /** Decimal string with at most two decimals, up to 999999999.99. */ readonly min_amount?: string | undefined
  /** Decimal string with at most two decimals, up to 999999999.99. */ readonly max_amount?: string | undefined
  readonly reusable?: boolean | undefined
  readonly reference_prefix?: string | undefined
  readonly return_url?: string | undefined
  readonly expires_at?: string | undefined
}

export type ListPaymentLinksQuery = {
  readonly limit?: number | undefined
  readonly cursor?: string | undefined
  readonly state?: 'open' | 'used' | 'expired' | 'closed' | undefined
  readonly reference_prefix?: string | undefined
  readonly created_from?: string | undefined
  readonly created_to?: string | undefined
}

export type ChangePaymentLinkBody = {
  readonly title?: string | undefined
  /** `null` removes it. */ readonly description?: string | null | undefined
  /** A later time reopens an expired link; `null`: it never expires. */ readonly expires_at?: string | null | undefined
}

export type CreateRefundBody = {
  readonly payment_id: string
  /** Absent: everything that can still be refunded. */ readonly amount?: string | undefined
  /** Your customer’s name, who receives the money. */ readonly creditor_name: string
  /** Only for a payment that came by another way; otherwise the account that paid is used, whatever stands here. */ readonly creditor_iban?:
    | string
    | undefined
  readonly reason?: string | undefined
  /** Your own data about it, at most 20 members. Nobody but you sees it. */ readonly metadata?:
    | Readonly<Record<string, string>>
    | undefined
}

export type ListRefundsQuery = {
  readonly limit?: number | undefined
  readonly cursor?: string | undefined
  readonly status?:
    | 'open'
    | 'pending'
    | 'confirmed'
    | 'executed'
    | 'partly_executed'
    | 'cancelled'
    | 'expired'
    | 'held'
    | undefined
  readonly payment_id?: string | undefined
  readonly reference?: string | undefined
  readonly created_from?: string | undefined
  readonly created_to?: string | undefined
}

export type CreateWebhookEndpointBody = {
  /** https, on port 443 or 8443, on the public internet. */ readonly url: string
  readonly description?: string | undefined
  /** Empty: all. */ readonly event_types?:
    | readonly (
        | 'payment.open'
        | 'payment.pending'
        | 'payment.confirmed'
        | 'payment.executed'
        | 'payment.partly_executed'
        | 'payment.cancelled'
        | 'payment.expired'
        | 'payment.held'
        | 'payment.received'
        | 'refund.created'
        | 'refund.open'
        | 'refund.pending'
        | 'refund.confirmed'
        | 'refund.executed'
        | 'refund.partly_executed'
        | 'refund.cancelled'
        | 'refund.expired'
        | 'refund.held'
        | 'payment.attempt_failed'
        | 'refund.attempt_failed'
        | 'checkout_session.expired'
        | 'organisation.changed'
        | 'organisation.return_urls_changed'
        | 'organisation.beneficiary_changed'
        | 'organisation.beneficiary_withdrawn'
        | 'organisation.activated'
        | 'organisation.activation_declined'
        | 'organisation.activation_paused'
        | 'organisation.suspended'
        | 'organisation.resumed'
        | 'endpoint.test'
      )[]
    | undefined
}

export type ChangeWebhookEndpointBody = {
  readonly url?: string | undefined
  readonly description?: string | undefined
  readonly event_types?:
    | readonly (
        | 'payment.open'
        | 'payment.pending'
        | 'payment.confirmed'
        | 'payment.executed'
        | 'payment.partly_executed'
        | 'payment.cancelled'
        | 'payment.expired'
        | 'payment.held'
        | 'payment.received'
        | 'refund.created'
        | 'refund.open'
        | 'refund.pending'
        | 'refund.confirmed'
        | 'refund.executed'
        | 'refund.partly_executed'
        | 'refund.cancelled'
        | 'refund.expired'
        | 'refund.held'
        | 'payment.attempt_failed'
        | 'refund.attempt_failed'
        | 'checkout_session.expired'
        | 'organisation.changed'
        | 'organisation.return_urls_changed'
        | 'organisation.beneficiary_changed'
        | 'organisation.beneficiary_withdrawn'
        | 'organisation.activated'
        | 'organisation.activation_declined'
        | 'organisation.activation_paused'
        | 'organisation.suspended'
        | 'organisation.resumed'
        | 'endpoint.test'
      )[]
    | undefined
  readonly enabled?: boolean | undefined
  /** When it is turned on: whether events of the time it was off are delivered. They are kept for 30 days. */ readonly missed_events?:
    | 'deliver'
    | 'skip'
    | undefined
}

export type RotateWebhookSecretBody = {
  /** Rotate again within 24 hours: the secret before the last one stops signing at once. */ readonly force?:
    | boolean
    | undefined
}

export type ListEventsQuery = {
  readonly limit?: number | undefined
  readonly cursor?: string | undefined
  readonly type?:
    | 'payment.open'
    | 'payment.pending'
    | 'payment.confirmed'
    | 'payment.executed'
    | 'payment.partly_executed'
    | 'payment.cancelled'
    | 'payment.expired'
    | 'payment.held'
    | 'payment.received'
    | 'refund.created'
    | 'refund.open'
    | 'refund.pending'
    | 'refund.confirmed'
    | 'refund.executed'
    | 'refund.partly_executed'
    | 'refund.cancelled'
    | 'refund.expired'
    | 'refund.held'
    | 'payment.attempt_failed'
    | 'refund.attempt_failed'
    | 'checkout_session.expired'
    | 'organisation.changed'
    | 'organisation.return_urls_changed'
    | 'organisation.beneficiary_changed'
    | 'organisation.beneficiary_withdrawn'
    | 'organisation.activated'
    | 'organisation.activation_declined'
    | 'organisation.activation_paused'
    | 'organisation.suspended'
    | 'organisation.resumed'
    | 'endpoint.test'
    | undefined
  readonly payment_id?: string | undefined
  readonly created_from?: string | undefined
  readonly created_to?: string | undefined
}
