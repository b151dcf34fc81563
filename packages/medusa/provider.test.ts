import {
  type CallOptions,
  type CheckoutSession,
  type CreateCheckoutSessionBody,
  type CreateRefundBody,
  type Event,
  GuichetNoAnswer,
  GuichetProblem,
  type ProblemCode,
  type Refund,
} from 'guichet-client'
import { Webhook } from 'standardwebhooks'
import { beforeEach, describe, expect, test } from 'vitest'
import actions from './fixtures/actions.json' with { type: 'json' }
import { MedusaError } from './framework.ts'
import provided, { GuichetPaymentProvider } from './index.ts'

const secret = `whsec_${Buffer.from('0123456789abcdef0123456789abcdef').toString('base64')}`
const options = { apiKey: 'gk_test_abc', webhookSecret: secret, returnUrl: 'https://shop.example/back' }
const medusaId = 'payses_01M8BS0GD6ET2PPJZ2RYZPDDE5'

/** Guichet, as far as the provider calls it: what it was asked, and what it answers. */
class FakeGuichet {
  readonly created: { readonly body: CreateCheckoutSessionBody; readonly key: string | undefined }[] = []
  readonly refunded: { readonly body: CreateRefundBody; readonly key: string | undefined }[] = []
  readonly cancelled: string[] = []
  readonly sessions = new Map<string, CheckoutSession>()
  /** What the next call throws. */
  fault: Error | null = null
  /** What a cancellation comes to. */
  outcome: 'withdrawn' | 'redirect' = 'withdrawn'

  async createCheckoutSession(body: CreateCheckoutSessionBody, { idempotencyKey }: CallOptions = {}) {
    this.#mayFail()
    this.created.push({ body, key: idempotencyKey })
    const id = `id-${this.created.length}`
    const session: CheckoutSession = {
      id,
      object: 'checkout_session',
      url: `https://guichet.example/pay/${id}`,
      mode: 'test',
      status: 'open',
      paid: false,
      paid_by: null,
      received_amount: '0.00',
      amount: body.amount,
      currency: 'EUR',
      reference: body.reference,
      description: null,
      remittance: body.reference,
      line_items: [],
      bank_code: body.bank_code ?? null,
      payer: null,
      instant: 'never',
      language: body.language ?? 'auto',
      return_url: body.return_url,
      cancel_url: body.cancel_url ?? null,
      metadata: body.metadata ?? {},
      execution_date: null,
      created_at: '2026-11-26T09:00:00.000Z',
      expires_at: null,
    }
    this.sessions.set(id, session)
    return session
  }

  async readCheckoutSession(id: string) {
    this.#mayFail()
    const session = this.sessions.get(id)
    if (!session) throw problem(404, 'not_found')
    return session
  }

  async cancelPayment(id: string) {
    this.#mayFail()
    this.cancelled.push(id)
    if (this.outcome === 'withdrawn') this.become(id, 'cancelled')
    return { object: 'cancellation' as const, payment_id: id, outcome: this.outcome, redirect_url: null }
  }

  async createRefund(body: CreateRefundBody, { idempotencyKey }: CallOptions = {}) {
    this.#mayFail()
    this.refunded.push({ body, key: idempotencyKey })
    return refundOf(`refund-${this.refunded.length}`, body, 'open')
  }

  async listRefunds() {
    this.#mayFail()
    const data = this.refunded.map(({ body }, at) => refundOf(`refund-${at + 1}`, body, 'executed'))
    return { object: 'list' as const, data, next_cursor: null }
  }

  become(id: string, status: CheckoutSession['status'], paid = status === 'executed') {
    const session = this.sessions.get(id)
    if (session) this.sessions.set(id, { ...session, status, paid })
  }

  #mayFail() {
    if (this.fault) throw this.fault
  }
}

