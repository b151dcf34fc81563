import { type ChildProcess, spawn } from 'node:child_process'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { verifyWebhook } from 'guichet-client'
import { triggers } from 'guichet-client/trigger.ts'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { db } from '#lib/db.ts'
import { freePort } from '#scripts/run/postgres.ts'
import { type ApiShop, askApi, newShop, returnUrl } from '#testing/shop/api.ts'
import { newKey } from '#testing/shop/new-key.ts'
import { type ServedApi, serveApi } from '#testing/shop/serve-api.ts'
import { openStack } from '#testing/stack/open.ts'

/** `listen` and `trigger` as processes of their own, with the API, the sandbox bank and a shop that listens. */
// A payer without a session, whose bank is not remembered.
vi.mock('next/headers', () => ({
  cookies: async () => ({ get: () => undefined, has: () => false, set: () => {} }),
  headers: async () => new Headers(),
}))
vi.mock('next-intl/server', () => ({ getLocale: async () => 'en' }))

openStack()
const patience = { timeout: 180_000 }
const secret = `whsec_${Buffer.from('0123456789abcdef0123456789abcdef').toString('base64')}`

let api: ServedApi
let shop: ApiShop
const started = new Set<ChildProcess>()

beforeAll(async () => {
  api = await serveApi()
  shop = await newShop()
})
afterAll(async () => {
  for (const child of started) child.kill('SIGKILL')
  await api.close()
})

type Run = { readonly child: ChildProcess; readonly lines: string[]; readonly ended: Promise<number | null> }

function start(args: readonly string[], env: Readonly<Record<string, string>> = {}): Run {
  const given = { GUICHET_ORIGIN: api.origin, GUICHET_KEY: shop.key, GUICHET_SECRET: secret, ...env }
  const options = ['--disable-warning=ExperimentalWarning', 'packages/client/command.ts', ...args]
  const child = spawn(process.execPath, options, { env: { ...process.env, ...given } })
  started.add(child)
  const lines: string[] = []
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', line => lines.push(line))
  }
  // `close` comes once everything it said was read.
  return { child, lines, ended: new Promise(done => child.once('close', done)) }
}

async function run(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const { lines, ended } = start(args, env)
  return { code: await ended, said: lines.join('\n') }
}

type Received = { readonly headers: IncomingHttpHeaders; readonly body: string }

async function openReceiver(port: number, status = 204) {
  const received: Received[] = []
  const server: Server = createServer(async (request, response) => {
    received.push({ headers: request.headers, body: await text(request) })
    response.writeHead(status).end()
  })
  await new Promise<void>(done => server.listen(port, 'localhost', done))
  const close = () => {
    server.closeAllConnections()
    return new Promise<void>(done => server.close(() => done()))
  }
  return { received, close }
}

const newSession = async () => {
  const body = { amount: '24.90', reference: 'Order 4711', return_url: returnUrl }
  return String((await askApi('createCheckoutSession', { key: shop.key, body })).body.id)
}
const withdraw = (id: string) => askApi('cancelPayment', { key: shop.key, id, body: {} })
const typesOf = (received: readonly Received[]) => received.map(({ body }) => JSON.parse(body).type)

