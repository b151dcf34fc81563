import { randomUUID } from 'node:crypto'
import { addDays, addMonths } from '@guichet/values/calendar/day.ts'
import { parisDay } from '@guichet/values/calendar/paris.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { now, setClock } from '#lib/clock.ts'
import { db } from '#lib/db.ts'
import { actOf } from '#lib/domain/acts.ts'
import { apiScopes } from '#lib/domain/merchant/api-key.ts'
import { changeApiKey, createApiKey, listApiKeys, openApiKey, revokeApiKey } from '#lib/services/merchant/api-keys.ts'
import { apiLimit, countRequest, readApiOrigin } from '#lib/services/merchant/api-requests.ts'
import { answerOnce } from '#lib/services/merchant/idempotency.ts'
import { startAttempt } from '#lib/services/payments/attempts.ts'
import { readPublicOrder } from '#lib/services/payments/public-order.ts'
import { receiveReport } from '#lib/services/payments/report.ts'
import type { ApiKeyChange, ApiKeyInput } from '#lib/views/api-key.ts'
import { writeOpenapi } from '#lib/views/v1/openapi.ts'
import type { Operation } from '#lib/views/v1/operation.ts'
import { type OperationName, operations } from '#lib/views/v1/operations.ts'
import { walkPayment } from '#testing/bank/payer.ts'
import { asMember } from '#testing/people/as-member.ts'
import { type ApiShop, type Asking, apiRoutes, askApi, newObjects, newShop, returnUrl } from '#testing/shop/api.ts'
import { newKey } from '#testing/shop/new-key.ts'
import { openStack } from '#testing/stack/open.ts'
import { presence } from '#testing/stack/start.ts'

/** The API v1 through its routes, with a real database and, for payments, the sandbox bank. */
const stack = openStack()

let shop: ApiShop
let other: ApiShop

beforeAll(async () => {
  process.env.WEBHOOK_LOOPBACK = '1'
  shop = await newShop()
  other = await newShop()
})

const ask = (name: OperationName, asking: Asking = {}) => askApi(name, { key: shop.key, ...asking })

const session = { amount: '12.34', reference: 'Commande 4711', return_url: returnUrl, metadata: { cart: '7' } }
const newSession = (asking: Asking = {}) => ask('createCheckoutSession', { body: session, ...asking })

/** A refund of a payment received by other means: reconciliation determines what can be refunded. */
async function newRefund(paymentId: string, body = {}) {
  return ask('createRefund', { body: { ...(await refundOf(paymentId)), ...body } })
}

async function refundOf(paymentId: string) {
  await db().paymentOrder.update({ where: { id: paymentId }, data: { receivedMinor: 1234n, receivedAt: now() } })
  return { payment_id: paymentId, creditor_name: 'Camille Bernard', creditor_iban: 'FR7630006000011234567890189' }
}

describe('the document', () => {
  test('has every route, and no others', () => {
    const described = Object.values<Operation>(operations).map(({ method, path }) => `${method} ${path}`)
    expect([...apiRoutes.keys()].toSorted()).toEqual(described.toSorted())
  })

  test('is OpenAPI 3.1 whose references all resolve', () => {
    const document = writeOpenapi('https://guichet.example')
    expect(document.openapi).toBe('3.1.0')
    const text = JSON.stringify(document)
    const { schemas } = document.components as { schemas: Record<string, unknown> }
    for (const [, name = ''] of text.matchAll(/"#\/components\/schemas\/(\w+)"/g)) expect(schemas).toHaveProperty(name)
    expect(text).not.toContain('$defs')
    for (const [name, schema] of Object.entries(schemas)) {
      expect(schema).toHaveProperty(name === 'Event' ? 'oneOf' : 'properties')
    }
  })
})

