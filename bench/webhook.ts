import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { asMember } from '#e2e/services/as-member.ts'
import { checkoutOrder } from '#e2e/services/checkout-order.ts'
import { closeDb, db } from '#lib/db.ts'
import { startJobs } from '#lib/jobs/tasks.ts'
import { withoutKey } from '#lib/services/keep.ts'
import { createOrder } from '#lib/services/payments/orders.ts'
import { announce } from '#lib/services/payments/outbox.ts'
import { inOrder } from '#lib/services/payments/state.ts'
import { createEndpoint } from '#lib/services/webhooks/endpoints.ts'
import { openBenchDatabase } from './servers/database.ts'
import { atOnce, atRate, percentile } from './servers/load.ts'

/**
 * T8 (quality.md): from the commit of an event until the first delivery reaches the merchant's server, p99 at most 500 ms, at 20
 * a second; and the number per second when many are waiting (500). One worker and one receiver that answers at once, in this
 * process; each message belongs to another payment.
 */
const target = { p99Ms: 500, drainPerSecond: 500 }
const [perSecond, count, waiting] = [20, 400, 2_000]
const database = await openBenchDatabase('webhook')
process.env.WEBHOOK_LOOPBACK = '1'
process.env.APP_URL = 'http://localhost:3000'

const arrivedAt = new Map<string, number>()
const receiver = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    const { data } = JSON.parse(Buffer.concat(chunks).toString()) as { data: { id: string } }
    arrivedAt.set(data.id, performance.now())
    response.writeHead(200).end()
  })
})
await new Promise<void>(done => receiver.listen(0, 'localhost', done))

const organisationId = randomUUID()
const shop = { name: 'Bench', legalName: 'Bench', email: 'shop@guichet.example' }
await db().organisation.create({ data: { id: organisationId, ...shop } })
const user = await db().user.create({ data: { email: 'bench@guichet.example', name: 'Bench', passwordHash: 'none' } })
await db().membership.create({ data: { organisationId, userId: user.id, role: 'owner' } })
const url = `http://localhost:${(receiver.address() as AddressInfo).port}/hooks`
const wish = { mode: 'test' as const, url, description: '', eventTypes: [] }
await asMember(user.id, organisationId, 'webhook.create', actor => createEndpoint(actor, wish, withoutKey))

/** Makes an event of a payment; returns its id, and when it was committed. */
async function happen(): Promise<{ readonly orderId: string; readonly committedAt: number }> {
  const { id: orderId } = await createOrder(organisationId, checkoutOrder(1234n, { expiresAt: null }))
  await inOrder({ ownerId: organisationId, orderId }, (tx, row) => announce(tx, row, 'payment.confirmed'))
  return { orderId, committedAt: performance.now() }
}

/** Waits until all of them have reached the receiver. */
async function waitFor(many: number): Promise<void> {
  while (arrivedAt.size < many) await new Promise(done => setTimeout(done, 5))
}

const work = () => startJobs('webhooks').stop

const stopFirst = work()
await atOnce(4, 100, happen)
await waitFor(100)
arrivedAt.clear()
const happened: Awaited<ReturnType<typeof happen>>[] = []
await atRate(perSecond, count, async () => void happened.push(await happen()))
await waitFor(count)
const times = happened
  .map(({ orderId, committedAt }) => (arrivedAt.get(orderId) ?? Number.POSITIVE_INFINITY) - committedAt)
  .sort((one, other) => one - other)
await stopFirst()
arrivedAt.clear()
await atOnce(8, waiting, happen)
const from = performance.now()
const stopSecond = work()
await waitFor(waiting)
const drainPerSecond = Math.round((1_000 * waiting) / (performance.now() - from))
await stopSecond()
const [p50Ms, p99Ms] = [percentile(times, 0.5), percentile(times, 0.99)]
const ok = p99Ms <= target.p99Ms && drainPerSecond >= target.drainPerSecond
console.log(
  JSON.stringify({
    bench: 'webhooks (T8)',
    atPerSecond: perSecond,
    count,
    p50Ms,
    p99Ms,
    waiting,
    drainPerSecond,
    target,
    ok,
  }),
)
await new Promise(done => {
  receiver.closeAllConnections()
  receiver.close(done)
})
await closeDb()
await database.drop()
process.exit(ok ? 0 : 1)