function refundOf(
  id: string,
  { payment_id, amount = '', creditor_name }: CreateRefundBody,
  status: Refund['status'],
): Refund {
  return {
    id,
    object: 'refund',
    payment_id,
    reference: 'Order 4711',
    mode: 'test',
    status,
    metadata: {},
    amount,
    currency: 'EUR',
    creditor_name,
    creditor_iban: 'FR76 **** 0189',
    reason: null,
    authorise_url: `https://guichet.example/refunds/${id}`,
    created_at: '2026-11-26T09:00:00.000Z',
    finished_at: null,
    expires_at: '2026-11-27T09:00:00.000Z',
  }
}

function problem(status: number, code: ProblemCode) {
  const said = { type: `https://guichet.example/docs/api/errors/${code}`, title: 'No', detail: 'Do it otherwise.' }
  return new GuichetProblem({ ...said, status, code, request_id: 'r' })
}

let guichet: FakeGuichet
let provider: GuichetPaymentProvider
beforeEach(() => {
  guichet = new FakeGuichet()
  provider = new GuichetPaymentProvider({}, options, guichet)
})

const wish = {
  amount: 24.9,
  currency_code: 'eur',
  data: { session_id: medusaId, payer_name: 'Camille Bernard' },
  context: { idempotency_key: medusaId },
}
/** The data of a session that Medusa stored. */
const stored = async (status: CheckoutSession['status'] = 'open') => {
  const { data = {} } = await provider.initiatePayment(wish)
  guichet.become(String(data.id), status)
  return data
}
const refusalOf = async (acting: Promise<unknown>) => {
  const error = await acting.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof MedusaError)) throw new Error(`no MedusaError: ${error}`)
  return { type: error.type, code: error.code, message: error.message }
}

test('Medusa finds the provider by its name', () => {
  expect(provided).toEqual({ module: 'payment', services: [GuichetPaymentProvider] })
  expect(provider.getIdentifier()).toBe('guichet')
})

test('Medusa does not start with wrong options', () => {
  expect(() => GuichetPaymentProvider.validateOptions({})).toThrow(/apiKey.*webhookSecret.*returnUrl/)
  expect(() => GuichetPaymentProvider.validateOptions(options)).not.toThrow()
  expect(() => new GuichetPaymentProvider({}, { ...options, apiKey: '' })).toThrow('apiKey')
})