describe('access by key', () => {
  const names = Object.keys(operations) as OperationName[]
  const withId = names.filter(name => operations[name].path.includes('{id}'))
  const bodies: Partial<Record<OperationName, unknown>> = {
    createCheckoutSession: session,
    createPaymentLink: { title: 'Book' },
    createWebhookEndpoint: { url: 'http://localhost:4242/hooks' },
    changeWebhookEndpoint: { enabled: false },
    changePaymentLink: { title: 'Pen' },
    cancelPayment: {},
    createRefund: { payment_id: randomUUID(), creditor_name: 'Camille Bernard' },
  }
  let ids: Record<string, string>
  beforeAll(async () => {
    ids = await newObjects(shop.key)
  })
  const idFor = (name: OperationName) => ids[operations[name].path.split('/')[1] ?? ''] ?? ''
  const about = (name: OperationName) => ({ id: idFor(name), body: bodies[name] })

  test.each(withId)('%s: not found for another organisation, and for the other mode', async name => {
    for (const key of [other.key, shop.live]) {
      expect(await ask(name, { ...about(name), key })).toMatchObject({ status: 404, body: { code: 'not_found' } })
    }
  })

  test.each(withId)('%s: an unknown id is 404', async name => {
    for (const id of ['x', "'; --", 'msg_x']) expect((await ask(name, { ...about(name), id })).status).toBe(404)
  })

  // The banks are the same for everybody, and a day has no id.
  const isOwned = (name: OperationName) => name !== 'listBanks' && name !== 'listSettlementDays'
  const owned = names.filter(name => operations[name].method === 'get' && isOwned(name))
  test.each(owned)('%s: the owner gets it', async name => {
    const { status, text } = await ask(name, about(name))
    expect(status).toBe(200)
    expect(text).toContain(idFor(name))
    const elsewhere = await ask(name, { id: idFor(name), key: other.key })
    expect(elsewhere.text).not.toContain(idFor(name))
  })

  test.each(names)('%s: 401 without a key, 403 without its scope', async name => {
    for (const key of [null, 'x', `gk_test_${'A'.repeat(43)}`]) {
      const { status, body, headers } = await ask(name, { ...about(name), key })
      expect(status).toBe(401)
      expect(body).toMatchObject({ code: 'key_not_valid' })
      expect(headers.get('cache-control')).toBe('private, no-store')
      const why = key === null ? '' : ', error="invalid_token"'
      expect(headers.get('www-authenticate')).toBe(`Bearer realm="Guichet"${why}`)
    }
    const { scope = '' } = actOf(operations[name].verb)
    const rest = apiScopes.filter(one => one !== scope && one !== scope.replace(':read', ':write'))
    expect(await ask(name, { ...about(name), key: await newKey(shop, 'test', rest) })).toMatchObject({
      status: 403,
      body: { code: 'key_scope_missing', scope },
    })
  })

  test('only the hash of a key is stored; the key is shown once', async () => {
    const key = await newKey(shop)
    expect(JSON.stringify(await db().apiKey.findMany())).not.toContain(key.slice(8))
    const listed = JSON.stringify(await asMember(shop.userId, shop.organisationId, 'key.read', listApiKeys))
    expect(listed).toContain(`gk_test_…${key.slice(-4)}`)
    expect(listed).not.toContain(key.slice(8))
  })

  const made = async (change: Partial<ApiKeyInput> = {}) => {
    const input: ApiKeyInput = { mode: 'test', name: 'x', scopes: [...apiScopes], ...change }
    return asMember(shop.userId, shop.organisationId, 'key.create', createApiKey, input)
  }
  const change = (keyId: string, input: Partial<ApiKeyChange>, as = shop) =>
    asMember(as.userId, as.organisationId, 'key.change', changeApiKey, keyId, { name: 'x', ...input })

  test('a key with a last day works until its end in Paris, and again with a later day', async () => {
    setClock(new Date('2025-11-26T12:00:00Z'))
    const { key, view } = await made({ expiresOn: '2025-11-28' })
    expect(view).toMatchObject({ state: 'active', expiresOn: '2025-11-28' })
    setClock(new Date('2025-11-28T22:59:59Z'))
    expect((await ask('listPayments', { key })).status).toBe(200)
    setClock(new Date('2025-11-28T23:00:00Z'))
    const expired = await ask('listPayments', { key })
    expect([expired.status, expired.body.code]).toEqual([401, 'key_expired'])
    expect(expired.headers.get('www-authenticate')).toMatch(/^Bearer /)
    expect(await change(view.id, { expiresOn: '2025-12-31' })).toMatchObject({ state: 'active' })
    expect((await ask('listPayments', { key })).status).toBe(200)
    expect(await change(view.id, {})).toMatchObject({ expiresOn: null })
    setClock(null)
  })

  test('a limited key is refused from any other address, which the answer names', async () => {
    const { key, view } = await made({ allowedNetworks: ['203.0.113.0/28', ' 2001:DB8:1::/48 ', '203.0.113.0/28'] })
    expect(view.allowedNetworks).toEqual(['203.0.113.0/28', '2001:db8:1::/48'])
    const from = async (address: string) => {
      const { status, body } = await ask('listPayments', {
        key,
        headers: { 'x-guichet-peer': `${address} 40000 proxied` },
      })
      return status === 200 ? 200 : [status, body.code, body.address]
    }
    expect(await from('203.0.113.15')).toBe(200)
    expect(await from('2001:db8:1:7::1')).toBe(200)
    expect(await from('203.0.113.16')).toEqual([403, 'address_not_allowed', '203.0.113.16'])
    expect(await from('2001:db8:2::1')).toEqual([403, 'address_not_allowed', '2001:db8:2::1'])
    await change(view.id, { allowedNetworks: ['203.0.113.16'] })
    expect(await from('203.0.113.16')).toBe(200)
    expect(await from('203.0.113.15')).toEqual([403, 'address_not_allowed', '203.0.113.15'])
    await change(view.id, {})
    expect(await from('198.51.100.1')).toBe(200)
  })

  test.each<[input: Partial<ApiKeyChange>, field: string]>([
    [{ name: ' ' }, 'name'],
    [{ expiresOn: '2020-01-01' }, 'expiresOn.past'],
    [{ expiresOn: '2999-01-01' }, 'expiresOn.too_late'],
    [{ allowedNetworks: ['203.0.113.7', '203.0.113.7/24'] }, 'allowedNetworks.1.host_bits'],
    [{ allowedNetworks: ['0.0.0.0/0'] }, 'allowedNetworks.0.too_wide'],
    [{ allowedNetworks: ['shop.example'] }, 'allowedNetworks.0.not_a_network'],
    [{ allowedNetworks: Array.from({ length: 21 }, (_, at) => `203.0.113.${at}`) }, 'allowedNetworks.too_many'],
  ])('limits that make no sense are refused by their field: %j', async (input, field) => {
    const { view } = await made()
    await expect(made(input)).rejects.toMatchObject({ code: 'invalid_input', field })
    await expect(change(view.id, input)).rejects.toMatchObject({ code: 'invalid_input', field })
  })

  test('a changed key is audited; of others or revoked it is not found', async () => {
    const { view } = await made()
    const act = (as = shop) => change(view.id, { name: 'Till' }, as)
    await expect(act(other)).rejects.toMatchObject({ code: 'not_found' })
    expect(await act()).toMatchObject({ name: 'Till' })
    const trail = { stream: `organisation:${shop.organisationId}`, action: 'api_key.changed' }
    const [event] = await db().auditEvent.findMany({ where: trail, orderBy: { seq: 'desc' }, take: 1 })
    expect(event?.detail).toMatchObject({ keyId: view.id, expiresOn: 'never', networks: 0 })
    await asMember(shop.userId, shop.organisationId, 'key.revoke', revokeApiKey, view.id)
    await expect(act()).rejects.toMatchObject({ code: 'not_found' })
  })

  test('a revoked key is refused at the next request, also during one (C39)', async () => {
    const key = await newKey(shop)
    const [row] = await asMember(shop.userId, shop.organisationId, 'key.read', listApiKeys)
    let revokedAt = Number.POSITIVE_INFINITY
    let at = 0
    const seen: { began: number; status: number }[] = []
    const load = async () => {
      for (let count = 0; count < 12; count += 1) {
        at += 1
        const began = at
        seen.push({ began, status: (await ask('listPayments', { key })).status })
      }
    }
    const revoke = async () => {
      await ask('listPayments', { key })
      await asMember(shop.userId, shop.organisationId, 'key.revoke', revokeApiKey, row?.id ?? '')
      at += 1
      revokedAt = at
    }
    await Promise.all([load(), load(), load(), revoke()])
    expect(seen.filter(({ began }) => began > revokedAt).every(({ status }) => status === 401)).toBe(true)
    expect((await ask('listPayments', { key })).status).toBe(401)
    expect(seen.some(({ status }) => status === 200)).toBe(true)
  })
})

