import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { verifyWebhook } from 'guichet-client'
import { z } from 'zod'
import { askDesk } from '#testing/bank/desk.ts'
import { walkPayment } from '#testing/bank/payer.ts'
import { listenHere } from '#testing/listen-here.ts'
import { openVisitor, type Visitor } from './visitor.ts'

/** A shop with its key and webhook endpoint, and what is ordered and paid there. */

export const bankCode = '19870'
const personId = 'camille-bernard'
const returnUrl = 'https://shop.example/thanks'

export type Site = { readonly origin: string; readonly authority: string; readonly screensPort: number }
type Shop = { readonly site: Site; readonly server: Visitor; readonly key: string; readonly paid: ReadonlySet<string> }
export type OpenShop = Shop & { readonly close: () => Promise<void> }

const Made = z.object({ id: z.string() })
const Checkout = z.object({ id: z.string(), url: z.string(), status: z.string() })

/** As its owner does on the merchants' pages: an organisation, its account, return address, key and endpoint, in test mode. */
export async function openShop(site: Site, owner: Visitor): Promise<OpenShop> {
  const names = { name: 'Librairie du Port', legalName: 'Librairie du Port SARL', registrationNumber: '732829320' }
  const address = { addressLines: ['12 quai Duperré', '17000 La Rochelle'], country: 'FR', website: '' }
  const wish = { ...names, ...address, email: 'bonjour@shop.example', locale: 'fr' }
  await owner.send('POST', '/api/merchant/organisations', wish)
  const account = { name: 'Librairie du Port', iban: 'FR7619873009020009362007722', bic: '' }
  await owner.send('PUT', '/api/merchant/settings/beneficiary', account)
  await owner.send('PUT', '/api/merchant/settings/return-urls', { urls: [returnUrl] })
  const scopes = ['payments:read', 'payments:write']
  const { key } = z
    .object({ key: z.string() })
    .parse(await owner.send('POST', '/api/merchant/keys', { mode: 'test', name: 'Shop', scopes }))
  const hooks = await receiveHooks()
  const endpoint = { mode: 'test', url: hooks.url, eventTypes: ['payment.executed'] }
  const { secret } = z
    .object({ secret: z.string() })
    .parse(await owner.send('POST', '/api/merchant/webhooks', endpoint))
  hooks.trust(secret)
  const server = openVisitor(site.origin, site.authority)
  const close = async () => {
    await server.close()
    hooks.close()
  }
  return { site, server, key, paid: hooks.paid, close }
}

/** Where its events arrive: the ids of payments that genuine ones call executed. */
async function receiveHooks() {
  const paid = new Set<string>()
  let secret = ''
  const receiver = createServer(async (request, response) => {
    const event = await verifyWebhook(secret, request.headers, request).catch(() => null)
    if (event?.type === 'payment.executed') paid.add(event.data.id)
    response.writeHead(event === null ? 400 : 204).end()
  })
  const port = await listenHere(receiver, 'localhost')
  return {
    paid,
    url: `http://localhost:${port}/hooks`,
    trust: (given: string) => {
      secret = given
    },
    close: () => {
      receiver.closeAllConnections()
      receiver.close()
    },
  }
}

/** It loads the same address again. */
const isWaitingPage = (text: string) => text.includes('http-equiv="refresh"')

/** Links a customer of the bank to whoever is signed in, shares everything, and reads it. Returns the number of accounts. */
export async function linkAccounts({ screensPort }: Site, person: Visitor): Promise<number> {
  const { location: authorizeUrl } = await person.form(`/link/${bankCode}/start`, {})
  const { callbackUrl } = await askDesk({ screensPort }, 'POST', '/customer/authorization', { authorizeUrl, personId })
  const arrive = () => person.get(String(callbackUrl))
  let { status, location, text } = await arrive()
  for (const deadline = Date.now() + 60_000; isWaitingPage(text) && Date.now() < deadline; await delay(1_000))
    ({ status, location, text } = await arrive())
  const [, id] = /\/connections\/([^/]+)\/consent$/.exec(location) ?? []
  if (id === undefined) throw new Error(`linking a bank led to ${status} ${location} ${text.slice(0, 500)}`)
  const path = `/api/connections/${id}/consent`
  const offered = z.object({ rows: z.array(z.object({ iban: z.string() })), version: z.number() })
  const { rows, version } = offered.parse(await person.send('GET', path))
  const kinds = { balances: true, transactions: true, owners: true, overdrafts: true }
  const choice = { accounts: rows.map(({ iban }) => ({ iban, ...kinds })), psuIdentity: true }
  const { hash } = z.object({ hash: z.string() }).parse(await person.send('POST', `${path}/compare`, choice))
  await person.send('PUT', path, { choice, hash, version })
  await person.send('POST', `/api/connections/${id}/refresh`, {})
  return rows.length
}

/** Asks for a payment; the same key asks for the same one again. Throws unless it is acknowledged. */
export async function order({ server, key }: Shop, idempotencyKey = randomUUID()) {
  const body = { amount: '12.50', reference: 'Commande 4711', return_url: returnUrl }
  const answer = await server.call('POST', '/checkout-sessions', key, { body, idempotencyKey })
  if (answer.status !== 201) throw new Error(`an order was answered ${answer.status}`)
  return Checkout.parse(answer.json())
}