describe('initiatePayment', () => {
  test('creates a session with Medusa’s key, and says where the payer goes', async () => {
    expect(await provider.initiatePayment(wish)).toEqual({
      id: 'id-1',
      status: 'requires_more',
      data: {
        id: 'id-1',
        url: 'https://guichet.example/pay/id-1',
        status: 'open',
        amount: '24.90',
        currency: 'EUR',
        session_id: medusaId,
        payer_name: 'Camille Bernard',
        return_url: 'https://shop.example/back',
        language: 'auto',
      },
    })
    expect(guichet.created).toEqual([
      {
        key: medusaId,
        body: {
          amount: '24.90',
          reference: 'Order RYZPDDE5',
          return_url: 'https://shop.example/back',
          language: 'auto',
          metadata: { medusa_session: medusaId },
        },
      },
    ])
  })

  test('takes what a storefront may choose, and nothing else', async () => {
    const chosen = {
      return_url: 'https://shop.example/fr/retour',
      cancel_url: 'https://shop.example/fr/panier',
      bank_code: '19870',
      language: 'fr',
    }
    const { data } = await provider.initiatePayment({
      ...wish,
      data: { ...wish.data, ...chosen, amount: '0.01', refunds: [] },
    })
    expect(guichet.created[0]?.body).toMatchObject({ ...chosen, amount: '24.90' })
    expect(data).toMatchObject({ ...chosen, amount: '24.90' })
    expect(data).not.toHaveProperty('refunds')
  })

  test.each([{ language: 'de' }, { language: 7 }, { return_url: 7 }, { return_url: ' ' }, { payer_name: ['a'] }])(
    'ignores %j from a storefront',
    async strange => {
      await provider.initiatePayment({ ...wish, data: { session_id: medusaId, ...strange } })
      expect(guichet.created[0]?.body).toMatchObject({ language: 'auto', return_url: options.returnUrl })
    },
  )

  test.each([
    [{ first_name: 'Camille', last_name: 'Bernard' }, 'Camille Bernard'],
    [{ first_name: 'Camille', last_name: null }, 'Camille'],
    [{ first_name: 'Camille', company_name: 'Atelier Bernard' }, 'Atelier Bernard'],
  ])('knows who receives refunds by Medusa’s customer: %j', async (customer, name) => {
    const { data } = await provider.initiatePayment({ ...wish, data: {}, context: { customer } })
    expect(data?.payer_name).toBe(name)
  })

  test('a name is as long as the API takes it', async () => {
    const long = 'x'.repeat(200)
    const { data } = await provider.initiatePayment({ ...wish, data: { ...wish.data, payer_name: long } })
    expect(data?.payer_name).toHaveLength(140)
    const known = await provider.initiatePayment({ ...wish, data: {}, context: { customer: { company_name: long } } })
    expect(known.data?.payer_name).toHaveLength(140)
  })

  test('refuses a currency other than EUR before it asks Guichet', async () => {
    expect(await refusalOf(provider.initiatePayment({ ...wish, currency_code: 'usd' }))).toEqual({
      type: 'invalid_data',
      code: 'currency_not_supported',
      message: 'Guichet is for payments in EUR, and this cart is in USD: enable the provider for regions in EUR only.',
    })
    expect(guichet.created).toEqual([])
  })

  test.each([0, -5, '0.001', 'much'])('refuses an amount of %s', async amount => {
    expect(await refusalOf(provider.initiatePayment({ ...wish, amount }))).toMatchObject({ code: 'amount_not_valid' })
    expect(guichet.created).toEqual([])
  })
})

type Status = CheckoutSession['status']
/** Every status of Guichet, and Medusa's for it. */
const medusaStatuses: Readonly<Record<Status, string>> = {
  open: 'requires_more',
  pending: 'pending_authorization',
  confirmed: 'pending_authorization',
  executed: 'captured',
  partly_executed: 'error',
  cancelled: 'canceled',
  expired: 'canceled',
  held: 'error',
}
const statuses = Object.entries(medusaStatuses) as [Status, string][]

describe('states', () => {
  test.each(statuses)('%s is %s', async (status, medusaStatus) => {
    const data = await stored(status)
    const wanted = { status: medusaStatus, data: { ...data, status } }
    expect(await provider.authorizePayment({ data })).toEqual(wanted)
    expect(await provider.getPaymentStatus({ data })).toEqual(wanted)
    expect(await provider.retrievePayment({ data })).toEqual({ data: { ...data, status, refunds: [] } })
  })

  test.each(['open', 'cancelled', 'expired', 'pending', 'confirmed'] as const)(
    'what is paid by hand is captured although it is %s, and neither withdrawn nor replaced',
    async status => {
      const data = await stored('open')
      guichet.become(String(data.id), status, true)
      const wanted = { status: 'captured', data: { ...data, status } }
      expect(await provider.authorizePayment({ data })).toEqual(wanted)
      expect(await provider.getPaymentStatus({ data })).toEqual(wanted)
      expect(await provider.capturePayment({ data })).toEqual({ data: wanted.data })
      for (const act of [
        () => provider.cancelPayment({ data }),
        () => provider.updatePayment({ amount: 49.8, currency_code: 'eur', data }),
      ]) {
        expect(await refusalOf(act())).toMatchObject({ code: 'payment_over' })
      }
      expect([guichet.created.length, guichet.cancelled]).toEqual([1, []])
    },
  )

  test('the state that a browser or an old answer claims is not believed', async () => {
    const data = await stored('open')
    expect(await provider.authorizePayment({ data: { ...data, status: 'executed' } })).toMatchObject({
      status: 'requires_more',
      data: { status: 'open' },
    })
  })

  test('retrievePayment has the refunds as they are now', async () => {
    const data = await stored('executed')
    const { data: refunded } = await provider.refundPayment({ data, amount: 4.9 })
    expect(await provider.retrievePayment({ data: refunded ?? {} })).toMatchObject({
      data: { refunds: [{ id: 'refund-1', amount: '4.90', status: 'executed' }] },
    })
  })

  test.each(['authorizePayment', 'getPaymentStatus', 'retrievePayment', 'capturePayment', 'updatePayment'] as const)(
    '%s needs an id of Guichet',
    async method => {
      const refusal = await refusalOf(provider[method]({ ...wish, data: {} }))
      expect(refusal).toMatchObject({ type: 'invalid_data', code: 'id_missing' })
    },
  )
})

