import { createHmac } from 'node:crypto'
import {
  type ClientOptions,
  createClient,
  createDataClient,
  type Event,
  GuichetNoAnswer,
  GuichetProblem,
  isProblem,
  type PaymentEventData,
  verifyWebhook,
  WebhookNotGenuine,
} from 'guichet-client'
import { Webhook } from 'standardwebhooks'
import { afterEach, beforeEach, describe, expect, expectTypeOf, test, vi } from 'vitest'
import { typeOf } from './make-client.ts'

test.each([
  [{ type: 'integer' }, 'number'],
  [{ type: ['string', 'null'] }, 'string | null'],
  [{ enum: ['a', 'b'] }, "'a' | 'b'"],
  [{ const: 'x' }, "'x'"],
  [{ $ref: '#/components/schemas/Payment' }, 'Payment'],
  [{ anyOf: [{ type: 'string' }, { type: 'null' }] }, 'string | null'],
  [{ type: 'array', items: { anyOf: [{ type: 'string' }, { type: 'null' }] } }, 'readonly (string | null)[]'],
  [{ type: 'object', additionalProperties: { type: 'string' } }, 'Readonly<Record<string, string>>'],
  [
    { type: 'object', properties: { a: { type: 'string' }, b: { type: 'boolean' } }, required: ['a'] },
    '{ readonly a: string\nreadonly b?: boolean | undefined }',
  ],
  [{}, 'unknown'],
])('%j is %s', (schema, type) => {
  expect(typeOf(schema)).toBe(type)
})

