// Written by scripts/make-client.ts from the OpenAPI document; change neither here.

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
    /** Create a checkout session. */
    createCheckoutSession: (
      body: {
        /** Decimal string with at most two decimals, up to 999999999.99. */ readonly amount: string
        readonly currency?: 'EUR' | undefined
        /** Your reference: the payer sees it, and the bank sends it as remittance information, in the SEPA character set. */ readonly reference: string
        readonly description?: string | undefined
        /** Where the payer goes afterwards: one of your registered addresses, with any query. `{CHECKOUT_SESSION_ID}` in it is replaced by the session’s id. We add `payment_id` and `status`; `status` is a hint to be checked with the API. */ readonly return_url: string
        /** The payer returns here after giving up; it must be registered too, and may have a query. */ readonly cancel_url?:
          | string
          | undefined
        /** Your own data about it, at most 20 members. Nobody but you sees it. */ readonly metadata?:
          | Readonly<Record<string, string>>
          | undefined
        /** Seconds, from 5 minutes to 30 days. */ readonly expires_in?: number | undefined
        /** Day in Paris, at most a year ahead. Without it: the day on which the payer approves the payment. */ readonly execution_date?:
          | string
          | undefined
      },
      options: CallOptions = {},
    ) => call<CheckoutSession>('POST', `/checkout-sessions`, { body, ...options }),
    /** List checkout sessions. */
    listCheckoutSessions: (
      query: {
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
      } = {},
      options: CallOptions = {},
    ) =>
      call<{ readonly object: 'list'; readonly data: readonly CheckoutSession[]; readonly next_cursor: string | null }>(
        'GET',
        `/checkout-sessions`,
        { query, ...options },
      ),
    /** Read a checkout session. */
    readCheckoutSession: (id: string, options: CallOptions = {}) =>
      call<CheckoutSession>('GET', `/checkout-sessions/${encodeURIComponent(id)}`, { ...options }),
    /** List payments. */
    listPayments: (
      query: {
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
      } = {},
      options: CallOptions = {},
    ) =>
      call<{ readonly object: 'list'; readonly data: readonly PaymentSummary[]; readonly next_cursor: string | null }>(
        'GET',
        `/payments`,
        { query, ...options },
      ),
    /** Read a payment. */
    readPayment: (id: string, options: CallOptions = {}) =>
      call<Payment>('GET', `/payments/${encodeURIComponent(id)}`, { ...options }),
    /** Cancel a payment. */
    cancelPayment: (
      id: string,
      body: {
        /** `DS02` the payer wants it, `DUPL` duplicate, `FRAD` fraud, `TECH` technical. */ readonly reason?:
          | 'DS02'
          | 'DUPL'
          | 'FRAD'
          | 'TECH'
          | undefined
        /** Empty: the whole payment. */ readonly instruction_ids?: readonly string[] | undefined
      } = {},
      options: CallOptions = {},
    ) => call<Cancellation>('POST', `/payments/${encodeURIComponent(id)}/cancel`, { body, ...options }),
    /** Create a payment link. */
    createPaymentLink: (
      body: {
        readonly title: string
        readonly description?: string | undefined
        /** Without it the payer enters one. */ readonly amount?: string | undefined
        /** Decimal string with at most two decimals, up to 999999999.99. */ readonly min_amount?: string | undefined
        /** Decimal string with at most two decimals, up to 999999999.99. */ readonly max_amount?: string | undefined
        readonly reusable?: boolean | undefined
        readonly reference_prefix?: string | undefined
        readonly return_url?: string | undefined
        readonly expires_at?: string | undefined
      },
      options: CallOptions = {},
    ) => call<PaymentLink>('POST', `/payment-links`, { body, ...options }),
    /** List payment links. */
    listPaymentLinks: (
      query: {
        readonly limit?: number | undefined
        readonly cursor?: string | undefined
        readonly reference_prefix?: string | undefined
        readonly created_from?: string | undefined
        readonly created_to?: string | undefined
      } = {},
      options: CallOptions = {},
    ) =>
      call<{ readonly object: 'list'; readonly data: readonly PaymentLink[]; readonly next_cursor: string | null }>(
        'GET',
        `/payment-links`,
        { query, ...options },
      ),
    /** Read a payment link. */
    readPaymentLink: (id: string, options: CallOptions = {}) =>
      call<PaymentLink>('GET', `/payment-links/${encodeURIComponent(id)}`, { ...options }),
    /** Change a payment link. */
    changePaymentLink: (
      id: string,
      body: {
        readonly title?: string | undefined
        /** `null` removes it. */ readonly description?: string | null | undefined
        /** A later time reopens an expired link; `null`: it never expires. */ readonly expires_at?:
          | string
          | null
          | undefined
      } = {},
      options: CallOptions = {},
    ) => call<PaymentLink>('PATCH', `/payment-links/${encodeURIComponent(id)}`, { body, ...options }),
    /** Close a payment link. */
    closePaymentLink: (id: string, options: CallOptions = {}) =>
      call<PaymentLink>('DELETE', `/payment-links/${encodeURIComponent(id)}`, { ...options }),
    /** Create a refund. */
    createRefund: (
      body: {
        readonly payment_id: string
        /** Absent: everything that can still be refunded. */ readonly amount?: string | undefined
        /** Your customer’s name, who receives the money. */ readonly creditor_name: string
        /** Only for a payment that came by another way; otherwise the account that paid is used, whatever stands here. */ readonly creditor_iban?:
          | string
          | undefined
        readonly reason?: string | undefined
      },
      options: CallOptions = {},
    ) => call<Refund>('POST', `/refunds`, { body, ...options }),
    /** List refunds. */
    listRefunds: (
      query: {
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
      } = {},
      options: CallOptions = {},
    ) =>
      call<{ readonly object: 'list'; readonly data: readonly Refund[]; readonly next_cursor: string | null }>(
        'GET',
        `/refunds`,
        { query, ...options },
      ),
    /** Read a refund. */
    readRefund: (id: string, options: CallOptions = {}) =>
      call<Refund>('GET', `/refunds/${encodeURIComponent(id)}`, { ...options }),
    /** Cancel a refund. */
    cancelRefund: (id: string, options: CallOptions = {}) =>
      call<Refund>('POST', `/refunds/${encodeURIComponent(id)}/cancel`, { ...options }),
    /** Create a webhook endpoint. */
    createWebhookEndpoint: (
      body: {
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
              | 'endpoint.test'
            )[]
          | undefined
      },
      options: CallOptions = {},
    ) => call<WebhookEndpointWithSecret>('POST', `/webhook-endpoints`, { body, ...options }),
    /** List webhook endpoints. */
    listWebhookEndpoints: (options: CallOptions = {}) =>
      call<{ readonly object: 'list'; readonly data: readonly WebhookEndpoint[]; readonly next_cursor: string | null }>(
        'GET',
        `/webhook-endpoints`,
        { ...options },
      ),
    /** Read a webhook endpoint. */
    readWebhookEndpoint: (id: string, options: CallOptions = {}) =>
      call<WebhookEndpoint>('GET', `/webhook-endpoints/${encodeURIComponent(id)}`, { ...options }),
    /** Change a webhook endpoint. */
    changeWebhookEndpoint: (
      id: string,
      body: {
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
              | 'endpoint.test'
            )[]
          | undefined
        readonly enabled?: boolean | undefined
        /** When it is turned on: whether events of the time it was off are delivered. They are kept for 30 days. */ readonly missed_events?:
          | 'deliver'
          | 'skip'
          | undefined
      } = {},
      options: CallOptions = {},
    ) => call<WebhookEndpoint>('PATCH', `/webhook-endpoints/${encodeURIComponent(id)}`, { body, ...options }),
    /** Delete a webhook endpoint. */
    deleteWebhookEndpoint: (id: string, options: CallOptions = {}) =>
      call<null>('DELETE', `/webhook-endpoints/${encodeURIComponent(id)}`, { ...options }),
    /** Rotate the secret of a webhook endpoint. */
    rotateWebhookSecret: (
      id: string,
      body: {
        /** Rotate again within 24 hours: the secret before the last one stops signing at once. */ readonly force?:
          | boolean
          | undefined
      } = {},
      options: CallOptions = {},
    ) =>
      call<WebhookEndpointWithSecret>('POST', `/webhook-endpoints/${encodeURIComponent(id)}/rotate-secret`, {
        body,
        ...options,
      }),
    /** Send a test event. */
    testWebhookEndpoint: (id: string, options: CallOptions = {}) =>
      call<TestDelivery>('POST', `/webhook-endpoints/${encodeURIComponent(id)}/test`, { ...options }),
    /** List events. */
    listEvents: (
      query: {
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
          | 'endpoint.test'
          | undefined
        readonly payment_id?: string | undefined
        readonly created_from?: string | undefined
        readonly created_to?: string | undefined
      } = {},
      options: CallOptions = {},
    ) =>
      call<{ readonly object: 'list'; readonly data: readonly Event[]; readonly next_cursor: string | null }>(
        'GET',
        `/events`,
        { query, ...options },
      ),
    /** Read an event. */
    readEvent: (id: string, options: CallOptions = {}) =>
      call<Event>('GET', `/events/${encodeURIComponent(id)}`, { ...options }),
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

