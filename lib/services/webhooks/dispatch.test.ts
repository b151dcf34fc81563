import { randomUUID } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { lookup } from 'node:dns/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { verifyWebhook, WebhookNotGenuine } from 'guichet-client'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { storeNothing } from '#lib/base/idempotent-result.ts'
import { now, setClock } from '#lib/clock.ts'
import { db } from '#lib/db.ts'
import type { Refused } from '#lib/domain/refusals/refused.ts'
import { workOnce } from '#lib/jobs/tasks.ts'
import { sweepMessages } from '#lib/services/events/outbox.ts'
import { changeReturnUrls } from '#lib/services/merchant/organisations.ts'
import { countWork } from '#lib/services/operator/calls-report.ts'
import { createOrder, sweepExpiredOrders, withdrawOrder } from '#lib/services/payments/orders.ts'
import { announce } from '#lib/services/payments/outbox.ts'
import { inOrder, moveAttempt } from '#lib/services/payments/state.ts'
import type { EndpointChange, EndpointInput } from '#lib/views/webhook.ts'
import { aShop } from '#testing/people/a-shop.ts'
import { asMember } from '#testing/people/as-member.ts'
import { attemptRow, checkoutOrder } from '#testing/shop/checkout-order.ts'
import { deliver, takeDueDeliveries } from './dispatch.ts'
import { changeEndpoint, createEndpoint, readEndpoint, rotateSecret } from './endpoints.ts'
import { listDeliveries, resendDelivery, sendTest } from './log.ts'
import { postWebhook, resolveName } from './wire.ts'

/** Webhooks with a real PostgreSQL and a receiver whose answers the test sets. */

type Received = { readonly id: string; readonly body: string; readonly headers: Record<string, string> }
let receiver: Server
let url: string
let received: Received[] = []
/** The receiver's next answers, in order; 200 if there are none left. */
let answers: number[] = []
let headersSent: Record<string, string> = {}
/** Delays every answer. */
let held: Promise<void> | null = null

const organisationId = randomUUID()
let userId: string

beforeAll(async () => {
  process.env.WEBHOOK_LOOPBACK = '1'
  receiver = createServer(async (request, response) => {
    const body = await text(request)
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]))
    received.push({ id: headers['webhook-id'] ?? '', body, headers })
    const status = answers.shift() ?? 200
    await held
    response.writeHead(status, headersSent)
    response.end('secret of the inner network')
  })
  await new Promise<void>(done => receiver.listen(0, 'localhost', done))
  url = `http://localhost:${(receiver.address() as AddressInfo).port}/hooks`
  userId = (await aShop({ id: organisationId, name: 'Librairie du Port' })).userId
})
afterAll(() => new Promise(done => receiver.close(done)))
beforeEach(async () => {
  received = []
  answers = []
  held = null
  headersSent = {}
  await db().webhookEndpoint.deleteMany({})
})

const endpoint = ({ mode = 'test', ...change }: Partial<EndpointInput> = {}) =>
  asMember(userId, { organisationId, mode }, 'webhook.create', actor =>
    createEndpoint(actor, { url, description: '', eventTypes: [], ...change }, storeNothing),
  )

async function order(): Promise<string> {
  const { id } = await createOrder(organisationId, checkoutOrder(1234n, { expiresAt: null }))
  return id
}

/** An attempt whose payer is at the bank. */
const newAttempt = (at: { ownerId: string; orderId: string }) =>
  db().paymentAttempt.create({ data: { ...attemptRow(at), status: 'redirected' } })

/** Announces an order, in a transaction that locks it. */
const tell = (orderId: string) =>
  inOrder({ ownerId: organisationId, orderId }, (tx, row) => announce(tx, row, 'payment.confirmed'))

/** Runs a worker once. */
const round = () => workOnce('webhooks')

/** Expires every lease. */
const passLeases = () =>
  db().webhookDelivery.updateMany({ where: { leaseId: { not: null } }, data: { leaseUntil: new Date(0) } })

/** Moves the clock. */
const later = (ms: number) => setClock(new Date(now().getTime() + ms))
const deliveries = async (id: string) =>
  (await asMember(userId, organisationId, 'webhook.read', listDeliveries, id)).deliveries
