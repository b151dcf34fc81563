import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import { Pool } from 'undici'
import { listenHere } from '#testing/listen-here.ts'
import { calibrate, isWithin, judgeRate, shareOf } from './servers/calibration.ts'
import { openBenchDatabase } from './servers/database.ts'
import { atOnce, percentile } from './servers/load.ts'
import { measureMedusa } from './servers/medusa.ts'

/**
 * What a shop and its payers ask over HTTP from the production build, one process, with 1 and 8 clients: `/api/health`, checkout sessions
 * with keys, idempotency and limits, the payment page, and the payer's start up to the bank's address. Beside a plain Node server, and an
 * empty route and page of the same framework (the calibration), and Medusa 2 if `npm run soak -- medusa` has installed it: judged as shares
 * of those, by processor time, which a busy machine changes least (docs/costs.md, T11). BENCH_RUNS requests each.
 */
const runs = Number(process.env.BENCH_RUNS ?? 400)
const calibration = await calibrate()
const database = await openBenchDatabase('peers')
// Only until the application has its own address, which it gets from its environment.
process.env.APP_URL = 'http://localhost:3000'
const { closeDb, db } = await import('#lib/db.ts')
const { openStack, seedCheckout } = await import('./servers/checkout.ts')
const { aShop } = await import('#testing/people/a-shop.ts')
const { newKey } = await import('#testing/shop/new-key.ts')
const { checkoutOrder } = await import('#testing/shop/checkout-order.ts')
const { createOrder } = await import('#lib/services/payments/orders.ts')

const { publicId } = await seedCheckout()
const returnUrl = 'https://shop.example/back'
// Several, because a key has a limit of requests a minute.
const shops = await Promise.all(
  Array.from({ length: 12 }, async () => {
    const shop = await aShop({ returnUrls: [returnUrl] })
    return { organisationId: shop.organisationId, key: await newKey(shop) }
  }),
)
delete process.env.APP_URL
const stack = await openStack(process.env.DATABASE_URL ?? null)
process.env.APP_URL = stack.appUrl
const pool = new Pool(stack.appUrl, { connections: 8 })
try {
  await measurePlain()
  const healthMs = await measure('/api/health', () => ask('/api/health'))
  const pageMs = await measure('payment page', () => ask(`/pay/${publicId}`))
  const sessionMs = await measure('checkout session', sell)
  // All payers come from one address here, which has 600 starts in ten minutes.
  await measure('payer’s start', leave, Math.min(500, runs))
  const medusa = await measureMedusaToo()
  const rateOf = (cpuMs: number) => 1_000 / cpuMs
  const judged = {
    health: judgeRate(rateOf(healthMs), calibration, 'routes', 0.8),
    page: judgeRate(rateOf(pageMs), calibration, 'pages', 0.5),
    sessions: { ratio: Math.round((100 * healthMs) / sessionMs) / 100, of: '/api/health', atLeast: 0.4 },
    ...(medusa && { sessionsOfMedusa: { ratio: round(medusa.cpuMs / sessionMs), of: 'Medusa 2', atLeast: 10 } }),
  }
  const ok = isWithin(judged)
  if (!ok) process.exitCode = 1
  console.log(JSON.stringify({ bench: 'peers (T11)', judged, ok }))
} finally {
  await pool.close()
  await stack.stop()
  await closeDb()
  await database.drop()
}

/** The least that any server in this language needs: by this process's own time, with the client's in it. */
async function measurePlain(): Promise<void> {
  const server = createServer((_, response) => response.setHeader('content-type', 'application/json').end('{}'))
  const plain = new Pool(`http://127.0.0.1:${await listenHere(server)}`, { connections: 8 })
  const get = async () => (await plain.request({ path: '/', method: 'GET' })).body.dump()
  await atOnce(8, 2_000, get)
  const perSecond = await atOnce(8, 5_000, get)
  console.log(
    JSON.stringify({ bench: 'peers (T11)', what: 'plain Node server', lanes: 8, perSecond: round(perSecond) }),
  )
  await plain.close()
  await new Promise(done => server.close(done))
}

