import { createHmac } from 'node:crypto'
import { createServer, type Server, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { storeNothing } from '#lib/base/idempotent-result.ts'
import { closeDb, db } from '#lib/db.ts'
import { announce } from '#lib/services/payments/outbox.ts'
import { inOrder } from '#lib/services/payments/state.ts'
import { createEndpoint } from '#lib/services/webhooks/endpoints.ts'
import { listDeliveries, sendTest } from '#lib/services/webhooks/log.ts'
import { listenHere } from '#testing/listen-here.ts'
import { aShop } from '#testing/people/a-shop.ts'
import { asMember } from '#testing/people/as-member.ts'
import { type OurProcess, startProcess } from '#testing/processes/start.ts'
import { newOrder } from '#testing/shop/orders.ts'

/** Webhooks with two workers, at a failing receiver and one that is killed (docs/faults.md, W1, W2). */

type Received = { readonly id: string; readonly body: string; readonly headers: Record<string, string> }
/** The receiver's behaviour for a request: a status, a closed connection, or a function. */
type Behaviour = number | 'reset' | ((response: ServerResponse) => unknown)

let received: Received[] = []
/** The receiver's next behaviours, in order; 204 if there are none left. */
let next: Behaviour[] = []
let receiver: Server
let receiverPort: number
let shop: Awaited<ReturnType<typeof aShop>>
let workers: [OurProcess, OurProcess]
let endpointId: string
let secret: string

beforeAll(async () => {
  process.env.WEBHOOK_LOOPBACK = '1'
  receiver = createServer(async (request, response) => {
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]))
    received.push({ id: headers['webhook-id'] ?? '', body: await text(request), headers })
    const behaviour = next.shift() ?? 204
    if (behaviour === 'reset') request.socket.destroy()
    else if (typeof behaviour === 'function') await behaviour(response)
    else response.writeHead(behaviour).end()
  })
  receiverPort = await listenHere(receiver, 'localhost')
  workers = await Promise.all([startProcess(), startProcess()])
})
afterAll(async () => {
  await Promise.all(workers.map(one => one.kill()))
  receiver.closeAllConnections()
  await new Promise(done => receiver.close(done))
  await closeDb()
})
beforeEach(async () => {
  received = []
  next = []
  shop = await aShop()
  const url = `http://localhost:${receiverPort}/hooks`
  const made = await asMember(shop.userId, shop.organisationId, 'webhook.create', actor =>
    createEndpoint(actor, { url, description: '', eventTypes: [] }, storeNothing),
  )
  endpointId = made.endpoint.id
  secret = made.secret
})
afterEach(async () => {
  await Promise.all(workers.map(one => one.heal()))
  // Every request, from whichever worker and at whatever time, was signed with the one valid secret.
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  for (const { id, body, headers } of received) {
    const signed = `${id}.${headers['webhook-timestamp']}.${body}`
    const signature = createHmac('sha256', key).update(signed).digest('base64')
    expect(headers['webhook-signature']).toBe(`v1,${signature}`)
  }
  await db().webhookEndpoint.deleteMany({})
})

const deliver = (worker: OurProcess) => worker.call<number>('testing/processes/payment-calls.ts', 'deliverRound')
/** Runs both workers in parallel. Returns the numbers of deliveries. */
const bothDeliver = async () => (await Promise.all(workers.map(deliver))).reduce((sum, one) => sum + one, 0)
/** Lets half a minute of the database's clock pass, so that leases expire. */
const passLeases = () =>
  db().webhookDelivery.updateMany({ where: { leaseId: { not: null } }, data: { leaseUntil: new Date(0) } })
const setClocks = (at: Date) => Promise.all(workers.map(one => one.setClock(at)))
const order = () => newOrder({}, shop.organisationId)
const tell = (orderId: string) =>
  inOrder({ ownerId: shop.organisationId, orderId }, (tx, row) => announce(tx, row, 'payment.confirmed'))
const read = async () =>
  (await asMember(shop.userId, shop.organisationId, 'webhook.read', listDeliveries, endpointId)).deliveries
const saidOf = (orderId: string) =>
  received
    .map(({ id, body }) => ({ id, ...(JSON.parse(body) as { sequence: number; data: { id: string } }) }))
    .filter(({ data }) => data.id === orderId)
    .map(({ id, sequence }) => ({ id, sequence }))

/** A request that is answered when the test allows it. */
function holding(status: number) {
  const [came, gone] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const behaviour = async (response: ServerResponse) => {
    came.resolve()
    await gone.promise
    response.writeHead(status).end()
  }
  return { behaviour, came: came.promise, letGo: gone.resolve }
}

describe('a failing receiver, and two workers (W1)', () => {
  test.each([5, -5])(
    'that is slow, and workers whose clocks are %i minutes apart: what one is sending the other leaves alone (fault:D3)',
    async minutes => {
      await workers[0].setClock(new Date(Date.now() + minutes * 60_000), { running: true })
      // Due for both workers.
      const id = await order()
      await tell(id)
      await db().webhookDelivery.updateMany({ where: { orderId: id }, data: { nextAt: new Date(0) } })
      const slow = holding(200)
      next = [slow.behaviour]
      const first = deliver(workers[minutes > 0 ? 1 : 0])
      await slow.came
      expect(await deliver(workers[minutes > 0 ? 0 : 1])).toBe(0)
      slow.letGo()
      await first
      expect(received).toHaveLength(1)
      expect(await read()).toMatchObject([{ status: 'delivered', tries: 1 }])
    },
  )

  test('with 500, 503 and resets to many messages: two workers share them, each is tried once per round, and none is missing in the end (I4)', async () => {
    const orders = await Promise.all(Array.from({ length: 20 }, order))
    for (const id of orders) for (const _ of [1, 2]) await tell(id)
    const failures = [500, 'reset', 503] as const
    next = Array.from({ length: 20 }, (_, at) => failures[at % 3] ?? 503)
    let at = new Date(Date.now() + 1_000)
    await setClocks(at)
    expect(await bothDeliver()).toBe(20)
    expect(received).toHaveLength(20)
    for (let round = 0; round < 2; round += 1) {
      at = new Date(at.getTime() + 5_000)
      await setClocks(at)
      await Promise.all([bothDeliver(), bothDeliver()])
    }
    for (const id of orders) expect(saidOf(id).map(({ sequence }) => sequence)).toEqual([1, 1, 2])
    expect(received).toHaveLength(60)
  })
})

test('a worker killed after sending: another resends it with the same id, once its lease has expired (W2)', async () => {
  const [doomed, other] = [await startProcess(), workers[0]]
  await asMember(shop.userId, shop.organisationId, 'webhook.test', actor => sendTest(actor, endpointId, storeNothing))
  // Killed by the first request that reaches the receiver: sent, and never answered.
  next = [() => doomed.kill()]
  await deliver(doomed).catch(() => undefined)
  await doomed.gone
  expect(received).toHaveLength(1)
  expect(await read()).toMatchObject([{ status: 'pending', tries: 0 }])
  // Its death is not known yet.
  expect(await deliver(other)).toBe(0)
  await passLeases()
  expect(await deliver(other)).toBe(1)
  expect(await read()).toMatchObject([{ status: 'delivered', tries: 1 }])
  expect(received).toHaveLength(2)
  const [first, second] = received
  expect([second?.id, second?.body]).toEqual([first?.id, first?.body])
})