describe('banks', () => {
  test('are those where test payers can pay, with what a shop needs to show them', async () => {
    const supports = ['accounts', 'payments', 'instant']
    await db().bank.update({ where: { code: '19870' }, data: { logoVersion: 'abc', supports } })
    const { body } = await ask('listBanks')
    const of = (id: string) => body.data.find((bank: { id: string }) => bank.id === id)
    expect(of('19870')).toMatchObject({ available: true, instant: true })
    expect(of('19870').logo_url).toBe(`${readApiOrigin()}/images/banks/19870?v=abc`)
    expect(of('19873')).toMatchObject({ logo_url: null, instant: false })
    const { status } = await newSession({ body: { ...session, bank_code: of('19870').id } })
    expect(status).toBe(201)
  })

  test('are found by words, and there is none for live payments yet', async () => {
    const { name } = await db().bank.findUniqueOrThrow({ where: { code: '19870' } })
    const found = await ask('listBanks', { query: `?search=${encodeURIComponent(name.toUpperCase())}` })
    expect(found.body.data.map((bank: { id: string }) => bank.id)).toEqual(['19870'])
    expect((await ask('listBanks', { query: '?search=qqqqqq' })).body.data).toEqual([])
    expect((await ask('listBanks', { key: shop.live })).body.data).toEqual([])
  })
})

describe('a repeated request (C38)', () => {
  test('needs an Idempotency-Key', async () => {
    for (const idempotencyKey of [null, 'with space', 'ä'.repeat(2), 'x'.repeat(256)].filter(key => key !== 'ää')) {
      expect(await newSession({ idempotencyKey })).toMatchObject({
        status: 400,
        body: { code: 'idempotency_key_needed' },
      })
    }
  })

  test('gets the same answer and creates nothing, in whatever order its members are', async () => {
    const idempotencyKey = randomUUID()
    const first = await newSession({ idempotencyKey })
    expect(first.status).toBe(201)
    const turned = Object.fromEntries(Object.entries(session).toReversed())
    const again = await newSession({ idempotencyKey, body: turned })
    expect(again.status).toBe(201)
    expect(again.text).toBe(first.text)
    expect(again.headers.get('idempotency-replayed')).toBe('true')
    expect(first.headers.get('idempotency-replayed')).toBeNull()
  })

  test('with another body or path is refused; another organisation or mode has its own keys (P2)', async () => {
    const idempotencyKey = randomUUID()
    const first = await newSession({ idempotencyKey })
    expect(await newSession({ idempotencyKey, body: { ...session, amount: '12.35' } })).toMatchObject({
      status: 422,
      body: { code: 'idempotency_key_reused' },
    })
    const elsewhere = await ask('cancelPayment', { idempotencyKey, id: first.body.id, body: {} })
    expect(elsewhere.status).toBe(422)
    for (const key of [other.key, shop.live]) {
      const theirs = await newSession({ idempotencyKey, key })
      expect(theirs.status).toBe(201)
      expect(theirs.body.id).not.toBe(first.body.id)
    }
  })

  test('twenty in parallel create one order: the others get its answer or 409 (P1)', async () => {
    const idempotencyKey = randomUUID()
    const reference = `Once ${idempotencyKey}`
    const body = { ...session, reference }
    const all = await Promise.all(Array.from({ length: 20 }, () => newSession({ idempotencyKey, body })))
    const made = all.filter(({ status }) => status === 201)
    expect(new Set(made.map(({ text }) => text)).size).toBe(1)
    expect(all.every(({ status }) => status === 201 || status === 409)).toBe(true)
    expect(await db().paymentOrder.count({ where: { reference } })).toBe(1)
    const refused = all.find(({ status }) => status === 409)
    if (refused) expect(refused.headers.get('retry-after')).toBe('1')
  })

  test('whose process died before the answer: taken over after its time limit, and the dead one can’t finish', async () => {
    const holder = await openApiKey(shop.key, 'test')
    const wish = { key: randomUUID(), method: 'POST', path: '/x', body: {} }
    let goOn: (() => void) | undefined
    const stuck = answerOnce(holder, wish, async keep => {
      await new Promise<void>(done => {
        goOn = done
      })
      await db().$transaction(tx => keep(tx, { status: 201, body: 'first' }))
      return { status: 201, body: 'first' }
    })
    stuck.catch(() => undefined)
    await expect.poll(() => db().idempotentAnswer.count({ where: { key: wish.key } })).toBe(1)
    const second = () => answerOnce(holder, wish, async () => ({ status: 201, body: 'second' }))
    await expect(second()).rejects.toMatchObject({ code: 'idempotency_under_way' })
    await db().idempotentAnswer.updateMany({ where: { key: wish.key }, data: { leaseUntil: new Date(0) } })
    expect(await second()).toEqual({ status: 201, body: 'second', isReplay: false })
    goOn?.()
    await expect(stuck).rejects.toMatchObject({ code: 'idempotency_under_way' })
    expect(await second()).toEqual({ status: 201, body: 'second', isReplay: true })
  })

  test('what was not done may be tried again; after a day the key can be reused', async () => {
    const idempotencyKey = randomUUID()
    const wrong = await newSession({ idempotencyKey, body: { ...session, return_url: 'https://evil.example/' } })
    expect(wrong.status).toBe(422)
    const first = await newSession({ idempotencyKey })
    expect(first.status).toBe(201)
    setClock(new Date(now().getTime() + 24 * 60 * 60_000 + 1))
    const next = await newSession({ idempotencyKey })
    expect(next.body.id).not.toBe(first.body.id)
  })

  test('no secret of an answer is stored in plain text', async () => {
    const { body } = await ask('createWebhookEndpoint', { body: { url: 'http://localhost:4242/once' } })
    expect(body.secret).toMatch(/^whsec_/)
    expect(JSON.stringify(await db().idempotentAnswer.findMany())).not.toContain(body.secret.slice(6))
  })
})