export type Begun = { readonly id: string; readonly callbackUrl: string; readonly page: string }

/** A payer has approved a payment at the bank; their browser has not come back yet. */
export async function beginPayment(
  shop: Shop,
  ordered?: { readonly id: string; readonly url: string },
): Promise<Begun> {
  const { id, url } = ordered ?? (await order(shop))
  const payer = openVisitor(shop.site.origin, shop.site.authority)
  try {
    const { location } = await payer.form(`${new URL(url).pathname}/start`, { bank: bankCode })
    const { callbackUrl } = await walkPayment(shop.site, new URL(location), personId)
    return { id, callbackUrl: callbackUrl.href, page: `${new URL(url).pathname}/return` }
  } finally {
    await payer.close()
  }
}

/** The proxy itself is away. */
const nobody = { status: 502, location: '', text: '' }

/**
 * The browser comes back. Whatever fails, the address must stay good: throws if it is redirected anywhere but to the page of its payment, or
 * gets no page that loads it again. True once it is redirected.
 */
export async function comeBack({ site }: Shop, { callbackUrl, page }: Begun): Promise<boolean> {
  const payer = openVisitor(site.origin, site.authority)
  try {
    const { status, location, text: said } = await payer.get(callbackUrl).catch(() => nobody)
    if (status === 303 && new URL(location, site.origin).pathname === page) return true
    // 502 is the proxy's, while an application is killed.
    if (status !== 502 && !(status === 503 && isWaitingPage(said)))
      throw new Error(`a callback was answered ${status} ${location}`)
    return false
  } finally {
    await payer.close()
  }
}

/** The browser comes back, and loads the page again if it fails; resolves when the shop was told that it is paid. Throws after two minutes. */
export async function finishPayment(shop: Shop, begun: Begun): Promise<void> {
  const deadline = Date.now() + 120_000
  while (!(await comeBack(shop, begun)) && Date.now() < deadline) await delay(1_000)
  while (!shop.paid.has(begun.id)) {
    if (Date.now() > deadline) throw new Error('no webhook said within two minutes that a payment is executed')
    await delay(100)
  }
}

/** How many of these orders the API doesn't know. */
export async function countLost({ server, key }: Shop, ids: readonly string[]): Promise<number> {
  const known = new Set<string>()
  let cursor: string | null = null
  do {
    const query: string = cursor === null ? '' : `&cursor=${cursor}`
    const page = z.object({ data: z.array(Made), next_cursor: z.string().nullable() })
    const { data, next_cursor } = page.parse(
      (await server.call('GET', `/checkout-sessions?limit=100${query}`, key)).json(),
    )
    for (const { id } of data) known.add(id)
    cursor = next_cursor
  } while (cursor !== null)
  return ids.filter(id => !known.has(id)).length
}

export type Traffic = {
  /** Orders that were answered 201. */
  readonly acknowledged: readonly string[]
  /** Requests that failed; each was sent again until it succeeded. */
  readonly failed: readonly string[]
  /** The longest time without an acknowledged order since it was last asked, milliseconds. */
  readonly takeLongestPauseMs: () => number
  readonly stop: () => Promise<void>
}

/** Orders from two programs, and pages with their scripts and style sheets in a browser, again and again until it is stopped. */
export function keepBusy(shop: Shop): Traffic {
  const [acknowledged, failed] = [[] as string[], [] as string[]]
  let isOver = false
  let lastAt = performance.now()
  let longestMs = 0
  const lane = async (act: () => Promise<void>) => {
    while (!isOver) {
      try {
        await act()
        await delay(200)
      } catch (error) {
        failed.push(error instanceof Error ? error.message : String(error))
        await delay(100)
      }
    }
  }
  const newLane = () => {
    let idempotencyKey = randomUUID()
    return lane(async () => {
      acknowledged.push((await order(shop, idempotencyKey)).id)
      idempotencyKey = randomUUID()
      longestMs = Math.max(longestMs, performance.now() - lastAt)
      lastAt = performance.now()
    })
  }
  const lanes = [newLane(), newLane(), lane(() => readPage(shop.server))]
  return {
    acknowledged,
    failed,
    takeLongestPauseMs: () => {
      const taken = Math.round(longestMs)
      longestMs = 0
      return taken
    },
    stop: async () => {
      isOver = true
      await Promise.all(lanes)
    },
  }
}

async function readPage(browser: Visitor): Promise<void> {
  const page = await browser.get('/signin')
  if (page.status !== 200) throw new Error(`a page was answered ${page.status}`)
  const files = Array.from(page.text.matchAll(/(?:href|src)="(\/_next\/static\/[^"]+)"/g), ([, path = '']) => path)
  if (!files.some(path => path.endsWith('.css'))) throw new Error('a page has no style sheet')
  for (const path of new Set(files)) {
    const { status } = await browser.get(path)
    if (status !== 200) throw new Error(`${path} was answered ${status}`)
  }
}