const tryOut = (id: string) =>
  asMember(userId, organisationId, 'webhook.test', actor => sendTest(actor, id, storeNothing))
const seen = (id: string) => asMember(userId, organisationId, 'webhook.read', readEndpoint, id)
const messagesOf = (orderId: string) =>
  db().webhookMessage.findMany({ where: { orderId }, orderBy: { sequence: 'asc' } })
const turn = (id: string, change: EndpointChange) =>
  asMember(userId, organisationId, 'webhook.change', changeEndpoint, id, change)
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => null,
    ({ code, field }: Refused) => (field === undefined ? code : `${code} ${field}`),
  )

describe('a message', () => {
  test('is signed according to Standard Webhooks with every valid secret, and logged without the answer’s body', async () => {
    const { secret, endpoint: made } = await endpoint()
    const orderId = await order()
    await withdrawOrder(organisationId, orderId)
    expect(await round()).toBe(1)
    const [message] = received
    if (!message) throw new Error('nothing came')
    const said = await verifyWebhook(secret, message.headers, message.body)
    expect(said).toMatchObject({
      type: 'payment.cancelled',
      sequence: 1,
      data: { id: orderId, status: 'cancelled', amount: '12.34', currency: 'EUR', reference: 'Commande 4711' },
    })
    await expect(verifyWebhook(secret, message.headers, `${message.body} `)).rejects.toThrow(WebhookNotGenuine)
    expect(message.body).not.toContain('DE89')
    const log = await asMember(userId, organisationId, 'webhook.read', listDeliveries, made.id)
    expect(log.deliveries).toMatchObject([{ status: 'delivered', tries: 1, attempts: [{ status: 200, fault: null }] }])
    expect(JSON.stringify(log)).not.toContain('inner network')

    const rotate = () =>
      asMember(userId, organisationId, 'webhook.secret', actor =>
        rotateSecret(actor, made.id, { isForced: false }, storeNothing),
      )
    const next = await rotate()
    expect(next.secret).not.toBe(secret)
    expect(await refusal(rotate())).toBe('invalid_input secret')
    await tryOut(made.id)
    await round()
    const both = received.at(-1)
    if (!both) throw new Error('nothing came')
    for (const live of [secret, next.secret]) await verifyWebhook(live, both.headers, both.body)
    later(24 * 60 * 60_000 + 1)
    await tryOut(made.id)
    await round()
    const after = received.at(-1)
    if (!after) throw new Error('nothing came')
    expect(after.headers['webhook-signature']?.split(' ')).toHaveLength(1)
  })

  test('is sent as it is stored, to the byte', async () => {
    await endpoint()
    await withdrawOrder(organisationId, await order())
    await round()
    const [stored] = await db().webhookMessage.findMany({ orderBy: { id: 'desc' }, take: 1 })
    expect(received[0]?.body).toBe(stored?.payload)
  })

  test('commits with the change, or not at all', async () => {
    const { endpoint: made } = await endpoint()
    const orderId = await order()
    const fails = inOrder({ ownerId: organisationId, orderId }, async (tx, row) => {
      await announce(tx, row, 'payment.confirmed')
      throw new Error('the state is not changed after all')
    })
    await expect(fails).rejects.toThrow('after all')
    expect(await db().webhookMessage.count({ where: { orderId } })).toBe(0)
    expect(await deliveries(made.id)).toEqual([])
  })

  test('a failed try says why, and whether another is possible; a replaced one says nothing', async () => {
    const orderId = await order()
    const at = { ownerId: organisationId, orderId }
    const attempt = await newAttempt(at)
    const replaced = await newAttempt(at)
    await inOrder(at, async (tx, row) => {
      await moveAttempt(tx, row, replaced, { event: 'superseded', by: 'payer' })
      await moveAttempt(tx, row, attempt, { event: 'bank_rejected', by: 'bank', data: { bankReason: 'AM04' } })
    })
    const [message, ...more] = await messagesOf(orderId)
    expect(more).toEqual([])
    expect(JSON.parse(message?.payload ?? '')).toMatchObject({
      type: 'payment.attempt_failed',
      data: { id: orderId, status: 'open', attempt: { id: attempt.id, bank_reason: 'AM04' }, can_retry: true },
    })
    const last = await newAttempt(at)
    await db().paymentOrder.update({ where: { id: orderId }, data: { cancelledAt: now() } })
    await inOrder(at, (tx, row) => moveAttempt(tx, row, last, { event: 'timed_out', by: 'us' }))
    const types = await messagesOf(orderId)
    expect(types.map(({ type }) => type)).toEqual([
      'payment.attempt_failed',
      'payment.attempt_failed',
      'payment.cancelled',
    ])
    expect(JSON.parse(types[1]?.payload ?? '').data.can_retry).toBe(false)
  })

  test('a session that nobody paid in time is reported as such, after its payment (P5)', async () => {
    const orderId = await order()
    await db().paymentOrder.update({ where: { id: orderId }, data: { expiresAt: new Date(0) } })
    await sweepExpiredOrders()
    const messages = await messagesOf(orderId)
    expect(messages.map(({ type }) => type)).toEqual(['payment.expired', 'checkout_session.expired'])
    expect(JSON.parse(messages[1]?.payload ?? '').data).toMatchObject({ object: 'checkout_session', id: orderId })
  })

  test('an organisation’s changes are told to the endpoints of both modes, with its IBAN masked', async () => {
    const both = [await endpoint(), await endpoint({ mode: 'live', url: 'https://shop.example/hooks' })]
    await asMember(userId, organisationId, 'return_urls.change', changeReturnUrls, ['https://shop.example/thanks'])
    for (const { endpoint: made } of both) {
      expect(await deliveries(made.id)).toMatchObject([{ type: 'organisation.return_urls_changed' }])
    }
    const [message] = await db().webhookMessage.findMany({
      where: { organisationId, type: 'organisation.return_urls_changed' },
    })
    expect(JSON.parse(message?.payload ?? '').data).toMatchObject({ return_urls: ['https://shop.example/thanks'] })
  })

  test('is numbered without gaps under concurrency (I4)', async () => {
    const orderId = await order()
    await Promise.all(Array.from({ length: 8 }, () => tell(orderId)))
    const messages = await messagesOf(orderId)
    expect(messages.map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
  })

  test('is sent only to endpoints subscribed to it, in its mode', async () => {
    const wants = (await endpoint({ eventTypes: ['payment.confirmed'] })).endpoint
    const other = (await endpoint({ eventTypes: ['payment.executed'] })).endpoint
    const live = (await endpoint({ mode: 'live', url: 'https://shop.example/hooks' })).endpoint
    await tell(await order())
    expect(await deliveries(wants.id)).toHaveLength(1)
    expect(await deliveries(other.id)).toEqual([])
    expect(await deliveries(live.id)).toEqual([])
  })
})

describe('a failed delivery (W1)', () => {
  test('is retried after 5 s, 30 s and so on, for a day; then later messages continue', async () => {
    const { endpoint: made } = await endpoint()
    const orderId = await order()
    await tell(orderId)
    await tell(orderId)
    answers = Array.from({ length: 11 }, (_, at) => (at % 2 === 0 ? 500 : 503))
    setClock(now())
    expect(await round()).toBe(1)
    // What waits behind it isn't late.
    const queue = (await countWork()).find(({ name }) => name === 'webhooks')
    expect(queue).toMatchObject({ waiting: 0, oldestSeconds: null })
    /** Seconds between tries as in docs/webhooks: the last is a day after the first. */
    const gaps = [5, 30, 120, 600, 1_800, 3_600, 7_200, 14_400, 21_600, 37_045]
    for (const seconds of gaps) {
      later(seconds * 1_000 - 1)
      expect(await round()).toBe(0)
      later(1)
      expect(await round()).toBe(1)
    }
    expect(gaps.reduce((sum, seconds) => sum + seconds, 0)).toBeGreaterThan(23 * 3_600)
    expect(await round()).toBe(1)
    expect(await round()).toBe(0)
    expect(await deliveries(made.id)).toMatchObject([
      { sequence: 2, status: 'delivered', tries: 1 },
      { sequence: 1, status: 'failed', tries: 11 },
    ])
    expect(await db().webhookAttempt.count({ where: { delivery: { orderId, sequence: 1 } } })).toBe(11)
    expect(received.map(({ body }) => JSON.parse(body).sequence)).toEqual([...Array(11).fill(1), 2])
    expect(new Set(received.slice(0, 11).map(({ id }) => id)).size).toBe(1)
  })

  test('waits as long as the endpoint asks, but never shorter than our own delay', async () => {
    const { endpoint: made } = await endpoint()
    answers = [429, 503]
    headersSent = { 'retry-after': '90' }
    await tell(await order())
    setClock(now())
    expect(await round()).toBe(1)
    later(89_999)
    expect(await round()).toBe(0)
    headersSent = { 'retry-after': '1' }
    later(1)
    expect(await round()).toBe(1)
    later(29_999)
    expect(await round()).toBe(0)
    later(1)
    expect(await round()).toBe(1)
    expect(await deliveries(made.id)).toMatchObject([{ status: 'delivered', tries: 3 }])
  })

  test('delays later messages of the same payment, but not of others', async () => {
    await endpoint()
    const [slow, quick] = [await order(), await order()]
    answers = [503]
    await tell(slow)
    await round()
    await tell(slow)
    await tell(quick)
    expect(await round()).toBe(1)
    expect(JSON.parse(received.at(-1)?.body ?? '').data.id).toBe(quick)
    later(5_000)
    await round()
    await round()
    const ofSlow = received.map(({ body }) => JSON.parse(body)).filter(({ data }) => data.id === slow)
    expect(ofSlow.map(({ sequence }) => sequence)).toEqual([1, 1, 2])
  })

  test('410, and the last try of a delivery, are mailed to members once, in the transaction that stores them', async () => {
    process.env.SMTP_URL = 'smtp://127.0.0.1:1'
    const gone = await endpoint()
    await tell(await order())
    await tell(await order())
    answers = [410, 410]
    await round()
    await db().webhookEndpoint.delete({ where: { id: gone.endpoint.id } })
    const failing = await endpoint()
    await tell(await order())
    await tell(await order())
    await db().webhookDelivery.updateMany({ where: { endpointId: failing.endpoint.id }, data: { tries: 9 } })
    answers = Array(4).fill(500)
    setClock(now())
    await round()
    const toldOf = (aboutId: string) => db().mail.findMany({ where: { organisationId, aboutId } })
    expect(await toldOf(failing.endpoint.id)).toEqual([])
    later(24 * 60 * 60_000)
    await round()
    delete process.env.SMTP_URL
    expect((await deliveries(failing.endpoint.id)).map(({ status }) => status)).toEqual(['failed', 'failed'])
    expect(await toldOf(failing.endpoint.id)).toMatchObject([{ kind: 'endpoint_failing', userId, state: 'due' }])
    expect(await toldOf(gone.endpoint.id)).toMatchObject([{ kind: 'endpoint_off', userId, state: 'due' }])
  })

  test('410 turns the endpoint off; on again, what it missed is delivered in order, or skipped', async () => {
    const { endpoint: made } = await endpoint()
    const orderId = await order()
    await tell(orderId)
    await tell(orderId)
    answers = [410]
    await round()
    expect(await seen(made.id)).toMatchObject({
      isEnabled: false,
      disabledReason: 'gone',
    })
    const [, first] = await deliveries(made.id)
    const resend = asMember(userId, organisationId, 'webhook.resend', resendDelivery, first?.id ?? '')
    expect(await refusal(resend)).toBe('invalid_input endpoint')
    await tell(orderId)
    expect((await deliveries(made.id)).map(({ status, nextAt }) => [status, nextAt])).toEqual(
      Array(3).fill(['pending', null]),
    )
    expect(await round()).toBe(0)
    await turn(made.id, { isEnabled: true })
    received = []
    for (let count = 0; count < 3; count += 1) expect(await round()).toBe(1)
    expect(received.map(({ body }) => JSON.parse(body).sequence)).toEqual([1, 2, 3])

    await turn(made.id, { isEnabled: false })
    await tell(orderId)
    await turn(made.id, { isEnabled: true, missed: 'skip' })
    expect(await round()).toBe(0)
    expect((await deliveries(made.id))[0]).toMatchObject({ sequence: 4, status: 'dropped' })
  })

  test('one that is turned off while a worker holds a delivery gets it once it is on again', async () => {
    const { endpoint: made } = await endpoint()
    await tell(await order())
    const [taken] = await takeDueDeliveries(1)
    await db().webhookEndpoint.update({ where: { id: made.id }, data: { disabledAt: now(), disabledReason: 'owner' } })
    if (taken) await deliver(taken)
    expect(received).toEqual([])
    expect(await deliveries(made.id)).toMatchObject([{ status: 'pending', nextAt: null, tries: 0 }])
    await turn(made.id, { isEnabled: true })
    expect(await round()).toBe(1)
  })

  test('what was missed more than 30 days ago is not delivered any more', async () => {
    const { endpoint: made } = await endpoint()
    await turn(made.id, { isEnabled: false })
    await tell(await order())
    later(30 * 24 * 60 * 60_000 + 1)
    await tell(await order())
    await turn(made.id, { isEnabled: true })
    expect((await deliveries(made.id)).map(({ status }) => status)).toEqual(['pending', 'dropped'])
  })

  test('messages are deleted after 30 days, and the next one of the order keeps its number', async () => {
    const { endpoint: made } = await endpoint()
    const paid = await order()
    await tell(paid)
    await tell(paid)
    later(30 * 24 * 60 * 60_000)
    await tell(await order())
    expect(await sweepMessages(1)).toBeGreaterThanOrEqual(2)
    expect(await deliveries(made.id)).toMatchObject([{ sequence: 1 }])
    await tell(paid)
    expect(await deliveries(made.id)).toMatchObject([{ sequence: 3 }, { sequence: 1 }])
  })

  test('redirects are not followed', async () => {
    const { endpoint: made } = await endpoint()
    answers = [302]
    headersSent = { location: url.replace('/hooks', '/inner') }
    await tryOut(made.id)
    await round()
    expect(received).toHaveLength(1)
    expect(await deliveries(made.id)).toMatchObject([{ status: 'pending', attempts: [{ status: 302 }] }])
  })
})

describe('several workers', () => {
  test('leave room for others while one organisation’s servers don’t answer', async () => {
    await endpoint()
    for (let count = 0; count < 24; count += 1) await tell(await order())
    const take = async () => (await takeDueDeliveries(64)).length
    expect(await take()).toBe(20)
    expect(await take()).toBe(0)
    const other = await aShop()
    await asMember(other.userId, { ...other, mode: 'test' }, 'webhook.create', actor =>
      createEndpoint(actor, { url, description: '', eventTypes: [] }, storeNothing),
    )
    const { id: orderId } = await createOrder(other.organisationId, checkoutOrder())
    await inOrder({ ownerId: other.organisationId, orderId }, (tx, row) => announce(tx, row, 'payment.confirmed'))
    expect(await take()).toBe(1)
    await passLeases()
    // More of the first than are looked at together.
    const one = await db().webhookDelivery.findFirstOrThrow({ where: { organisationId }, include: { message: true } })
    const { message, ...delivery } = one
    const copies = Array.from({ length: 300 }, () => ({ id: randomUUID(), messageId: randomUUID(), orderId: null }))
    await db().webhookMessage.createMany({
      data: copies.map(({ messageId: id }) => ({ ...message, id, orderId: null })),
    })
    const nextAt = new Date(0)
    await db().webhookDelivery.createMany({ data: copies.map(copy => ({ ...delivery, ...copy, nextAt })) })
    expect(await take()).toBe(21)
  })

  test('one that dies after sending: delivered again with the same id, once its lease has expired (W2)', async () => {
    const { endpoint: made } = await endpoint()
    await tryOut(made.id)
    const [taken] = await takeDueDeliveries(10)
    expect(taken).toBeDefined()
    // Another worker finds nothing while the first may still be sending.
    expect(await takeDueDeliveries(10)).toEqual([])
    await passLeases()
    const [again] = await takeDueDeliveries(10)
    if (!taken || !again) throw new Error('nothing was taken')
    // The first one was not dead after all: it sends, but can't write.
    await deliver(taken)
    expect((await deliveries(made.id))[0]).toMatchObject({ status: 'pending', tries: 0 })
    await deliver(again)
    expect((await deliveries(made.id))[0]).toMatchObject({ status: 'delivered', tries: 1 })
    expect(new Set(received.map(({ id }) => id)).size).toBe(1)
  })

  test('a secret that no key of the vault opens: nothing is sent, the log says why, and a new secret sends it', async () => {
    const { endpoint: made } = await endpoint()
    const { endpoint: other } = await endpoint({ url: `${url}/other` })
    await db().webhookEndpoint.update({ where: { id: made.id }, data: { secretSealed: 'lost' } })
    await tryOut(made.id)
    await tryOut(other.id)
    await round()
    expect(received).toHaveLength(1)
    const [waiting] = await deliveries(made.id)
    expect(waiting).toMatchObject({ status: 'pending', tries: 1, attempts: [{ fault: 'secret_lost' }] })
    await asMember(userId, { organisationId, mode: 'test' }, 'webhook.secret', actor =>
      rotateSecret(actor, made.id, { isForced: false }, storeNothing),
    )
    await db().webhookDelivery.updateMany({ where: { endpointId: made.id }, data: { nextAt: now() } })
    await round()
    expect(await deliveries(made.id)).toMatchObject([{ status: 'delivered' }])
  })

  test('one that was paused while sending writes nothing once another has taken over', async () => {
    const { endpoint: made } = await endpoint()
    await tryOut(made.id)
    const { promise, resolve: goOn } = Promise.withResolvers<void>()
    held = promise
    answers = [410, 200]
    const [taken] = await takeDueDeliveries(10)
    if (!taken) throw new Error('nothing was taken')
    const slow = deliver(taken)
    await expect.poll(() => received.length).toBe(1)
    await passLeases()
    expect(await takeDueDeliveries(10)).toHaveLength(1)
    goOn()
    await slow
    expect(await deliveries(made.id)).toMatchObject([{ status: 'pending', tries: 0, attempts: [] }])
    expect(await seen(made.id)).toMatchObject({
      isEnabled: true,
    })
    await passLeases()
    expect(await round()).toBe(1)
    expect(await deliveries(made.id)).toMatchObject([{ status: 'delivered', tries: 1 }])
    expect(new Set(received.map(({ id }) => id)).size).toBe(1)
  })

  test('that all receive 410 in parallel: turned off and mailed once, no deadlock, every delivery waits, nothing more is sent', async () => {
    process.env.SMTP_URL = 'smtp://127.0.0.1:1'
    const { endpoint: made } = await endpoint()
    for (let count = 0; count < 8; count += 1) await tell(await order())
    const { promise, resolve: goOn } = Promise.withResolvers<void>()
    held = promise
    answers = Array(8).fill(410)
    const delivering = (await takeDueDeliveries(10)).map(one => deliver(one))
    await expect.poll(() => received.length).toBe(8)
    goOn()
    await Promise.all(delivering)
    expect((await deliveries(made.id)).map(({ status, nextAt }) => [status, nextAt])).toEqual(
      Array(8).fill(['pending', null]),
    )
    expect(await seen(made.id)).toMatchObject({
      isEnabled: false,
      disabledReason: 'gone',
    })
    delete process.env.SMTP_URL
    const about = { organisationId, aboutId: made.id }
    expect(await db().mail.findMany({ where: about })).toMatchObject([{ kind: 'endpoint_off' }])
    await tell(await order())
    expect(await round()).toBe(0)
    expect(received).toHaveLength(8)
  })

  test('share the work: each message is sent once', async () => {
    await endpoint()
    for (let count = 0; count < 20; count += 1) await tell(await order())
    await Promise.all([round(), round(), round()])
    expect(received).toHaveLength(20)
    expect(new Set(received.map(({ id }) => id)).size).toBe(20)
  })
})

describe('allowed addresses (C42)', () => {
  const wire = { headers: {}, body: '{}' }
  const found =
    (...addresses: string[]) =>
    async () =>
      addresses.map(address => ({ address, family: address.includes(':') ? 6 : 4 }))

  test.each([['10.0.0.1'], ['::ffff:127.0.0.1'], ['93.184.215.14', '10.0.0.1']])(
    'a name that leads to %s %s is not called',
    async (...addresses) => {
      const options = { loopback: false, resolver: found(...addresses), timeoutMs: 2_000 }
      const result = await postWebhook({ url: 'https://shop.example/hooks', ...wire }, options)
      expect(result).toMatchObject({ status: null, fault: 'address_not_allowed' })
    },
  )

  test('names are asked of their server, whose slowness holds up no other look-up', async () => {
    const server = createSocket('udp4')
    let isSilent = true
    server.on('message', (query, { port }) => {
      if (isSilent) return
      const isFour = query.readUInt16BE(query.indexOf(0, 12) + 1) === 1
      const answer = Buffer.concat([
        query.subarray(0, query.indexOf(0, 12) + 5),
        Buffer.from(isFour ? 'c00c00010001000000000004c0000207' : '', 'hex'),
      ])
      answer.set([0x81, 0x80, 0, 1, 0, isFour ? 1 : 0, 0, 0, 0, 0], 2)
      server.send(answer, port)
    })
    await new Promise<void>(done => server.bind(0, '127.0.0.1', done))
    const at = [`127.0.0.1:${server.address().port}`]
    let ended = 0
    const slow = Array.from({ length: 20 }, () =>
      resolveName('slow.example', at)
        .catch(error => error.code)
        .finally(() => (ended += 1)),
    )
    await lookup('localhost')
    expect(ended).toBe(0)
    expect(await Promise.all(slow)).toEqual(slow.map(() => 'ETIMEDOUT'))
    isSilent = false
    expect(await resolveName('shop.example', at)).toEqual([{ address: '192.0.2.7', family: 4 }])
    server.close()
  })

  test('a name is resolved once, and the socket connects to the checked address (DNS rebinding)', async () => {
    const answersOf = [['127.0.0.1'], ['10.0.0.1']]
    let asked = 0
    const resolver = async () => {
      const addresses = answersOf[asked] ?? []
      asked += 1
      return addresses.map(address => ({ address, family: 4 }))
    }
    const local = createServer((_, response) => response.writeHead(204).end())
    await new Promise<void>(done => local.listen(0, '127.0.0.1', done))
    const target = `http://localhost:${(local.address() as AddressInfo).port}/`
    const first = await postWebhook({ url: target, ...wire }, { loopback: true, resolver })
    expect(first).toMatchObject({ status: 204, fault: null })
    expect(asked).toBe(1)
    const second = await postWebhook({ url: target, ...wire }, { loopback: true, resolver })
    expect(second).toMatchObject({ status: null, fault: 'address_not_allowed' })
    await new Promise(done => local.close(done))
  })

  test('localhost is allowed only if the environment says so, and only in test mode', async () => {
    expect(await refusal(endpoint({ mode: 'live' }))).toBe('invalid_input url.not_https')
    expect((await postWebhook({ url, ...wire }, { loopback: false })).fault).toBe('target_not_allowed')
    process.env.WEBHOOK_LOOPBACK = '0'
    expect(await refusal(endpoint())).toBe('invalid_input url.not_https')
    process.env.WEBHOOK_LOOPBACK = '1'
  })

  test('a server that does not answer times out; one that is down is a failure', async () => {
    const silent = createServer(() => undefined)
    await new Promise<void>(done => silent.listen(0, 'localhost', done))
    const { port } = silent.address() as AddressInfo
    const slow = await postWebhook({ url: `http://localhost:${port}/`, ...wire }, { loopback: true, timeoutMs: 100 })
    expect(slow).toMatchObject({ status: null, fault: 'timed_out' })
    silent.closeAllConnections()
    await new Promise(done => silent.close(done))
    const nobody = await postWebhook({ url: `http://localhost:${port}/`, ...wire }, { loopback: true })
    expect(nobody).toMatchObject({ status: null, fault: 'refused' })
  })
})

describe('access', () => {
  test('no secret is stored in plain text', async () => {
    const { secret } = await endpoint()
    const rows = JSON.stringify(await db().webhookEndpoint.findMany())
    expect(rows).not.toContain(secret.slice(6))
  })
})