describe('the client', () => {
  type Sent = { readonly url: string; readonly method: string | undefined; readonly headers: Headers }

  function clientOf(answers: readonly (Response | Error)[], more: Partial<ClientOptions> = {}) {
    const sent: Sent[] = []
    const client = createClient({
      key: 'gk_test_x',
      origin: 'https://guichet.example',
      fetch: async (url, init) => {
        sent.push({ url: String(url), method: init?.method, headers: new Headers(init?.headers) })
        const answer = answers[sent.length - 1]
        if (answer instanceof Error || !answer) throw answer ?? new Error('nothing more')
        return answer
      },
      ...more,
    })
    return { client, sent }
  }
  const problem = (code: string, more: object = {}) => ({
    type: 'x',
    title: 'No',
    status: 422,
    code,
    detail: 'Why',
    request_id: 'r',
    ...more,
  })
  /** The client's pauses pass at once. */
  async function soon<T>(promise: Promise<T>): Promise<T> {
    promise.catch(() => undefined)
    await vi.runAllTimersAsync()
    return promise
  }
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  })
  afterEach(() => {
    vi.useRealTimers()
  })
  const failed = (promise: Promise<unknown>) =>
    promise.then(
      () => null,
      (error: unknown) => error,
    )

  test('sends its key, an id that can’t leave its path, and the query', async () => {
    const { client, sent } = clientOf([Response.json({ id: 'x' }), Response.json({ data: [] })])
    await client.readPayment('../a?b')
    await client.listPayments({ status: 'executed', limit: 5 })
    expect(sent.map(({ url }) => url)).toEqual([
      'https://guichet.example/api/v1/payments/..%2Fa%3Fb',
      'https://guichet.example/api/v1/payments?status=executed&limit=5',
    ])
    expect(sent[0]?.headers.get('authorization')).toBe('Bearer gk_test_x')
    expect(sent[0]?.headers.get('idempotency-key')).toBeNull()
  })

  test('repeats a POST without an answer with the same key', async () => {
    const { client, sent } = clientOf([new Error('reset'), Response.json({ id: 'x' }, { status: 201 })])
    await soon(client.createPaymentLink({ title: 'Book' }))
    const keys = sent.map(({ headers }) => headers.get('idempotency-key'))
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/)
    expect(new Set(keys).size).toBe(1)
  })

  test('throws a refusal with its code and field, which isProblem narrows', async () => {
    const said = problem('amount_more_than_left', { field: 'amount' })
    const { client, sent } = clientOf([Response.json(said, { status: 422 })])
    const refused = await failed(client.createPaymentLink({ title: '' }))
    expect(refused).toBeInstanceOf(GuichetProblem)
    expect(refused).toMatchObject({
      status: 422,
      code: 'amount_more_than_left',
      field: 'amount',
      retryAfterSeconds: null,
    })
    expect(sent).toHaveLength(1)
    expect(isProblem(refused)).toBe(true)
    expect(isProblem(refused, 'not_found')).toBe(false)
    expect(isProblem(new Error('other'))).toBe(false)
    if (!isProblem(refused, 'amount_more_than_left', 'not_found')) throw new Error('not narrowed')
    expectTypeOf(refused.code).toEqualTypeOf<'amount_more_than_left' | 'not_found'>()
  })

  test('waits as the API asks, and gives the refusal to the caller where that is long', async () => {
    const busy = (seconds: string) =>
      Response.json(problem('too_many_tries', { status: 429 }), { status: 429, headers: { 'retry-after': seconds } })
    const twice = clientOf([busy('3'), Response.json({ id: 'x' })])
    expect(await soon(twice.client.readPayment('x'))).toEqual({ id: 'x' })
    const late = clientOf([busy('30')])
    expect(await failed(late.client.readPayment('x'))).toMatchObject({ code: 'too_many_tries', retryAfterSeconds: 30 })
    expect(late.sent).toHaveLength(1)
  })

  test('sends again what a proxy answered, and not what the API refused', async () => {
    const proxy = () => new Response('<h1>Bad gateway</h1>', { status: 502 })
    const through = clientOf([proxy(), Response.json({ id: 'x' })])
    expect(await soon(through.client.readPayment('x'))).toEqual({ id: 'x' })
    const never = clientOf([proxy(), proxy(), proxy()])
    const lost = await soon(failed(never.client.createRefund({ payment_id: 'p', creditor_name: 'A' })))
    expect(lost).toBeInstanceOf(GuichetNoAnswer)
    expect(lost).toMatchObject({ status: 502, idempotencyKey: never.sent[0]?.headers.get('idempotency-key') })
    const refused = clientOf([Response.json(problem('bank_refused', { status: 502 }), { status: 502 })])
    expect(await failed(refused.client.cancelPayment('p'))).toMatchObject({ code: 'bank_refused' })
    expect(refused.sent).toHaveLength(1)
  })

  test('names the key to repeat with when no answer came', async () => {
    const { client, sent } = clientOf([new Error('reset'), new Error('reset'), new Error('reset')])
    const lost = await soon(failed(client.createPaymentLink({ title: 'Book' }, { idempotencyKey: 'mine' })))
    expect(lost).toMatchObject({ name: 'GuichetNoAnswer', status: null, idempotencyKey: 'mine' })
    expect(sent).toHaveLength(3)
  })

  test('ends at once when its caller does', async () => {
    const caller = new AbortController()
    const { client, sent } = clientOf([new Error('reset')])
    const call = failed(client.readPayment('x', { signal: caller.signal }))
    caller.abort(new Error('no longer wanted'))
    expect(await call).toMatchObject({ message: 'no longer wanted' })
    expect(sent.length).toBeLessThan(2)
  })

  test('gives a try its time and no more', async () => {
    vi.useRealTimers()
    const signals: (AbortSignal | null | undefined)[] = []
    const { client } = clientOf([], {
      timeoutMs: 1,
      fetch: (_, { signal } = {}) => {
        signals.push(signal)
        return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
      },
    })
    expect(await failed(client.readPayment('x'))).toMatchObject({
      name: 'GuichetNoAnswer',
      cause: { name: 'TimeoutError' },
    })
    expect(signals).toHaveLength(3)
  })

  test('reads a list to its end, a page at a time', async () => {
    const page = (ids: readonly string[], next: string | null) =>
      Response.json({ object: 'list', data: ids.map(id => ({ id })), next_cursor: next })
    const { client, sent } = clientOf([page(['a', 'b'], 'c1'), page([], 'c2'), page(['c'], null)])
    const ids: string[] = []
    for await (const { id } of client.allPayments({ status: 'executed' })) {
      // Nothing is read ahead.
      if (ids.length === 0) expect(sent).toHaveLength(1)
      ids.push(id)
    }
    expect(ids).toEqual(['a', 'b', 'c'])
    expect(sent.map(({ url }) => new URL(url).search)).toEqual([
      '?status=executed',
      '?status=executed&cursor=c1',
      '?status=executed&cursor=c2',
    ])
  })

  test('reads a person’s accounts with their token, at the data API', async () => {
    const sent: Request[] = []
    const client = createDataClient({
      token: 'gd_x',
      origin: 'https://guichet.example',
      fetch: async (url, init) => {
        sent.push(new Request(url, init))
        return Response.json({ accounts: [] })
      },
    })
    await client.syncTransactions({ cursor: 'WzFd' })
    await client.setWebhook({ url: 'https://budget.example/hook' })
    expect(sent.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'GET https://guichet.example/api/data/v1/transactions?cursor=WzFd',
      'PUT https://guichet.example/api/data/v1/webhook',
    ])
    expect(sent[0]?.headers.get('authorization')).toBe('Bearer gd_x')
    expectTypeOf(client.listAccounts).returns.resolves.toHaveProperty('accounts')
    expect(() => createDataClient({ token: '', origin: 'https://guichet.example' })).toThrow(/^token/)
  })

  test('says what is missing before it sends anything', () => {
    expect(() => createClient({ key: 'gk_test_x', origin: '' })).toThrow(/^origin/)
    for (const key of ['', undefined as unknown as string])
      expect(() => createClient({ key, origin: 'https://guichet.example' })).toThrow(/^key/)
  })

  test('events are one union by type', () => {
    const dataOf = (event: Event) => (event.type === 'payment.executed' ? event.data : null)
    expectTypeOf(dataOf).returns.toEqualTypeOf<PaymentEventData | null>()
  })
})

