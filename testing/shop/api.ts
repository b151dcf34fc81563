import { randomUUID } from 'node:crypto'
import { globSync } from 'node:fs'
import { now } from '#lib/clock.ts'
import { db } from '#lib/db.ts'
import type { Operation } from '#lib/views/v1/operation.ts'
import { type OperationName, operations } from '#lib/views/v1/operations.ts'
import { aShop } from '#testing/people/a-shop.ts'
import { activate } from '#testing/people/activate.ts'
import { newKey } from './new-key.ts'

/** The API v1 through its route handlers, for tests with a database. */

type Handler = (request: Request, context: { params: Promise<Record<string, string>> }) => Promise<Response>
export type ApiShop = {
  readonly organisationId: string
  readonly userId: string
  /** Of test mode, with every scope. */
  readonly key: string
  readonly live: string
}

export const returnUrl = 'https://shop.example/thanks'

/** By method and path: `get /payments/{id}`. */
export const apiRoutes = new Map<string, Handler>()
for (const file of globSync('app/api/v1/**/route.ts').filter(file => !file.includes('openapi.json'))) {
  const module: Record<string, Handler | undefined> = await import(/* @vite-ignore */ `#root/${file}`)
  const path = file.slice('app/api/v1'.length, -'/route.ts'.length).replaceAll('[', '{').replaceAll(']', '}')
  for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
    const handler = module[method]
    if (handler) apiRoutes.set(`${method.toLowerCase()} ${path}`, handler)
  }
}

/** An organisation with an account to be paid to, a registered return address, an owner and two keys. */
export async function newShop(): Promise<ApiShop> {
  const { organisationId, userId } = await aShop({ returnUrls: [returnUrl] })
  await activate(organisationId)
  const [key, live] = await Promise.all([
    newKey({ organisationId, userId }),
    newKey({ organisationId, userId }, 'live'),
  ])
  return { organisationId, userId, key, live }
}

export type Asking = {
  readonly key?: string | null
  readonly id?: string
  /** A body sent unchanged, in place of `body`. */
  readonly raw?: string | Uint8Array<ArrayBuffer>
  readonly body?: unknown
  readonly query?: string
  readonly idempotencyKey?: string | null
  readonly headers?: Record<string, string>
}

/** Calls an operation by its route. */
export async function askApi(name: OperationName, asking: Asking) {
  const { method, path }: Operation = operations[name]
  const handler = apiRoutes.get(`${method} ${path}`)
  if (!handler) throw new Error(`no route for ${name}`)
  const { key = null, id = '', query = '', idempotencyKey = randomUUID() } = asking
  const sent = asking.raw ?? asking.body
  const json = sent === undefined ? {} : { 'content-type': 'application/json' }
  const headers = new Headers({ ...json, 'x-guichet-peer': `${randomUUID()} 40000`, ...asking.headers })
  if (key !== null) headers.set('authorization', `Bearer ${key}`)
  if (idempotencyKey !== null) headers.set('idempotency-key', idempotencyKey)
  const text = asking.raw ?? (asking.body === undefined ? undefined : JSON.stringify(asking.body))
  const url = `http://localhost:3000/api/v1${path.replace('{id}', encodeURIComponent(id))}${query}`
  const request = new Request(url, {
    method: method.toUpperCase(),
    headers,
    ...(text === undefined || method === 'get' ? {} : { body: text }),
  })
  const response = await handler(request, { params: Promise.resolve(path.includes('{id}') ? { id } : {}) })
  const said = await response.text()
  return { status: response.status, headers: response.headers, text: said, body: said === '' ? null : JSON.parse(said) }
}

/** One object of each kind, by the first part of its path, and a payment that was received. */
export async function newObjects(key: string): Promise<Record<string, string>> {
  const ask = (name: OperationName, asking: Asking) => askApi(name, { key, ...asking })
  const body = { amount: '24.90', reference: 'Order 4711', return_url: returnUrl }
  const payment = (await ask('createCheckoutSession', { body })).body.id
  const received = (await ask('createCheckoutSession', { body })).body.id
  await db().paymentOrder.update({ where: { id: received }, data: { receivedMinor: 2490n, receivedAt: now() } })
  const link = (await ask('createPaymentLink', { body: { title: 'Book', amount: '5.00' } })).body.id
  const endpoint = (await ask('createWebhookEndpoint', { body: { url: 'http://localhost:4242/hooks' } })).body.id
  const payee = { creditor_name: 'Camille Bernard', creditor_iban: 'FR7630006000011234567890189' }
  const refund = (await ask('createRefund', { body: { payment_id: received, amount: '1.00', ...payee } })).body.id
  const event = (await ask('testWebhookEndpoint', { id: endpoint })).body.event_id
  const { ownerId: organisationId } = await db().paymentOrder.findUniqueOrThrow({ where: { id: payment } })
  const { invoiceId, creditId } = await newBooks(organisationId, payment)
  return {
    received,
    invoices: invoiceId,
    credits: creditId,
    'checkout-sessions': payment,
    payments: payment,
    'payment-links': link,
    'webhook-endpoints': endpoint,
    events: event,
    refunds: refund,
  }
}

/** A draft of an invoice, and a credit of an account that pays an order. */
async function newBooks(organisationId: string, orderId: string) {
  const made = { organisationId, mode: 'test', createdAt: now() } as const
  const line = { description: 'Atlas', quantity: '2', unitPrice: '50.00', vatRate: '20' }
  const content = {
    language: 'fr',
    customerAddress: ['4 quai des Chartrons'],
    customerNumber: null,
    customerVatNumber: null,
    supplies: 'goods',
    suppliedOn: null,
    lines: [line],
    vatNote: null,
    note: null,
  }
  const customer = { customerName: 'Littoral', customerEmail: 'c@guichet.example', dueOn: new Date('2100-01-01') }
  const { id: invoiceId } = await db().invoice.create({
    data: { ...made, ...customer, content, amountMinor: 12_000n, createdByUserId: randomUUID() },
  })
  const money = { amountMinor: 2_490n, currency: 'EUR', day: now(), remittance: ['Order 4711'] }
  const { id: creditId } = await db().incomingCredit.create({
    data: { ...made, ...money, accountId: randomUUID(), key: randomUUID() },
  })
  const match = { organisationId, creditId, orderId, amountMinor: 2_490n, by: 'reference', createdAt: now() } as const
  await db().creditMatch.create({ data: match })
  return { invoiceId, creditId }
}
