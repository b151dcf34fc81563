import { createServer, type Server } from 'node:http'
import { storeNothing } from '#lib/base/idempotent-result.ts'
import { db } from '#lib/db.ts'
import { createApiKey } from '#lib/services/merchant/api-keys.ts'
import { createOrder } from '#lib/services/payments/orders.ts'
import { announce } from '#lib/services/payments/outbox.ts'
import { inOrder } from '#lib/services/payments/state.ts'
import { createEndpoint } from '#lib/services/webhooks/endpoints.ts'
import { listenHere } from '#testing/listen-here.ts'
import { asMember } from '#testing/people/as-member.ts'
import { checkoutOrder } from '#testing/shop/checkout-order.ts'

/** A merchant in test mode, with a key, and its own program that listens to webhooks. */
export type Shop = { readonly organisationId: string; readonly key: string }

export const returnUrl = 'https://shop.example/back'

/** Shops whose webhooks go to `hooksUrl`, or to nobody. Several, because a key has a limit of requests a minute. */
export async function openShops(count: number, hooksUrl: string | null): Promise<readonly Shop[]> {
  const user = { email: `${crypto.randomUUID()}@guichet.example`, name: 'Bench', passwordHash: 'none' }
  const { id: userId } = await db().user.create({ data: user })
  const shops: Shop[] = []
  for (let at = 0; at < count; at += 1) {
    const { id: organisationId } = await db().organisation.create({
      data: {
        name: 'Bench',
        legalName: 'Bench',
        email: 'shop@guichet.example',
        beneficiaryName: 'Bench',
        beneficiaryIban: 'DE89370400440532013000',
        returnUrls: [returnUrl],
      },
    })
    await db().membership.create({ data: { organisationId, userId, role: 'owner' } })
    const { key } = await asMember(userId, organisationId, 'key.create', createApiKey, {
      mode: 'test',
      name: 'Bench',
      scopes: ['payments:write'],
    })
    if (hooksUrl !== null) {
      const wish = { mode: 'test' as const, url: hooksUrl, description: '', eventTypes: [] }
      await asMember(userId, organisationId, 'webhook.create', actor => createEndpoint(actor, wish, storeNothing))
    }
    shops.push({ organisationId, key })
  }
  return shops
}

/** Makes an event of a payment of its own; returns the payment's id, and when the event was committed. */
export async function happen({ organisationId }: Pick<Shop, 'organisationId'>) {
  const { id: orderId } = await createOrder(organisationId, checkoutOrder(1234n, { expiresAt: null }))
  await inOrder({ ownerId: organisationId, orderId }, (tx, row) => announce(tx, row, 'payment.confirmed'))
  return { orderId, committedAt: performance.now() }
}

/** The program of a shop, which answers at once. */
export type Receiver = {
  readonly url: string
  /** When the event of a payment arrived, by the payment's id. */
  readonly arrivedAt: Map<string, number>
  /** Resolves when this many have arrived. */
  readonly has: (count: number) => Promise<void>
  readonly close: () => Promise<void>
}

export async function openReceiver(): Promise<Receiver> {
  const arrivedAt = new Map<string, number>()
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { data } = JSON.parse(Buffer.concat(chunks).toString()) as { data: { id: string } }
      arrivedAt.set(data.id, performance.now())
      response.writeHead(200).end()
    })
  })
  const port = await listenHere(server, 'localhost')
  return {
    url: `http://localhost:${port}/hooks`,
    arrivedAt,
    has: async count => {
      while (arrivedAt.size < count) await new Promise(done => setTimeout(done, 5))
    },
    close: () => closeServer(server),
  }
}

function closeServer(server: Server): Promise<void> {
  server.closeAllConnections()
  return new Promise(done => server.close(() => done()))
}