describe('capturePayment', () => {
  test('an executed payment is captured already', async () => {
    const data = await stored('executed')
    expect(await provider.capturePayment({ data })).toEqual({ data: { ...data, status: 'executed' } })
  })

  test.each(statuses.filter(([status]) => status !== 'executed'))('is refused while it is %s', async status => {
    const data = await stored(status)
    expect(await refusalOf(provider.capturePayment({ data }))).toMatchObject({ type: 'not_allowed', code: status })
  })
})

describe.each(['cancelPayment', 'deletePayment'] as const)('%s', method => {
  test('withdraws an open session', async () => {
    const data = await stored('open')
    expect(await provider[method]({ data })).toEqual({ data: { ...data, status: 'cancelled' } })
    expect(guichet.cancelled).toEqual(['id-1'])
  })

  test.each(['cancelled', 'expired'] as const)('has nothing to do when it is %s', async status => {
    const data = await stored(status)
    expect(await provider[method]({ data })).toMatchObject({ data: { id: 'id-1', status } })
    expect(guichet.cancelled).toEqual([])
  })

  test.each([
    ['pending', 'payment_under_way', /Wait until/],
    ['confirmed', 'payment_under_way', /Wait until/],
    ['held', 'payment_under_way', /Wait until/],
    ['partly_executed', 'payment_under_way', /Wait until/],
    ['executed', 'payment_over', /Refund it/],
  ] as const)('is refused when it is %s, and the bank is not asked', async (status, code, message) => {
    const data = await stored(status)
    const refusal = await refusalOf(provider[method]({ data }))
    expect(refusal).toMatchObject({ type: 'not_allowed', code })
    expect(refusal.message).toMatch(message)
    expect(guichet.cancelled).toEqual([])
  })

  test('is refused when the payer approved it at that moment', async () => {
    const data = await stored('open')
    guichet.outcome = 'redirect'
    expect(await refusalOf(provider[method]({ data }))).toMatchObject({ code: 'payment_under_way' })
  })

  test('does nothing for a session that Guichet never had', async () => {
    expect(await provider[method]({})).toEqual({})
    expect(await provider[method]({ data: { note: 'x' } })).toEqual({ data: { note: 'x' } })
  })
})

describe('updatePayment', () => {
  const change = { amount: 49.8, currency_code: 'eur' }

  test('withdraws the old session, then creates one with the new amount', async () => {
    const data = await stored('open')
    expect(await provider.updatePayment({ ...change, data })).toEqual({
      status: 'requires_more',
      data: { ...data, id: 'id-2', url: 'https://guichet.example/pay/id-2', amount: '49.80' },
    })
    expect(guichet.cancelled).toEqual(['id-1'])
    expect(guichet.created[1]).toMatchObject({ key: 'id-1-49.80', body: { metadata: { medusa_session: medusaId } } })
  })

  test('keeps an open session of the same amount', async () => {
    const data = await stored('open')
    expect(await provider.updatePayment({ ...wish, data })).toEqual({ status: 'requires_more', data })
    expect([guichet.created.length, guichet.cancelled]).toEqual([1, []])
  })

  test.each(['cancelled', 'expired'] as const)('replaces one that is %s', async status => {
    const data = await stored(status)
    expect(await provider.updatePayment({ ...wish, data })).toMatchObject({ data: { id: 'id-2', status: 'open' } })
    expect(guichet.cancelled).toEqual([])
  })

  test.each(['pending', 'confirmed', 'executed', 'partly_executed', 'held'] as const)(
    'is refused when it is %s: the payer would pay twice',
    async status => {
      const data = await stored(status)
      expect(await refusalOf(provider.updatePayment({ ...change, data }))).toMatchObject({ type: 'not_allowed' })
      expect(guichet.created).toHaveLength(1)
    },
  )

  test('refuses another currency', async () => {
    const data = await stored('open')
    const changing = provider.updatePayment({ ...change, currency_code: 'chf', data })
    expect(await refusalOf(changing)).toMatchObject({ code: 'currency_not_supported' })
  })
})