describe('trigger', patience, () => {
  test.each(Object.keys(triggers))('%s happens', async type => {
    if (type === 'endpoint.test') {
      const body = { url: 'https://shop.example/hook', event_types: [] }
      expect((await askApi('createWebhookEndpoint', { key: shop.key, body })).status).toBe(201)
    }
    const { code, said } = await run(['trigger', type, '--return-url', returnUrl])
    expect(said).toMatch(new RegExp(`^${type}  msg_\\S+(  of (payment|refund) \\S+)?$`))
    expect(code).toBe(0)
    const [, id = ''] = /(msg_\S+)/.exec(said) ?? []
    expect((await askApi('readEvent', { key: shop.key, id })).body.type).toBe(type)
  })

  test('takes the return address of the newest session, and says so when there is none', async () => {
    const { key } = await newShop()
    const first = await run(['trigger', 'payment.cancelled'], { GUICHET_KEY: key })
    expect([first.code, first.said]).toEqual([1, expect.stringMatching(/no session yet.*--return-url/)])
    expect((await run(['trigger', 'payment.cancelled', '--return-url', returnUrl], { GUICHET_KEY: key })).code).toBe(0)
    expect((await run(['trigger', 'payment.cancelled'], { GUICHET_KEY: key })).code).toBe(0)
  })

  test('pays a session of the shop', async () => {
    const id = await newSession()
    expect((await run(['trigger', 'payment.executed', '--session', id])).said).toContain(id)
    expect((await askApi('readCheckoutSession', { key: shop.key, id })).body.status).toBe('executed')
  })

  test('lists what it can, without a key', async () => {
    const { code, said } = await run(['trigger', '--list'], { GUICHET_KEY: '' })
    expect(code).toBe(0)
    for (const type of Object.keys(triggers)) expect(said).toContain(type)
  })

  test.each([
    [['trigger'], {}, /Name an event:\n.*payment\.executed/s],
    [['trigger', 'payment.lost'], {}, /payment\.lost can't be triggered:\n.*payment\.executed/s],
    [['trigger', 'payment.executed', 'x'], {}, /One event at a time/],
    [['trigger', 'payment.executed', '--return-url', 'https://shop.example/x'], {}, /is not registered/],
    [['trigger', 'payment.executed', '--session', 'x'], {}, /not_found/],
    [['trigger', '--lost'], {}, /Unknown option '--lost'/],
    [['listen', '--forward-to', ''], {}, /Say where events are sent/],
    [['listen', '--forward-to', 'localhost:1/x'], { GUICHET_KEY: '' }, /GUICHET_KEY is not set/],
    [['listen', '--forward-to', 'localhost:1/x'], { GUICHET_KEY: 'gk_live_x' }, /no test key/],
    [['listen', '--forward-to', 'localhost:1/x'], { GUICHET_KEY: 'gk_test_x' }, /key_not_valid/],
    [['listen', '--forward-to', 'localhost:1/x'], { GUICHET_ORIGIN: 'http://localhost:1' }, /No answer from Guichet/],
    [['listen', '--forward-to', 'localhost:1/x'], { GUICHET_ORIGIN: 'guichet' }, /GUICHET_ORIGIN is "guichet"/],
    [['lost'], {}, /There is no command lost/],
  ] as const)('%j with %j is refused in a sentence', async (args, env, words) => {
    const { code, said } = await run(args, env)
    expect(code).toBe(1)
    expect(said).toMatch(words)
    expect(said).not.toMatch(/^ {4}at /m)
  })

  test('a key without a scope is told which one it lacks', async () => {
    const { code, said } = await run(['listen', '--forward-to', 'localhost:1/x'], {
      GUICHET_KEY: await newKey(shop, 'test', ['payments:read']),
    })
    expect([code, said.includes('key_scope_missing')]).toEqual([1, true])
  })
})

describe('listen', patience, () => {
  test('forwards what happens from now on, signed and in order, and stops cleanly', async () => {
    await withdraw(await newSession())
    const port = await freePort()
    const { received, close } = await openReceiver(port)
    const listening = start(['listen', '--forward-to', `localhost:${port}/webhook`])
    await expect.poll(() => listening.lines.join('\n')).toContain('Ready.')
    expect(listening.lines.join('\n')).toContain(`Signing secret: ${secret}`)
    const id = await newSession()
    await withdraw(id)
    expect((await run(['trigger', 'payment.executed', '--return-url', returnUrl])).code).toBe(0)
    await expect.poll(() => typesOf(received)).toContain('payment.executed')
    expect(typesOf(received)[0]).toBe('payment.cancelled')
    const [first] = received
    const event = await verifyWebhook(secret, first?.headers as Record<string, string>, first?.body ?? '')
    expect(event).toMatchObject({ type: 'payment.cancelled', data: { id } })
    const stored = await askApi('readEvent', { key: shop.key, id: event.id })
    expect({ id: event.id, object: 'event', ...JSON.parse(first?.body ?? '') }).toEqual(stored.body)
    expect(listening.lines.join('\n')).toMatch(
      /payment\.cancelled {2}msg_\S+ {2}Order 4711, 24\.90 EUR {2}→ 204 after \d+ ms/,
    )
    listening.child.kill('SIGINT')
    expect(await listening.ended).toBe(0)
    await close()
  })

  test('shows what happens if it is not told where to send it', async () => {
    const listening = start(['listen'])
    await expect.poll(() => listening.lines.join('\n')).toContain('Ready.')
    const id = await newSession()
    await withdraw(id)
    await expect.poll(() => listening.lines.join('\n')).toContain(`"id": "${id}"`)
    expect(listening.lines.join('\n')).not.toContain('whsec_')
    listening.child.kill('SIGINT')
    expect(await listening.ended).toBe(0)
  })

  test('loses nothing while the shop or Guichet is away, nor what is committed late; types can be chosen', async () => {
    const [port, apiPort] = [await freePort(), await freePort()]
    let served = await serveApi(apiPort)
    const env = { GUICHET_ORIGIN: served.origin }
    const listening = start(['listen', '--forward-to', `localhost:${port}/x`, '--events', 'payment.cancelled'], env)
    await expect.poll(() => listening.lines.join('\n')).toContain('Ready.')
    const away = [await newSession(), await newSession(), await newSession()]
    await withdraw(away[0] ?? '')
    await expect.poll(() => listening.lines.join('\n')).toContain('trying again until it answers')
    const { received, close } = await openReceiver(port)
    await expect.poll(() => received.length).toBe(1)

    await served.close()
    await withdraw(away[1] ?? '')
    await expect.poll(() => listening.lines.join('\n')).toContain('No answer from Guichet')
    served = await serveApi(apiPort)
    await expect.poll(() => received.length).toBe(2)

    // An event that says it is older than one that was forwarded already: its transaction took longer.
    await withdraw(away[2] ?? '')
    await expect.poll(() => received.length).toBe(3)
    const newest = await db().webhookMessage.findFirstOrThrow({ orderBy: { createdAt: 'desc' } })
    const at = new Date(newest.createdAt.getTime() - 5_000)
    const { id: _, createdAt: __, orderId, sequence, ...rest } = newest
    const payload = JSON.stringify({ ...JSON.parse(newest.payload), timestamp: at.toISOString() })
    await db().webhookMessage.create({
      data: { ...rest, orderId, sequence: (sequence ?? 0) + 1, payload, createdAt: at },
    })
    await expect.poll(() => received.length).toBe(4)
    expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(4)
    listening.child.kill('SIGTERM')
    expect(await listening.ended).toBe(0)
    await Promise.all([close(), served.close()])
  })
})
