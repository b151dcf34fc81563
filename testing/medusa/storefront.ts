import { z } from 'zod'
import type { Medusa } from './server.ts'

/** A shop in Medusa that sells a book and a postcard, as its administrator furnishes it and as a storefront asks for it. */

export type Storefront = {
  readonly medusa: Medusa
  readonly store: ReturnType<Medusa['store']>
  /** Of the provider that its regions offer. */
  readonly providerId: string
  /** Ids of its regions. */
  readonly euros: string
  readonly dollars: string
  readonly bookId: string
  readonly postcardId: string
}

const Id = z.object({ id: z.string() })
const Done = z.object({})

/** A payment session, with what Guichet says of it. */
export const Session = z.object({
  id: z.string(),
  status: z.string(),
  data: z.object({ id: z.string(), url: z.string(), status: z.string(), amount: z.string() }),
})
export type Session = z.infer<typeof Session>

const Collection = z.object({
  payment_collection: z.object({ id: z.string(), payment_sessions: z.array(z.unknown()).optional() }),
})

/** What completing a cart comes to. */
const Completed = z.discriminatedUnion('type', [
  z.object({ type: z.literal('order'), order: Id }),
  z.object({ type: z.literal('cart'), error: z.object({ message: z.string(), type: z.string() }) }),
])

export const Refund = z.object({ id: z.string(), status: z.string(), amount: z.string(), authorise_url: z.string() })
const Payment = z.object({
  id: z.string(),
  captures: z.array(z.object({ amount: z.number() })),
  data: z.object({ id: z.string(), status: z.string(), refunds: z.array(Refund).optional() }),
})
const Order = z.object({
  payment_status: z.string(),
  total: z.number(),
  summary: z.object({ paid_total: z.number(), refunded_total: z.number() }),
  payment_collections: z.array(z.object({ payments: z.array(Payment) })),
})

/** Regions in euros and dollars, a book for 24.90 and a postcard for 1.05, and a key for the storefront. */
export async function openStorefront(medusa: Medusa, providerId: string): Promise<Storefront> {
  const { admin } = medusa
  const openRegion = async (name: string, currency_code: string, country: string) => {
    const wish = { name, currency_code, countries: [country], payment_providers: [providerId] }
    return (await admin(z.object({ region: Id }), 'POST', '/regions', wish)).region.id
  }
  const euros = await openRegion('France', 'eur', 'fr')
  const dollars = await openRegion('United States', 'usd', 'us')
  const channel = await admin(z.object({ sales_channel: Id }), 'POST', '/sales-channels', { name: 'Shop' })
  const { id: channelId } = channel.sales_channel
  const sell = async (title: string, eur: number, usd: number) => {
    const prices = [
      { amount: eur, currency_code: 'eur' },
      { amount: usd, currency_code: 'usd' },
    ]
    const product = {
      title,
      status: 'published',
      options: [{ title: 'Format', values: ['Paper'] }],
      sales_channels: [{ id: channelId }],
      variants: [{ title: 'Paper', options: { Format: 'Paper' }, manage_inventory: false, prices }],
    }
    const Product = z.object({ product: z.object({ variants: z.tuple([Id]) }) })
    return (await admin(Product, 'POST', '/products', product)).product.variants[0].id
  }
  const [bookId, postcardId] = [await sell('A book', 24.9, 27.5), await sell('A postcard', 1.05, 1.2)]
  const Key = z.object({ api_key: z.object({ id: z.string(), token: z.string() }) })
  const { api_key } = await admin(Key, 'POST', '/api-keys', { title: 'Storefront', type: 'publishable' })
  await admin(Done, 'POST', `/api-keys/${api_key.id}/sales-channels`, { add: [channelId] })
  return { medusa, store: medusa.store(api_key.token), providerId, euros, dollars, bookId, postcardId }
}

type CartWish = { readonly regionId?: string; readonly variantId?: string }

/** A cart with one book, in euros unless something else is wanted, ready for a payment session. */
export async function newCart({ store, bookId, euros }: Storefront, wanted: CartWish = {}) {
  const { regionId = euros, variantId = bookId } = wanted
  const wish = { region_id: regionId, email: 'camille@shop.example', items: [{ variant_id: variantId, quantity: 1 }] }
  const { cart } = await store(z.object({ cart: Id }), 'POST', '/carts', wish)
  const { payment_collection } = await store(Collection, 'POST', '/payment-collections', { cart_id: cart.id })
  return { cartId: cart.id, collectionId: payment_collection.id }
}

/** One more book. */
export async function addBook({ store, bookId }: Storefront, cartId: string): Promise<void> {
  await store(Done, 'POST', `/carts/${cartId}/line-items`, { variant_id: bookId, quantity: 1 })
}

/** Asks for a payment session, and returns it as Medusa wrote it. */
export async function newSession({ store, providerId }: Storefront, collectionId: string, data: object) {
  const path = `/payment-collections/${collectionId}/payment-sessions`
  const { payment_collection } = await store(Collection, 'POST', path, { provider_id: providerId, data })
  return payment_collection.payment_sessions?.[0]
}

export const complete = ({ store }: Storefront, cartId: string) =>
  store(Completed, 'POST', `/carts/${cartId}/complete`, {})

export async function readSession({ store }: Storefront, cartId: string) {
  const Cart = z.object({ cart: Collection })
  const { cart } = await store(Cart, 'GET', `/carts/${cartId}?fields=*payment_collection.payment_sessions`)
  return cart.payment_collection.payment_sessions?.[0]
}

/** The order that a cart became, or null. Completing a completed cart answers with its order. */
export async function findOrder(storefront: Storefront, cartId: string): Promise<string | null> {
  const Cart = z.object({ cart: z.object({ completed_at: z.string().nullable() }) })
  const { cart } = await storefront.store(Cart, 'GET', `/carts/${cartId}?fields=completed_at`)
  const done = cart.completed_at === null ? null : await complete(storefront, cartId)
  return done?.type === 'order' ? done.order.id : null
}

/** An order as its administrator sees it, with its only payment once there is one. */
export async function readOrder({ medusa }: Storefront, id: string) {
  const payments = '*payment_collections.payments,*payment_collections.payments.captures'
  const path = `/orders/${id}?fields=payment_status,total,summary,${payments}`
  const { order } = await medusa.admin(z.object({ order: Order }), 'GET', path)
  const { payment_status: status, total, summary, payment_collections } = order
  return { status, total, summary, payment: payment_collections[0]?.payments[0] ?? null }
}

/** A refund, as an administrator presses the button. */
export async function refund({ medusa }: Storefront, paymentId: string, amount: number): Promise<void> {
  await medusa.admin(Done, 'POST', `/payments/${paymentId}/refund`, { amount })
}