export type OrganisationEvent = {
  /** `msg_…`: the `webhook-id` of its deliveries. */ readonly id: string
  readonly object: 'event'
  readonly type:
    | 'organisation.changed'
    | 'organisation.return_urls_changed'
    | 'organisation.beneficiary_changed'
    | 'organisation.beneficiary_withdrawn'
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
    | 'request_malformed'
    | 'host_unknown'
    | 'invalid_input'
    | 'member_missing'
    | 'member_unknown'
    | 'value_not_valid'
    | 'not_found'
    | 'method_not_allowed'
    | 'too_many_tries'
    | 'key_not_valid'
    | 'key_scope_missing'
    | 'idempotency_key_needed'
    | 'idempotency_key_reused'
    | 'idempotency_under_way'
    | 'beneficiary_missing'
    | 'organisation_not_activated'
    | 'organisation_suspended'
    | 'payment_limit_reached'
    | 'amount_not_valid'
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
  /** Every wrong member. */ readonly errors?:
    | readonly {
        readonly field: string
        readonly code:
          | 'json_malformed'
          | 'body_incomplete'
          | 'body_too_large'
          | 'request_malformed'
          | 'host_unknown'
          | 'invalid_input'
          | 'member_missing'
          | 'member_unknown'
          | 'value_not_valid'
          | 'not_found'
          | 'method_not_allowed'
          | 'too_many_tries'
          | 'key_not_valid'
          | 'key_scope_missing'
          | 'idempotency_key_needed'
          | 'idempotency_key_reused'
          | 'idempotency_under_way'
          | 'beneficiary_missing'
          | 'organisation_not_activated'
          | 'organisation_suspended'
          | 'payment_limit_reached'
          | 'amount_not_valid'
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
    | 'endpoint.test'
  )[]
  readonly enabled: boolean
  readonly disabled_reason: 'owner' | 'gone' | null
  readonly previous_secret_until: string | null
  readonly created_at: string
  /** `whsec_…`, shown this once. */ readonly secret: string
}