describe('refundPayment', () => {
  test('prepares a refund with Medusa’s key, and keeps where it is approved', async () => {
    const data = await stored('executed')
    const context = { idempotency_key: 'ref_1' }
    const first = await provider.refundPayment({ data, amount: { value: '4.9' }, context })
    expect(guichet.refunded).toEqual([
      { key: 'ref_1', body: { payment_id: 'id-1', amount: '4.90', creditor_name: 'Camille Bernard' } },
    ])
    const made = {
      status: 'open',
      amount: '4.90',
      authorise_url: 'https://guichet.example/refunds/refund-1',
      expires_at: '2026-11-27T09:00:00.000Z',
    }
    expect(first.data).toEqual({ ...data, refunds: [{ id: 'refund-1', ...made }] })
    const second = await provider.refundPayment({ data: first.data ?? {}, amount: 1 })
    expect(second.data?.refunds).toMatchObject([{ id: 'refund-1' }, { id: 'refund-2' }])
  })

  test('is refused without the name of whoever receives it', async () => {
    const { payer_name: _, ...data } = await stored('executed')
    expect(await refusalOf(provider.refundPayment({ data, amount: 1 }))).toMatchObject({
      type: 'not_allowed',
      code: 'creditor_name_missing',
    })
    expect(guichet.refunded).toEqual([])
  })

  test('is refused without an amount', async () => {
    const data = await stored('executed')
    expect(await refusalOf(provider.refundPayment({ data, amount: 0 }))).toMatchObject({ code: 'amount_not_valid' })
  })
})

describe('refusals of Guichet', () => {
  test.each([
    [404, 'not_found', 'not_found'],
    [409, 'payment_over', 'not_allowed'],
    [422, 'return_url_not_registered', 'invalid_data'],
    [400, 'json_malformed', 'invalid_data'],
    [401, 'key_not_valid', 'unexpected_state'],
    [403, 'key_scope_missing', 'unexpected_state'],
    [429, 'too_many_tries', 'unexpected_state'],
    [500, 'our_fault', 'unexpected_state'],
    [503, 'busy', 'unexpected_state'],
  ] as const)('%i %s is %s, with its sentence and code', async (status, code, type) => {
    const data = await stored()
    guichet.fault = problem(status, code)
    const message = `Guichet refused. No: Do it otherwise. (${code})`
    for (const acting of [
      provider.initiatePayment(wish),
      provider.authorizePayment({ data }),
      provider.cancelPayment({ data }),
      provider.refundPayment({ data, amount: 1 }),
      provider.retrievePayment({ data }),
    ]) {
      expect(await refusalOf(acting)).toEqual({ type, code, message })
    }
  })

  test('no answer is no refusal: it may be tried again', async () => {
    guichet.fault = new GuichetNoAnswer(null, 'key')
    expect(await refusalOf(provider.initiatePayment(wish))).toMatchObject({
      type: 'unexpected_state',
      code: 'no_answer',
    })
  })

  test('a fault of the program stays what it is', async () => {
    guichet.fault = new RangeError('ours')
    await expect(provider.initiatePayment(wish)).rejects.toBe(guichet.fault)
  })
})