/** Cart, payment collection and payment session: what a shop asks of Medusa where it asks one request of us. */
async function measureMedusaToo() {
  const medusa = await measureMedusa(Math.min(100, runs))
  if (medusa === null) console.error('  Medusa 2 was not measured: npm run soak -- medusa installs it.')
  else {
    const { perSecond, cpuMs } = medusa
    const figures = { lanes: 8, perSecond: round(perSecond), cpuMs: round(cpuMs) }
    console.log(JSON.stringify({ bench: 'peers (T11)', what: 'Medusa 2: cart, collection, session', ...figures }))
  }
  return medusa
}

/** With 1 and with 8 clients; returns the processor time of one with 8. */
async function measure(what: string, act: (at: number) => Promise<number>, count = runs): Promise<number> {
  // Until the process is as fast as one that has run for a while.
  await atOnce(8, count, act)
  let last = 0
  for (const lanes of [1, 8]) {
    await db().rateLimit.deleteMany({})
    const [times, bytes]: [number[], number[]] = [[], []]
    const before = await readCpuMs()
    const perSecond = await atOnce(lanes, count, async at => {
      const from = performance.now()
      bytes.push(await act(at))
      times.push(performance.now() - from)
    })
    const cpuMs = ((await readCpuMs()) - before) / count
    times.sort((one, other) => one - other)
    const [p50Ms, p99Ms] = [percentile(times, 0.5), percentile(times, 0.99)]
    const kb = round((bytes[0] ?? 0) / 1_000)
    const ofEmptyRoute = shareOf(1_000 / cpuMs, calibration, 'routes')
    const figures = {
      lanes,
      runs: count,
      perSecond: round(perSecond),
      cpuMs: round(cpuMs),
      ofEmptyRoute,
      p50Ms,
      p99Ms,
      kb,
    }
    console.log(JSON.stringify({ bench: 'peers (T11)', what, ...figures }))
    last = cpuMs
  }
  return last
}

function sell(at: number): Promise<number> {
  const headers = {
    authorization: `Bearer ${shops[at % shops.length]?.key}`,
    'idempotency-key': randomUUID(),
    'content-type': 'application/json',
  }
  const body = JSON.stringify({ amount: '12.34', reference: `Commande ${at}`, return_url: returnUrl })
  return ask('/api/v1/checkout-sessions', { headers, body, status: 201 })
}

/** Creates an order beside the application, and leaves for the bank as its payer: only that is the application's time. */
async function leave(at: number): Promise<number> {
  const made = await createOrder(shops[at % shops.length]?.organisationId ?? '', checkoutOrder())
  const body = new URLSearchParams({ bank: '19870' }).toString()
  const headers = {
    'content-type': 'application/x-www-form-urlencoded',
    origin: stack.appUrl,
    'sec-fetch-site': 'same-origin',
  }
  return ask(`/pay/${made.publicId}/start`, { headers, body, status: 303 })
}

type Wish = { readonly headers?: Readonly<Record<string, string>>; readonly body?: string; readonly status?: number }

/** Bytes as sent, compressed as for a browser. */
async function ask(path: string, { headers = {}, body, status = 200 }: Wish = {}): Promise<number> {
  const answer = await pool.request({
    path,
    method: body === undefined ? 'GET' : 'POST',
    headers: { 'accept-encoding': 'gzip, deflate, br, zstd', 'accept-language': 'fr', ...headers },
    body: body ?? null,
  })
  const { byteLength } = await answer.body.arrayBuffer()
  if (answer.statusCode !== status) throw new Error(`${path} answered ${answer.statusCode}`)
  // A refused start leads back to a page of ours.
  if (String(answer.headers.location ?? '').startsWith('/'))
    throw new Error(`${path} led to ${answer.headers.location}`)
  return byteLength
}

/** Processor time of the application so far, as it measures itself. */
async function readCpuMs(): Promise<number> {
  const { body } = await pool.request({ path: '/metrics', method: 'GET' })
  const text = await body.text()
  return 1_000 * Number(/^guichet_process_cpu_seconds_total (\S+)/m.exec(text)?.[1] ?? Number.NaN)
}

function round(value: number): number {
  return Math.round(10 * value) / 10
}
