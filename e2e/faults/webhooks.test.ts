import { randomUUID } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { now } from '#lib/clock.ts'
import { closeDb, db } from '#lib/db.ts'
import { createEndpoint } from '#lib/services/webhooks/webhook-endpoints.ts'
import { listDeliveries, sendTest } from '#lib/services/webhooks/webhook-log.ts'
import { type OurProcess, startProcess } from './processes.ts'

/** Webhooks with two workers, one of which is killed (quality.md, W2). */

type Received = { readonly body: string; readonly headers: Record<string, string> }
const received: Received[] = []
/** Killed by the first request that reaches the receiver: sent, and never answered. */
let doomed: OurProcess
let other: OurProcess
let receiver: Server

beforeAll(async () => {
  process.env.WEBHOOK_LOOPBACK = '1'
  receiver = createServer(async (request, response) => {
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]))
    received.push({ body: await text(request), headers })
    if (received.length === 1) await doomed.kill()
    response.writeHead(204).end()
  })
  await new Promise<void>(done => receiver.listen(0, 'localhost', done))
  const started = await Promise.all([startProcess(), startProcess()])
  doomed = started[0]
  other = started[1]
}, 60_000)
afterAll(async () => {
  await Promise.all([doomed.kill(), other.kill()])
  await new Promise(done => receiver.close(done))
  await closeDb()
})

const deliver = (worker: OurProcess) => worker.call<number>('lib/jobs/webhooks.ts', 'deliverOnce')

test('a worker killed after sending: another sends it again with the same id, once its lease is over (W2)', async () => {
  const organisationId = randomUUID()
  const email = `${organisationId}@guichet.example`
  const { id: userId } = await db().user.create({ data: { email, name: 'Ada', passwordHash: '-' } })
  await db().organisation.create({ data: { id: organisationId, name: 'Librairie', legalName: 'Librairie', email } })
  await db().membership.create({ data: { organisationId, userId, role: 'owner' } })
  const url = `http://localhost:${(receiver.address() as AddressInfo).port}/hooks`
  const wish = { mode: 'test' as const, url, description: '', eventTypes: [] }
  const { endpoint, secret } = await createEndpoint(userId, organisationId, wish, { authenticatedAt: now() })
  await sendTest(userId, organisationId, endpoint.id)
  const read = async () => (await listDeliveries(userId, organisationId, endpoint.id)).deliveries

  await deliver(doomed).catch(() => undefined)
  await doomed.gone
  expect(received).toHaveLength(1)
  expect(await read()).toMatchObject([{ status: 'pending', tries: 0 }])
  // Nobody knows yet that it is dead.
  expect(await deliver(other)).toBe(0)
  await other.setClock(new Date(Date.now() + 31_000), { running: true })
  expect(await deliver(other)).toBe(1)
  await expect.poll(read, { timeout: 10_000 }).toMatchObject([{ status: 'delivered', tries: 1 }])
  expect(received).toHaveLength(2)
  const [first, second] = received
  expect([second?.headers['webhook-id'], second?.body]).toEqual([first?.headers['webhook-id'], first?.body])
  for (const { body, headers } of [first, second].filter(one => one !== undefined))
    expect(new Webhook(secret).verify(body, headers)).toBeTruthy()
})