describe('webhooks', () => {
  const sent = (event: object, { by = secret, at = new Date() }: { by?: string; at?: Date } = {}) => {
    const rawData = JSON.stringify(event)
    const headers = {
      'webhook-id': 'msg_1',
      'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
      'webhook-signature': new Webhook(by).sign('msg_1', at, rawData),
    }
    return { data: {}, rawData, headers }
  }
  const eventOf = (type: string, more: object = {}) => ({
    type,
    sequence: 1,
    timestamp: '2026-11-26T09:00:00.000Z',
    data: { object: 'payment', id: 'id-1', amount: '24.90', metadata: { medusa_session: medusaId }, ...more },
  })
  /** Of every type of event. */
  const known: Readonly<Record<Event['type'], string>> = actions

  test('a transfer made by hand is captured once the full amount arrived', async () => {
    const { action } = await provider.getWebhookActionAndData(sent(eventOf('payment.received', { paid: true })))
    expect(action).toBe('captured')
  })

  test.each(Object.entries(known))('%s is %s', async (type, wanted) => {
    const { action, data } = await provider.getWebhookActionAndData(sent(eventOf(type)))
    expect(action).toBe(wanted)
    expect(data).toEqual({ session_id: medusaId, amount: '24.90' })
  })

  test('a failed attempt that may be repeated asks for more', async () => {
    const event = eventOf('payment.attempt_failed', { can_retry: true })
    expect(await provider.getWebhookActionAndData(sent(event))).toMatchObject({ action: 'requires_more' })
  })

  test('the same event twice says the same, and asks Guichet for nothing', async () => {
    const message = sent(eventOf('payment.executed'))
    const first = await provider.getWebhookActionAndData(message)
    expect(await provider.getWebhookActionAndData(message)).toEqual(first)
    expect([guichet.created, guichet.cancelled, guichet.refunded]).toEqual([[], [], []])
  })

  test('payments of others are left alone, and what has no payment', async () => {
    const others = eventOf('payment.executed', { metadata: { cart: '7' } })
    expect(await provider.getWebhookActionAndData(sent(others))).toEqual({ action: 'not_supported' })
    const organisation = { ...eventOf('organisation.changed'), data: { object: 'organisation', id: 'o' } }
    expect(await provider.getWebhookActionAndData(sent(organisation))).toEqual({ action: 'not_supported' })
  })

  test('a type of a later version asks for nothing', async () => {
    expect(await provider.getWebhookActionAndData(sent(eventOf('payment.sung')))).toMatchObject({
      action: 'not_supported',
    })
  })

  test('the body may come as bytes, the headers in capitals, and the message hours late', async () => {
    const { rawData, headers } = sent(eventOf('payment.executed'), { at: new Date(Date.now() - 3_600_000 * 20) })
    const capitals = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]))
    const message = { data: {}, rawData: Buffer.from(rawData), headers: capitals }
    expect(await provider.getWebhookActionAndData(message)).toMatchObject({ action: 'captured' })
  })

  test.each([
    ['signed by another secret', () => sent(eventOf('payment.executed'), { by: `whsec_${btoa('another')}` })],
    [
      'changed on its way',
      () => ({ ...sent(eventOf('payment.executed')), rawData: JSON.stringify(eventOf('payment.open')) }),
    ],
    ['older than a day', () => sent(eventOf('payment.executed'), { at: new Date(Date.now() - 90_000_000) })],
    ['without a signature', () => ({ ...sent(eventOf('payment.executed')), headers: {} })],
  ])('one that is %s is refused', async (_, message) => {
    const refusal = await refusalOf(provider.getWebhookActionAndData(message()))
    expect(refusal).toMatchObject({ type: 'unauthorized', code: 'webhook_not_genuine' })
    expect(refusal.message).not.toContain(secret)
  })
})
