import { createServer, request as httpRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { log } from '#lib/log.ts'
import { metrics } from '#lib/metrics.ts'
import { noteFault, recordPeers } from './instrumentation-node.ts'

let seen: IncomingHttpHeaders = {}
/** The error thrown while a page rendered. */
let thrown: unknown = null
const server = createServer(async (request, response) => {
  seen = request.headers
  if (thrown !== null) {
    await Promise.resolve()
    noteFault(thrown, { method: 'GET', path: request.url ?? '' })
    response.statusCode = 500
  }
  response.end()
})

function send(headers: Record<string, string | string[]>, path = '/'): Promise<IncomingMessage> {
  const { port } = server.address() as AddressInfo
  return new Promise((done, failed) => {
    const sent = httpRequest({ port, host: '127.0.0.1', path, headers }, response =>
      response.resume().on('end', () => done(response)),
    )
    sent.on('error', failed).end()
  })
}

beforeAll(async () => {
  recordPeers(0)
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
})
afterAll(() => new Promise(done => server.close(done)))

describe('C19: the peer of a request', () => {
  test('is the socket’s address, whatever the client claims', async () => {
    await send({
      'x-forwarded-for': ['6.6.6.6', '7.7.7.7'],
      'X-Forwarded-Host': 'evil.example',
      'x-forwarded-proto': 'https',
      'X-Real-IP': '6.6.6.6',
      forwarded: 'for=6.6.6.6',
      'X-Guichet-Peer': '6.6.6.6 1',
      accept: 'text/html',
    })
    expect(seen['x-guichet-peer']).toMatch(/^127\.0\.0\.1 [0-9]+ proxied$/)
    expect(JSON.stringify(seen)).not.toMatch(/6\.6\.6\.6|7\.7\.7\.7|evil/)
    expect(Object.keys(seen).filter(name => /forwarded|real-ip/.test(name))).toEqual([])
    expect(seen.accept).toBe('text/html')
  })
})

describe('C60: whether a request came directly', () => {
  const peerOf = async (headers: Record<string, string>) => {
    await send(headers)
    return String(seen['x-guichet-peer']).split(' ')[2]
  }

  test.each(['localhost:3000', '127.0.0.1', '[::1]:3000'])(
    'to %s, without a trace of a proxy: directly',
    async host => {
      expect(await peerOf({ host })).toBe('direct')
    },
  )

  test.each([
    ['x-forwarded-for', '203.0.113.7'],
    ['X-Forwarded-For', ''],
    ['x-forwarded-proto', 'https'],
    ['X-Original-Forwarded-For', '203.0.113.7'],
    ['forwarded', 'for=203.0.113.7'],
    ['via', '1.1 front'],
    ['x-real-ip', '203.0.113.7'],
    ['x-client-ip', '203.0.113.7'],
    ['true-client-ip', '203.0.113.7'],
    ['cf-connecting-ip', '203.0.113.7'],
    ['x-guichet-peer', '127.0.0.1 4 direct'],
    ['host', 'guichet.example'],
  ])('%s: %s is a proxy’s', async (name, value) => {
    expect(await peerOf({ host: 'localhost', [name]: value })).toBe('proxied')
  })
})

describe('a page whose rendering fails (H9)', () => {
  afterEach(() => {
    thrown = null
  })

  test('because the database is down is 503 with the time to retry', async () => {
    thrown = Object.assign(new Error('disk full'), { code: '53100' })
    const { statusCode, headers } = await send({})
    expect([statusCode, headers['retry-after']]).toEqual([503, '5'])
  })

  test('for a page that a script left with a state of its own is 400: the browser loads it anew', async () => {
    thrown = new Error('The state can’t be parsed')
    const { statusCode } = await send({ 'next-router-state-tree': '[]' })
    expect(statusCode).toBe(400)
  })

  test('is in the log under the digest that the person sees, without its query', async () => {
    const error = vi.spyOn(log(), 'error').mockReturnValue()
    thrown = Object.assign(new Error('a bug'), { digest: '4711' })
    await send({}, '/callback?code=secret')
    const said = { err: thrown, supportId: '4711', method: 'GET', path: '/callback' }
    expect(error.mock.calls).toEqual([[said, 'request failed']])
    error.mockRestore()
  })

  test('for any other reason is 500, even if the database is down too', async () => {
    thrown = Object.assign(new Error('disk full'), { code: '53100' })
    const away = send({})
    thrown = new Error('a bug')
    const { statusCode, headers } = await send({})
    expect([statusCode, headers['retry-after']]).toEqual([500, undefined])
    await away
  })
})

describe('answers are counted', () => {
  const counted = async () => {
    const { values } = await metrics().answers.get()
    return values.map(({ labels, value }) => [labels.kind, labels.class, value])
  }
  afterEach(() => {
    thrown = null
  })

  test('by kind of address and class of status, without probes', async () => {
    metrics().answers.reset()
    for (const path of [
      '/',
      '/home?page=2',
      '/pay/abc',
      '/l/abc',
      '/api/v1/payments',
      '/api/accounts',
      '/_next/static/a.js',
    ])
      await send({}, path)
    for (const path of ['/api/health', '/api/ready', '/metrics']) await send({}, path)
    thrown = new Error('a bug')
    await send({}, '/api/v1/payments')
    expect((await counted()).sort()).toEqual([
      ['api', '2xx', 1],
      ['api_v1', '2xx', 1],
      ['api_v1', '5xx', 1],
      ['page', '2xx', 2],
      ['payment_page', '2xx', 2],
      ['static', '2xx', 1],
    ])
  })
})