const inAYear = (days: number) => addDays(addMonths(parisDay(now()), 12), days)

describe('requests', () => {
  test.each([
    [{ ...session, amount: '12,34' }, 'amount', 'amount_not_valid'],
    [{ ...session, amount: 12.34 }, 'amount', 'amount_not_valid'],
    [{ ...session, amount: undefined }, 'amount', 'member_missing'],
    [{ ...session, amount: '0' }, 'amount', 'amount_not_valid'],
    [{ ...session, amount: '0.001' }, 'amount', 'amount_not_valid'],
    [{ ...session, amount: '1000000000.00' }, 'amount', 'amount_not_valid'],
    [{ ...session, currency: 'USD' }, 'currency'],
    [{ ...session, reference: ' ' }, 'reference'],
    [{ ...session, reference: '\u200b\u202e' }, 'reference'],
    [{ ...session, reference: '\u3164\u2800' }, 'reference'],
    [{ ...session, reference: '注文 😀' }, 'reference'],
    [{ ...session, line_items: [{ name: '\u200b', quantity: 1, unit_amount: '12.34' }] }, 'line_items.0.name'],
    [{ ...session, return_url: 'https://shop.example/thanks/' }, 'return_url', 'return_url_not_registered'],
    [{ ...session, return_url: 'https://shop.example/thanks?{x}' }, 'return_url', 'return_url_not_registered'],
    [{ ...session, cancel_url: 'https://evil.example/' }, 'cancel_url', 'return_url_not_registered'],
    [{ ...session, execution_date: '2020-01-01' }, 'execution_date', 'execution_date_out_of_range'],
    [{ ...session, execution_date: inAYear(1) }, 'execution_date', 'execution_date_out_of_range'],
    [{ ...session, execution_date: 'tomorrow' }, 'execution_date'],
    [{ ...session, expires_in: 10 }, 'expires_in'],
    [{ ...session, creditor_iban: 'DE00' }, 'creditor_iban', 'member_unknown'],
    [{ ...session, metadata: { a: 1 } }, 'metadata.a'],
    [[], 'body'],
  ])('%j is refused, naming %s', async (body, field, code = 'value_not_valid') => {
    const { status, body: problem, headers } = await newSession({ body })
    expect(status).toBe(422)
    expect(headers.get('content-type')).toBe('application/problem+json')
    expect(problem).toMatchObject({ field, errors: [{ field, code, detail: expect.stringMatching(/./) }] })
    expect(problem.code).toBe(/^(member|value)_/.test(code) ? 'invalid_input' : code)
    expect(problem.type).toBe(`${readApiOrigin()}/docs/api/errors/${problem.code}`)
  })

  test('line items are those of the amount, and are shown to payer and payee', async () => {
    const line_items = [
      { name: ' Œuvres ', quantity: 2, unit_amount: '7.5' },
      { name: 'Voucher', quantity: 1, unit_amount: '-2.66' },
    ]
    const { status, body } = await newSession({ body: { ...session, line_items } })
    expect(status).toBe(201)
    expect(body.line_items).toEqual([
      { name: 'Œuvres', quantity: 2, unit_amount: '7.50' },
      { name: 'Voucher', quantity: 1, unit_amount: '-2.66' },
    ])
    expect((await ask('readCheckoutSession', { id: body.id })).body.line_items).toEqual(body.line_items)
    expect((await newSession()).body.line_items).toEqual([])
    const shown = await readPublicOrder(body.url.split('/').at(-1))
    expect(shown?.lineItems.map(({ name, total }) => [name, total])).toEqual([
      ['Œuvres', '15.00'],
      ['Voucher', '-2.66'],
    ])
    const wrong = await newSession({ body: { ...session, line_items: [{ ...line_items[0], quantity: 3 }] } })
    expect(wrong.body).toMatchObject({ status: 422, code: 'line_items_sum_differs', field: 'line_items' })
    for (const quantity of [0, -1, 1.5, 10_001]) {
      const refused = await newSession({ body: { ...session, line_items: [{ ...line_items[0], quantity }] } })
      expect([refused.status, refused.body.field]).toEqual([422, 'line_items.0.quantity'])
    }
  })

  test('a session keeps the shop’s wishes: bank, account and instant transfer', async () => {
    const wishes = { bank_code: '19870', payer: { iban: 'fr76 3000 6000 0112 3456 7890 189' }, instant: 'preferred' }
    const { status, body } = await newSession({ body: { ...session, ...wishes } })
    expect(status).toBe(201)
    expect(body).toMatchObject({ bank_code: '19870', payer: { iban: 'FR76 •••• 0189' }, instant: 'preferred' })
    expect((await newSession()).body).toMatchObject({ bank_code: null, payer: null, instant: 'preferred' })
    const later = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10)
    expect((await newSession({ body: { ...session, execution_date: later } })).body.instant).toBe('never')
    const setTo = (instant: 'never' | 'preferred') =>
      db().organisation.update({ where: { id: shop.organisationId }, data: { instant } })
    await setTo('never')
    expect((await newSession()).body.instant).toBe('never')
    await setTo('preferred')
    for (const [wrong, code, field] of [
      [{ bank_code: '00000' }, 'bank_not_offered', 'bank_code'],
      [{ payer: { iban: 'FR00' } }, 'payer_iban_not_valid', 'payer.iban'],
      [{ instant: 'required', execution_date: later }, 'instant_only_today', 'instant'],
      [{ instant: 'always' }, 'invalid_input', 'instant'],
      [{ payer: { iban: '1', name: 'Zoé' } }, 'invalid_input', 'payer.name'],
    ] as const) {
      const refused = await newSession({ body: { ...session, ...wrong } })
      expect([refused.status, refused.body.code, refused.body.field]).toEqual([422, code, field])
    }
    const live = await newSession({ key: shop.live, body: { ...session, bank_code: '19870' } })
    expect(live.body.code).toBe('bank_not_offered')
  })

  test('a session’s address names the language that the shop wants, and none by default', async () => {
    const wished = await newSession({ body: { ...session, language: 'en' } })
    expect(wished.body).toMatchObject({ language: 'en', url: expect.stringMatching(/\/pay\/[\w-]{22}\?lang=en$/) })
    expect((await newSession()).body).toMatchObject({
      language: 'auto',
      url: expect.stringMatching(/\/pay\/[\w-]{22}$/),
    })
    expect((await newSession({ body: { ...session, language: 'de' } })).body.field).toBe('language')
  })

  test('all invalid members are listed at once', async () => {
    const { body } = await newSession({ body: { amount: 1, reference: '', extra: true, metadata: { a: 1 } } })
    const errors = body.errors as { field: string }[]
    expect(errors.map(({ field }) => field).toSorted()).toEqual([
      'amount',
      'extra',
      'metadata.a',
      'reference',
      'return_url',
    ])
    const unsound = { ...session, amount: '0', return_url: 'https://evil.example/', execution_date: '2020-01-01' }
    const { body: refused } = await newSession({ body: unsound })
    expect(refused.errors.map(({ code }: { code: string }) => code)).toEqual([
      'amount_not_valid',
      'return_url_not_registered',
      'execution_date_out_of_range',
    ])
    const link = { title: 'Book', min_amount: '9.00', max_amount: '1.00', return_url: 'https://evil.example/' }
    const { body: noLink } = await ask('createPaymentLink', { body: link })
    expect(noLink.errors.map(({ field }: { field: string }) => field)).toEqual(['max_amount', 'return_url'])
  })

  test.each([
    ['{', 400, 'json_malformed'],
    [Buffer.from(JSON.stringify({ ...session, reference: 'é' }), 'latin1'), 400, 'json_malformed'],
    [JSON.stringify({ reference: 'x'.repeat(262_144) }), 413, 'body_too_large'],
  ])('a body that can’t be read: %.9s… is %i %s', async (raw, status, code) => {
    const answer = await newSession({ raw })
    expect([answer.status, answer.body.code, answer.body.field]).toEqual([status, code, undefined])
  })

  test('the longest texts, each character escaped, and a day in exactly a year are accepted', async () => {
    const long = {
      ...session,
      amount: '100.00',
      reference: 'é'.repeat(140),
      description: 'é'.repeat(500),
      line_items: Array.from({ length: 100 }, () => ({ name: 'é'.repeat(140), quantity: 1, unit_amount: '1.00' })),
      metadata: Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`${at}`.padEnd(40, 'é'), 'é'.repeat(500)])),
      execution_date: inAYear(0),
    }
    const raw = JSON.stringify(long).replaceAll('é', '\\u00e9')
    expect((await newSession({ raw })).status).toBe(201)
  })

  test('a member or a parameter counts once, and an unknown one not at all', async () => {
    const raw = JSON.stringify(session).replace('{', '{"\\u0061mount":"1.00",')
    const repeated = await newSession({ raw })
    expect(repeated.body).toMatchObject({ status: 422, code: 'invalid_input', field: 'amount' })
    expect(repeated.body.errors).toEqual([{ field: 'amount', code: 'member_repeated', detail: expect.any(String) }])
    const listed = await ask('listPayments', { query: '?limit=1&limit=2' })
    expect([listed.status, listed.body.errors[0].code, listed.body.field]).toEqual([422, 'member_repeated', 'limit'])
    const posted = await newSession({ query: '?x=1' })
    expect([posted.status, posted.body.errors[0].code, posted.body.field]).toEqual([422, 'member_unknown', 'x'])
  })

  test.each(['listCheckoutSessions', 'listPayments', 'listPaymentLinks', 'listRefunds', 'listEvents'] as const)(
    '%s: days that end before they begin are refused',
    async name => {
      const between = (to: string) => ask(name, { query: `?created_from=2026-11-22&created_to=${to}` })
      expect((await between('2026-11-22')).status).toBe(200)
      const { status, body } = await between('2026-11-21')
      expect([status, body.field, body.detail]).toEqual([
        422,
        'created_to',
        'created_to: must not be before created_from',
      ])
    },
  )

  test('a body that is not declared as JSON is 415, with what to send', async () => {
    for (const headers of [{ 'content-type': 'text/plain' }, { 'content-encoding': 'gzip' }]) {
      const { status, body } = await newSession({ body: session, headers })
      expect([status, body.code]).toEqual([415, 'media_type_not_supported'])
      expect(body.detail).toContain('Content-Type: application/json')
    }
  })

  test('a name that is too long is not called missing, and a reused key no member', async () => {
    const { id } = (await newSession()).body
    const refused = await newRefund(id, { creditor_name: 'x'.repeat(141) })
    expect(refused.body.errors).toEqual([
      { field: 'creditor_name', code: 'value_not_valid', detail: 'has at most 140 characters' },
    ])
    const idempotencyKey = randomUUID()
    await newSession({ idempotencyKey })
    const reused = await newSession({ idempotencyKey, body: { ...session, amount: '1.00' } })
    expect(reused.body).toMatchObject({ status: 422, code: 'idempotency_key_reused' })
    expect([reused.body.field, reused.body.errors]).toEqual([undefined, undefined])
  })

  test('a limit of the organisation is reported instead of the key’s, with the seconds to wait', async () => {
    const { organisationId } = shop
    const used = { windowStart: new Date(), count: 1_000_000 }
    const where = { key: `links:${organisationId}` }
    await db().rateLimit.upsert({ where, create: { ...where, ...used }, update: used })
    const { status, body, headers } = await ask('createPaymentLink', { body: { title: 'Pen' } })
    await db().rateLimit.delete({ where })
    expect([status, body.code]).toEqual([429, 'too_many_tries'])
    const seconds = headers.get('retry-after')
    expect(Number(seconds)).toBeGreaterThan(0)
    expect(headers.get('ratelimit')).toBe(`"organisation";r=0;t=${seconds}`)
  })

  test('have their id returned, or one of ours; an invalid one is not repeated', async () => {
    const given = await newSession({ headers: { 'x-request-id': 'order-42.a_b' } })
    expect(given.headers.get('x-request-id')).toBe('order-42.a_b')
    const bad = await newSession({ key: null, headers: { 'x-request-id': '<script>' } })
    expect(bad.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
    expect(bad.body.request_id).toBe(bad.headers.get('x-request-id'))
  })

  test('are paged to the end, each payment once', async () => {
    const mine = await newShop()
    const made: string[] = []
    for (let count = 0; count < 5; count += 1) made.push((await newSession({ key: mine.key })).body.id)
    const seen: string[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const query: string = `?limit=2${cursor === '' ? '' : `&cursor=${cursor}`}`
      const { body } = await ask('listPayments', { key: mine.key, query })
      seen.push(...body.data.map(({ id }: { id: string }) => id))
      cursor = body.next_cursor
    }
    expect(seen).toEqual(made.toReversed())
    const strange = Buffer.from(randomUUID()).toString('base64url')
    for (const name of ['listCheckoutSessions', 'listPaymentLinks', 'listRefunds', 'listEvents'] as const) {
      const { status, body } = await ask(name, { key: mine.key, query: `?cursor=${strange}` })
      expect([name, status, body.code]).toEqual([name, 422, 'cursor_unknown'])
    }
    for (const query of ['?cursor=x', '?limit=0', '?limit=101', '?status=paid', '?unknown=1']) {
      expect((await ask('listPayments', { key: mine.key, query })).status).toBe(422)
    }
  })

  test('lists are filtered by reference, metadata, status, day and payment', async () => {
    const mine = await newShop()
    const of = (body: object) => newSession({ key: mine.key, body: { ...session, ...body } })
    const [one, two] = [await of({ reference: 'Œuvre 1', metadata: { cart: 'a:b' } }), await of({ reference: 'B' })]
    const three = await of({ reference: 'Of 3', metadata: { 'a:b': 'c' } })
    expect(one.body).toMatchObject({ reference: 'Œuvre 1', remittance: 'OEuvre 1' })
    await ask('cancelPayment', { key: mine.key, id: two.body.id, body: {} })
    const refund = (await askApi('createRefund', { key: mine.key, body: await refundOf(one.body.id) })).body
    expect(refund.reference).toBe('Œuvre 1')
    const prefixed = (reference_prefix: string) =>
      askApi('createPaymentLink', {
        key: mine.key,
        body: { title: 'Club', amount: '50.00', reusable: true, reference_prefix },
      })
    const link = await prefixed('Member 2027')
    expect((await prefixed('預訂')).body.errors).toMatchObject([{ field: 'reference_prefix' }])
    const day = one.body.created_at.slice(0, 10)
    const cases = [
      ['listCheckoutSessions', 'reference=Œuvre 1', [one.body.id]],
      ['listCheckoutSessions', 'metadata=cart:a:b', [one.body.id]],
      ['listCheckoutSessions', 'metadata=cart:7&status=cancelled', [two.body.id]],
      ['listCheckoutSessions', 'reference=\u200bŒuvre 1', [one.body.id]],
      ['listCheckoutSessions', 'created_to=2020-01-01', []],
      [
        'listCheckoutSessions',
        'created_from=0001-01-01&created_to=9999-12-31',
        [three.body.id, two.body.id, one.body.id],
      ],
      ['listCheckoutSessions', 'created_from=9999-12-31', []],
      ['listRefunds', 'created_to=0001-01-01', []],
      ['listPayments', 'metadata=cart:a:b', [one.body.id]],
      ['listPayments', 'metadata=a:b:c', [three.body.id]],
      ['listCheckoutSessions', 'metadata=a:b:c', [three.body.id]],
      ['listPayments', `reference=B&created_from=${day}`, [two.body.id]],
      ['listRefunds', `payment_id=${one.body.id}&status=open`, [refund.id]],
      ['listRefunds', `payment_id=${two.body.id}`, []],
      ['listRefunds', 'reference=Œuvre 1', [refund.id]],
      ['listRefunds', 'reference=B', []],
      ['listPaymentLinks', 'reference_prefix=NONE&limit=1', []],
      ['listPaymentLinks', 'reference_prefix=member 2027', [link.body.id]],
      ['listPaymentLinks', 'state=expired', []],
    ] as const
    for (const [name, query, found] of cases) {
      const { body } = await askApi(name, { key: mine.key, query: `?${query.replaceAll(' ', '%20')}` })
      expect([query, body.data?.map(({ id }: { id: string }) => id)]).toEqual([query, found])
    }
    expect((await askApi('listPayments', { key: mine.key, query: '?metadata=cart' })).body.field).toBe('metadata')
    const yearZero = { key: mine.key, query: '?created_from=0000-12-31' }
    expect((await askApi('listPayments', yearZero)).body.field).toBe('created_from')
  })

  test('are counted across processes: no more than the limit pass (C46)', async () => {
    const id = randomUUID()
    const limit = { limit: 10, windowSeconds: 60 }
    const counted = await Promise.all(Array.from({ length: 25 }, () => countRequest(id, limit)))
    expect(counted.filter(({ isOver }) => !isOver)).toHaveLength(10)
    const key = await newKey(shop)
    const holder = await openApiKey(key, 'test')
    await db().rateLimit.create({
      data: { key: `api:${holder.keyId}`, windowStart: now(), count: apiLimit.limit - 1 },
    })
    const last = await ask('listPayments', { key })
    expect(last.status).toBe(200)
    expect(last.headers.get('ratelimit')).toMatch(/^"key";r=0;t=\d+$/)
    const over = await ask('listPayments', { key })
    expect(over.status).toBe(429)
    expect(Number(over.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(over.headers.get('ratelimit-policy')).toBe(`"key";q=${apiLimit.limit};w=60`)
  })

  test('with wrong keys are limited by address', async () => {
    const headers = { 'x-guichet-peer': '203.0.113.9 40000' }
    const tries = await Promise.all(Array.from({ length: 70 }, () => ask('listPayments', { key: 'x', headers })))
    expect(tries.filter(({ status }) => status === 401)).toHaveLength(60)
    expect(tries.filter(({ status }) => status === 429)).toHaveLength(10)
    for (const refused of tries.filter(({ status }) => status === 429)) {
      expect(refused.headers.get('ratelimit')).toMatch(/^"address";r=0;t=\d+$/)
    }
    expect((await ask('listPayments', { headers })).status).toBe(200)
  })

  test('without a beneficiary account are refused with the reason', async () => {
    const mine = await newShop()
    await db().organisation.update({ where: { id: mine.organisationId }, data: { beneficiaryIban: null } })
    expect((await newSession({ key: mine.key })).body).toMatchObject({ code: 'beneficiary_missing', status: 409 })
  })
})

describe('payment links', () => {
  const state = (id: string) => ask('readPaymentLink', { id }).then(({ body }) => body)

  test('are changed: absent members stay, null removes, the amount can’t be changed', async () => {
    const expires_at = new Date(Date.now() + 3_600_000).toISOString()
    const made = (
      await ask('createPaymentLink', { body: { title: 'Book', description: 'Blue', amount: '5.00', expires_at } })
    ).body
    const changed = await ask('changePaymentLink', { id: made.id, body: { title: ' Pen ' } })
    expect(changed).toMatchObject({ status: 200, body: { ...made, title: 'Pen' } })
    await ask('changePaymentLink', { id: made.id, body: { description: null, expires_at: null } })
    expect(await state(made.id)).toMatchObject({ title: 'Pen', description: null, expires_at: null, amount: '5.00' })
    for (const body of [{ amount: '6.00' }, { title: '' }, { title: ' ' }, { title: null }]) {
      const { status, body: problem } = await ask('changePaymentLink', { id: made.id, body })
      expect([status, problem.code]).toEqual([422, 'invalid_input'])
    }
    expect(await state(made.id)).toMatchObject({ title: 'Pen', amount: '5.00' })
  })

  test('that have expired open again with a later end in the future; a closed one stays closed', async () => {
    const { id } = (await ask('createPaymentLink', { body: { title: 'Book' } })).body
    await db().paymentLink.update({ where: { id }, data: { expiresAt: new Date(0) } })
    expect((await state(id)).state).toBe('expired')
    const past = await ask('changePaymentLink', { id, body: { expires_at: '2020-01-01T00:00:00Z' } })
    expect([past.status, past.body.code, past.body.field]).toEqual([422, 'expires_at_in_the_past', 'expires_at'])
    const later = new Date(Date.now() + 3_600_000).toISOString()
    const again = await ask('changePaymentLink', { id, body: { expires_at: later } })
    expect(again.body).toMatchObject({ state: 'open', expires_at: later })
    await ask('closePaymentLink', { id })
    const closed = await ask('changePaymentLink', { id, body: { title: 'Pen' } })
    expect([closed.status, closed.body.code]).toEqual([409, 'link_closed'])
    expect((await state(id)).title).toBe('Book')
  })
})

describe('refunds', () => {
  test('are prepared for a member to authorise, never more than was received', async () => {
    const { body: made } = await newSession()
    const { status, body } = await newRefund(made.id, { amount: '12.00' })
    expect(status).toBe(201)
    expect(body).toMatchObject({ object: 'refund', payment_id: made.id, status: 'open', amount: '12.00', metadata: {} })
    expect(body.authorise_url).toMatch(/\/refunds\/[0-9a-f-]{36}$/)
    expect(JSON.stringify(body)).not.toContain('FR7630006000011234567890189')
    const noted = await newRefund(made.id, { amount: '0.10', metadata: { return: '9' } })
    expect(noted.body.metadata).toEqual({ return: '9' })
    expect((await newRefund(made.id, { amount: '0.35' })).body).toMatchObject({
      code: 'amount_more_than_left',
      field: 'amount',
    })
    expect((await newRefund(made.id, { creditor_iban: 'FR76', amount: '0.35' })).body).toMatchObject({
      code: 'invalid_input',
      errors: [
        { field: 'amount', code: 'amount_more_than_left' },
        { field: 'creditor_iban', code: 'creditor_iban_not_valid' },
      ],
    })
    expect((await newRefund(made.id)).body).toMatchObject({ amount: '0.24' })
  })

  test('are cancelled until somebody approved them, and can be approved for a day', async () => {
    const { body: made } = await newSession()
    const { id, created_at, expires_at } = (await newRefund(made.id)).body
    expect(Math.round((Date.parse(expires_at) - Date.parse(created_at)) / 1_000)).toBe(24 * 60 * 60)
    expect((await ask('cancelRefund', { id })).body).toMatchObject({ id, status: 'cancelled' })
    expect((await ask('cancelRefund', { id })).body).toMatchObject({ code: 'payment_over', status: 409 })
    expect((await newRefund(made.id)).body).toMatchObject({ amount: '12.34', status: 'open' })
  })

  test('of an unpaid payment are refused; another organisation and the other mode find nothing', async () => {
    const { body: made } = await newSession()
    const body = { payment_id: made.id, creditor_name: 'X' }
    expect((await ask('createRefund', { body })).body).toMatchObject({ code: 'amount_nothing_to_refund' })
    for (const key of [other.key, shop.live]) expect((await ask('createRefund', { body, key })).status).toBe(404)
  })

  test('twenty in parallel with one key: one refund', async () => {
    const { body: made } = await newSession()
    await db().paymentOrder.update({ where: { id: made.id }, data: { receivedMinor: 1234n, receivedAt: now() } })
    const body = {
      payment_id: made.id,
      amount: '1.00',
      creditor_name: 'X',
      creditor_iban: 'FR7630006000011234567890189',
    }
    const idempotencyKey = randomUUID()
    await Promise.all(Array.from({ length: 20 }, () => ask('createRefund', { body, idempotencyKey })))
    expect(await db().paymentOrder.count({ where: { refundOfId: made.id } })).toBe(1)
  })
})

describe('payments', () => {
  async function pay(orderId: string): Promise<void> {
    const { redirectTo } = await startAttempt(shop.organisationId, orderId, { bankCode: '19870', presence })
    await agreeAtBank(redirectTo)
  }

  async function agreeAtBank(redirectTo: string): Promise<void> {
    const { callbackUrl } = await walkPayment(stack.running, new URL(redirectTo), 'camille-bernard', 'approve')
    const [, , bankCode = '', , reportId = ''] = callbackUrl.pathname.split('/')
    await receiveReport({ bankCode, reportId, query: callbackUrl.searchParams, presence })
  }

  test('a session is paid: its payment has our status and the bank’s, and an event reports it', async () => {
    const { body: made } = await newSession()
    expect(made.url).toMatch(/\/pay\/[\w-]{22}$/)
    await pay(made.id)
    const { body: payment } = await ask('readPayment', { id: made.id })
    expect(['confirmed', 'executed']).toContain(payment.status)
    expect(payment).toMatchObject({ amount: '12.34', metadata: { cart: '7' }, attempts: [{ bank_code: '19870' }] })
    expect(payment.bank_status).toMatch(/^AC/)
    expect(payment.attempts[0].debtor_iban).toBeNull()
    expect(payment.timeline.map(({ sequence }: { sequence: number }) => sequence)).toEqual(
      payment.timeline.map((_: unknown, at: number) => at + 1),
    )
    const { body: events } = await ask('listEvents')
    const ofIt = events.data.filter(({ data }: { data: { id: string } }) => data.id === made.id)
    expect(ofIt.map(({ sequence }: { sequence: number }) => sequence)).toEqual(
      ofIt.map((_: unknown, at: number) => ofIt.length - at),
    )
    expect(ofIt[0]).toMatchObject({ type: `payment.${payment.status}`, data: { status: payment.status } })
    const about = await ask('listEvents', { query: `?payment_id=${made.id}&type=payment.pending` })
    expect(about.body.data.map(({ type }: { type: string }) => type)).toEqual(['payment.pending'])
  })

  test('one that nobody authorised is withdrawn; the second time, it is over', async () => {
    const { body: made } = await newSession()
    const idempotencyKey = randomUUID()
    const cancel = { id: made.id, body: {}, idempotencyKey }
    expect((await ask('cancelPayment', cancel)).body).toMatchObject({ outcome: 'withdrawn', redirect_url: null })
    expect((await ask('cancelPayment', cancel)).body).toMatchObject({ outcome: 'withdrawn' })
    expect(await ask('cancelPayment', { id: made.id, body: {} })).toMatchObject({
      status: 409,
      body: { code: 'payment_over' },
    })
  })

  test('a deferred one is cancelled once its payer authorises that at the bank', async () => {
    const executionDate = new Date(now().getTime() + 6 * 86_400_000).toISOString().slice(0, 10)
    const { body: made } = await newSession({ body: { ...session, execution_date: executionDate } })
    expect(made.execution_date).toBe(executionDate)
    await pay(made.id)
    expect((await ask('readPayment', { id: made.id })).body.status).toBe('confirmed')
    const idempotencyKey = randomUUID()
    const cancel = { id: made.id, body: { reason: 'DUPL' }, idempotencyKey }
    const { body: asked } = await ask('cancelPayment', cancel)
    expect(asked).toMatchObject({ outcome: 'redirect', redirect_url: expect.stringMatching(/^http.*nonce=/) })
    expect((await ask('cancelPayment', cancel)).body).toEqual(asked)
    expect((await ask('readPayment', { id: made.id })).body.status).toBe('confirmed')
    await agreeAtBank(asked.redirect_url)
    const { body: payment } = await ask('readPayment', { id: made.id })
    expect(payment).toMatchObject({ status: 'cancelled', attempts: [{ status: 'cancelled', reason: 'DUPL' }] })
  })

  test('one due today can’t be cancelled at the bank: the conditions explain it', async () => {
    // The bank executes this amount a day later (by its table of outcomes), so that it is waiting on its execution day.
    const { body: made } = await newSession({ body: { ...session, amount: '1.05' } })
    await pay(made.id)
    const { status, body } = await ask('cancelPayment', { id: made.id, body: { reason: 'DUPL' } })
    expect(status).toBe(409)
    expect(body).toMatchObject({ code: 'payment_not_cancellable' })
    expect(body.conditions).toContainEqual({ condition: 'next_day', holds: false })
    expect(body.field).toBeUndefined()
  })
})