describe('verifying a webhook (C43)', () => {
  const secret = `whsec_${Buffer.from('0123456789abcdef0123456789abcdef').toString('base64')}`
  const other = `whsec_${Buffer.from('f'.repeat(32)).toString('base64')}`
  const now = new Date('2026-11-21T12:00:00Z')
  const body = JSON.stringify({ type: 'payment.executed', sequence: 3, data: { id: 'p' } })
  const headersAt = (at: Date, by = secret) => ({
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(at.getTime() / 1000),
    'webhook-signature': new Webhook(by).sign('msg_1', at, body),
  })

  test('returns the event signed by the reference library', async () => {
    expect(await verifyWebhook(secret, headersAt(now), body, { now })).toMatchObject({
      id: 'msg_1',
      type: 'payment.executed',
      sequence: 3,
    })
    expect(await verifyWebhook(secret, new Headers(headersAt(now)), body, { now })).toMatchObject({ id: 'msg_1' })
  })

  test.each([{ now: new Date(Number.NaN) }, { now, toleranceSeconds: Number.NaN }])(
    'without a time that can be compared it refuses: %o',
    async options => {
      await expect(verifyWebhook(secret, headersAt(now), body, options)).rejects.toThrow(WebhookNotGenuine)
    },
  )

  const names = {
    'webhook-id': 'Webhook-Id',
    'webhook-timestamp': 'WEBHOOK-TIMESTAMP',
    'webhook-signature': 'Webhook-signature',
  }
  const sent = headersAt(now)
  const pairs = Object.entries(sent).map(([name, value]): [string, string] => [Reflect.get(names, name), value])
  test.each([
    ['of fetch', new Headers(sent)],
    ['in another case', Object.fromEntries(pairs)],
    ['as pairs', pairs],
    ['in a map', new Map(pairs)],
    ['joined by commas', { ...sent, 'webhook-signature': `${sent['webhook-signature']}, v1,AAAA` }],
    ['with lists of values', Object.fromEntries(pairs.map(([name, value]) => [name, [value]]))],
    ['with a line for each signature', { ...sent, 'webhook-signature': ['v1,AAAA', sent['webhook-signature']] }],
    ['without a prototype', Object.assign(Object.create(null), sent, { host: undefined })],
  ] as const)('reads headers %s', async (_, headers) => {
    expect(await verifyWebhook(secret, headers, body, { now })).toMatchObject({ id: 'msg_1' })
  })

  const text = JSON.stringify({ type: 'payment.executed', data: { reference: 'Café €' } })
  const whole = new TextEncoder().encode(text)
  const ofText = { ...sent, 'webhook-signature': new Webhook(secret).sign('msg_1', now, text) }
  /** As it comes from a network: every byte for itself, so that letters are cut. */
  async function* pieces() {
    for (const byte of whole) yield Uint8Array.of(byte)
  }
  test.each([
    ['its text', text],
    ['its bytes', whole],
    ['a buffer', Buffer.from(whole)],
    ['an ArrayBuffer', whole.buffer],
    ['a request that is still to be read', pieces()],
    ['a stream', new Response(whole).body as unknown as AsyncIterable<Uint8Array>],
  ])('reads a body from %s', async (_, from) => {
    const event = await verifyWebhook(secret, ofText, from, { now })
    expect(event).toMatchObject({ data: { reference: 'Café €' } })
  })

  test('refuses a body that ends early or never, and one that is parsed already', async () => {
    async function* cut() {
      yield* pieces()
      throw new Error('aborted')
    }
    let asked = 0
    async function* endless() {
      for (;;) {
        asked += 1
        yield new Uint8Array(100_000)
      }
    }
    const of = (given: AsyncIterable<Uint8Array>) => verifyWebhook(secret, ofText, given, { now })
    await expect(of(cut())).rejects.toThrow(WebhookNotGenuine)
    await expect(of(endless())).rejects.toThrow(WebhookNotGenuine)
    expect(asked).toBeLessThan(20)
    await expect(of(JSON.parse(text))).rejects.toThrow(/^body/)
  })

  test('accepts either of two signatures during a rotation', async () => {
    const both = `${headersAt(now, other)['webhook-signature']} ${headersAt(now)['webhook-signature']}`
    await verifyWebhook(secret, { ...headersAt(now), 'webhook-signature': both }, body, { now })
    await verifyWebhook(other, { ...headersAt(now), 'webhook-signature': both }, body, { now })
  })

  test('signs once, however many signatures there are', async () => {
    const calls = (['sign', 'verify'] as const).map(name => vi.spyOn(crypto.subtle, name))
    const many = `${'v1,AAAA '.repeat(3_000)}${headersAt(now)['webhook-signature']}`
    await verifyWebhook(secret, { ...headersAt(now), 'webhook-signature': many }, body, { now })
    expect(calls.reduce((sum, { mock }) => sum + mock.calls.length, 0)).toBe(1)
  })

  const minutes = (count: number) => new Date(now.getTime() + count * 60_000)
  const forged = createHmac('sha256', 'x')
    .update(`msg_1.${now.getTime() / 1000}.${body}`)
    .digest('base64')
  test.each([
    ['another body', headersAt(now), `${body} `],
    ['another secret', headersAt(now, other), body],
    ['another id', { ...headersAt(now), 'webhook-id': 'msg_2' }, body],
    ['another time', { ...headersAt(now), 'webhook-timestamp': String(now.getTime() / 1000 + 1) }, body],
    ['a forged signature', { ...headersAt(now), 'webhook-signature': `v1,${forged}` }, body],
    ['no signature', { ...headersAt(now), 'webhook-signature': '' }, body],
    ['a signature that is no base64', { ...headersAt(now), 'webhook-signature': 'v1,%%%' }, body],
    ['no time', { ...headersAt(now), 'webhook-timestamp': '' }, body],
    ['a message six minutes old (replay)', headersAt(minutes(-6)), body],
    ['a message of the future', headersAt(minutes(6)), body],
  ])('refuses %s', async (_, headers, text) => {
    await expect(verifyWebhook(secret, headers, text, { now })).rejects.toThrow(WebhookNotGenuine)
  })

  test('names a secret that is missing', async () => {
    await expect(verifyWebhook('', headersAt(now), body, { now })).rejects.toThrow(/^secret/)
  })
})
