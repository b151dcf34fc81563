import { once } from 'node:events'
import type { Server } from 'node:http'
import { connect } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { readBytes } from '#app/read-request.ts'
import { listenHere } from '#testing/listen-here.ts'
import { createHttpServer } from './http.ts'
import { httpLimits } from './limits.ts'
import type { PathKindOf } from './routes.ts'

const appUrl = 'https://guichet.example'
const anyRoute: PathKindOf = () => 'route'
const tree: PathKindOf = path =>
  path === '/home' ? 'page' : path === '/home/start' || path === '/home/../start' ? 'route' : 'nothing'
const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

async function open({ limits = httpLimits, kindOf = anyRoute } = {}): Promise<{ port: number; handled: string[] }> {
  const handled: string[] = []
  const server = createHttpServer(
    appUrl,
    (request, response) => {
      handled.push(`${request.method} ${request.url}`)
      response.end('the application')
    },
    { limits, kindOf, methodsOf: path => (path === '/api/orders' ? ['GET', 'HEAD', 'OPTIONS'] : null) },
  )
  servers.push(server)
  return { port: await listenHere(server), handled }
}

/** The answer to these bytes until the connection ends. */
async function send(port: number, bytes: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  let said = ''
  socket.on('data', data => (said += data))
  socket.write(bytes)
  await once(socket, 'close')
  return said
}

async function ask(line: string, headers: Readonly<Record<string, string>> = {}, kindOf = anyRoute) {
  const { port, handled } = await open({ kindOf })
  const lines = Object.entries({ Host: 'guichet.example', Connection: 'close', ...headers })
  const said = await send(
    port,
    `${line} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`,
  )
  return { status: Number(said.split(' ')[1]), said, handled }
}

describe('an unknown Host (C59)', () => {
  test.each(['attacker.example', 'guichet.example.attacker.example', '192.168.1.7', 'user@guichet.example', ''])(
    '%j is told so, and the application never hears of it',
    async host => {
      const { status, said, handled } = await ask('GET /signin', { Host: host })
      expect([status, handled]).toEqual([421, []])
      expect(said).toContain('it answers to guichet.example only (APP_URL)')
    },
  )

  test.each(['guichet.example', 'GUICHET.example:443', 'localhost', '127.0.0.1:3000', '[::1]:3000'])(
    '%s is ours',
    async host => {
      expect((await ask('GET /signin', { Host: host })).handled).toEqual(['GET /signin'])
    },
  )

  test.each(['/api/health', '/api/ready?x=1', '/metrics'])(
    '%s is asked by any address, and by no other name',
    async path => {
      expect((await ask(`GET ${path}`, { Host: '10.0.0.5:3000' })).handled).toEqual([`GET ${path}`])
      expect((await ask(`GET ${path}`, { Host: 'attacker.example' })).status).toBe(421)
    },
  )
})

describe('requests that would make the framework fail (H10)', () => {
  test.each(['TRACE', 'PROPFIND', 'PURGE', 'QUERY'])('%s: 405', async method => {
    const { status, said, handled } = await ask(`${method} /`)
    expect([status, handled]).toEqual([405, []])
    expect(said.toLowerCase()).toContain('allow: get, head, post, put, patch, delete, options')
  })

  test('CONNECT: 405 instead of a closed connection', async () => {
    expect((await ask('CONNECT guichet.example:443')).status).toBe(405)
  })

  test.each(['*', 'http://guichet.example/', 'http://attacker.example/signin'])('GET %s: 400', async target => {
    const { status, handled } = await ask(`GET ${target}`)
    expect([status, handled]).toEqual([400, []])
  })

  // With two, a proxy in front may have chosen by the other one (RFC 9112 § 3.2).
  test.each(['guichet.example', 'attacker.example', ''])('a second Host, %j: 400', async second => {
    const { port, handled } = await open()
    const lines = `GET / HTTP/1.1\r\nHost: guichet.example\r\nhost: ${second}\r\nConnection: close\r\n\r\n`
    expect(await send(port, lines)).toContain('400 Bad Request')
    expect(handled).toEqual([])
  })

  test.each(['/%', '/accounts/%zz', '/pay/%ff', '/l/%E0%A4%A', '/callback/%c0%af?code=x'])(
    'GET %s: 400',
    async path => {
      const { status, handled } = await ask(`GET ${path}`)
      expect([status, handled]).toEqual([400, []])
    },
  )

  test.each(['/pay/caf%C3%A9', '/search?q=%', '/search?q=%ff', '/a%2Fb'])('GET %s is passed on', async path => {
    expect((await ask(`GET ${path}`)).handled).toEqual([`GET ${path}`])
  })

  test.each(['/_global-error', '/_global-error.rsc', '/_global-error/x?y'])('GET %s: 404', async path => {
    expect((await ask(`GET ${path}`)).status).toBe(404)
  })

  test.each(['garbage', '%', 'null', '{"children":["x"]}', '[""],[""]', `["${'['.repeat(9_000)}`])(
    'a router state of %s: 400',
    async state => {
      const { status, handled } = await ask('GET /accounts', { 'Next-Router-State-Tree': state, RSC: '1' })
      expect([status, handled]).toEqual([400, []])
    },
  )

  test.each(['2', '3', 'x', ''])('a prefetch of kind %j: 400', async kind => {
    const { status, handled } = await ask('GET /index.rsc', { 'Next-Router-Prefetch': kind, RSC: '1' })
    expect([status, handled]).toEqual([400, []])
  })

  test('a prefetch by our pages is passed on', async () => {
    expect((await ask('GET /home', { 'Next-Router-Prefetch': '1', RSC: '1' })).handled).toEqual(['GET /home'])
  })

  test('the router state of our pages is passed on', async () => {
    const state = encodeURIComponent('["",{"children":["(user)",{"children":["__PAGE__",{}]}]},null,null,16]')
    expect((await ask('GET /accounts', { 'Next-Router-State-Tree': state, RSC: '1' })).handled).toHaveLength(1)
  })
})

describe('requests that the framework would take for a server action, and log errors about (H39)', () => {
  test.each(['x', '', '0'.repeat(42)])('Next-Action: %j is refused everywhere', async action => {
    const { status, handled } = await ask('POST /api/locale', { 'Next-Action': action, 'Content-Length': '0' })
    expect([status, handled]).toEqual([400, []])
  })

  test.each(['POST', 'PUT', 'PATCH', 'DELETE'])('%s for a page: 405, with the methods of pages', async method => {
    const { status, said, handled } = await ask(`${method} /home?x=1`, {}, tree)
    expect([status, handled]).toEqual([405, []])
    expect(said.toLowerCase()).toContain('allow: get, head, options\r\n')
  })

  test.each(['/home/../start', '/home/%2e%2e/start', '/start/..', '/home/x/'])('POST %s: 404', async path => {
    expect((await ask(`POST ${path}`, {}, tree)).status).toBe(404)
  })

  test.each(['POST', 'DELETE'])('%s for an unknown path: 404', async method => {
    const { status, handled } = await ask(`${method} /home/x`, {}, tree)
    expect([status, handled]).toEqual([404, []])
  })

  test.each(['GET /home', 'HEAD /home/x', 'OPTIONS /home', 'POST /home/start'])('%s is passed on', async line => {
    expect((await ask(line, {}, tree)).handled).toEqual([line])
  })
})

describe('a body that is not read to its end', () => {
  const mb = 1024 * 1024
  const post = (length: number, sent = length, path = '/') =>
    `POST ${path} HTTP/1.1\r\nHost: guichet.example\r\nContent-Length: ${length}\r\n\r\n${'x'.repeat(sent)}`
  const next = 'GET /next HTTP/1.1\r\nHost: guichet.example\r\nConnection: close\r\n\r\n'

  /** A route that reads at most ten bytes, as the framework hands them to it, or none, and whose answer is out when `answered` resolves. */
  async function openRoute(): Promise<{ port: number; answered: Promise<void> }> {
    const { promise: answered, resolve } = Promise.withResolvers<void>()
    const server = createHttpServer(appUrl, async (request, response) => {
      if (request.method === 'GET') return response.end('next')
      const body = request as unknown as ReadableStream
      const asked = new Request(appUrl, { method: 'POST', body, duplex: 'half' } as RequestInit)
      const refused = request.url === '/unread' || (await readBytes(asked, 10).catch((error: unknown) => error))
      response.statusCode = refused instanceof Uint8Array ? 200 : 413
      response.end('read')
      setImmediate(resolve)
    })
    servers.push(server)
    return { port: await listenHere(server), answered }
  }

  const findIn = (said: string) => said.toLowerCase().match(/http\/1\.1 \d{3}|connection: [\w-]+/g) ?? []

  const kept = (status: number) => [`http/1.1 ${status}`, 'connection: keep-alive', 'http/1.1 200', 'connection: close']
  test.each([
    ['by a route that reads a part', 413, '/', 10 * mb],
    ['by a route that reads nothing', 413, '/unread', 10 * mb],
    ['by the server', 400, '/%', 10 * mb],
    ['by nobody', 200, '/', 10],
  ])('refused %s is read away, and the connection goes on', async (_, status, path, length) => {
    const { port } = await openRoute()
    expect(findIn(await send(port, post(length, length, path) + next))).toEqual(kept(status))
  })

  // The answer is ready long before the body has arrived: whoever closed then would reset the connection under its client.
  test.each(['', 'Connection: close\r\n'])('reaches its client however late it writes and reads (%j)', async header => {
    const { port, answered } = await openRoute()
    const [head = '', body = ''] = post(mb).split('\r\n\r\n')
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true }).pause()
    const errors: unknown[] = []
    socket.on('error', error => errors.push(error))
    socket.write(`${head}\r\n${header}\r\n${body.slice(0, 1_000)}`)
    await answered
    for (let at = 1_000; at < mb; at += 100_000) {
      await new Promise(written => socket.write(body.slice(at, at + 100_000), written))
    }
    socket.end()
    const said = Buffer.concat(await socket.toArray()).toString()
    expect([findIn(said)[0], errors]).toEqual(['http/1.1 413', []])
  })

  test('that turns out malformed after its end does not cut an answer that has begun', async () => {
    const server = createHttpServer(appUrl, async (_request, response) => {
      response.writeHead(401, { 'content-type': 'text/plain' })
      response.write('begun, ')
      setImmediate(() => response.end('ended'))
    })
    servers.push(server)
    const port = await listenHere(server)
    const head = 'POST / HTTP/1.1\r\nHost: guichet.example\r\nTransfer-Encoding: chunked\r\n\r\n'
    const socket = connect({ port, host: '127.0.0.1' })
    socket.write(`${head}2\r\n{}\r\n0\r\n`)
    const said: Buffer[] = []
    for await (const piece of socket) {
      if (said.length === 0) socket.write('X-Evil: 1\r\nContent-Length: 7\r\n\r\n')
      said.push(piece as Buffer)
    }
    const text = Buffer.concat(said).toString()
    expect(findIn(text)[0]).toBe('http/1.1 401')
    expect(text).toMatch(/begun, [\s\S]*ended\r\n0\r\n\r\n$/)
  })

  test('beyond the limit ends the connection with the answer, which says so', async () => {
    const { port } = await openRoute()
    const said = await send(port, post(40_000_000, 17 * mb))
    expect(findIn(said)).toEqual(['http/1.1 413', 'connection: close'])
  })
})

describe('below /api a refusal is a problem', () => {
  const problemIn = (said: string) => JSON.parse(said.slice(said.indexOf('\r\n\r\n') + 4))

  test.each(['POST', 'DELETE', 'PATCH'])('%s for a route without it: 405, with its methods', async method => {
    const { said, handled } = await ask(`${method} /api/orders`)
    expect(handled).toEqual([])
    expect(said.toLowerCase()).toContain('allow: get, head, options\r\n')
    expect(said).toContain('application/problem+json')
    const type = `${appUrl}/docs/api/errors/method_not_allowed`
    expect(problemIn(said)).toMatchObject({ type, status: 405, code: 'method_not_allowed' })
  })

  test.each(['GET /api/orders', 'HEAD /api/orders', 'OPTIONS /api/orders'])('%s is passed on', async line => {
    expect((await ask(line)).handled).toEqual([line])
  })

  test('a change of an unknown path: 404, as a problem', async () => {
    const { said, handled } = await ask('POST /api/x', {}, tree)
    expect(handled).toEqual([])
    const { request_id: id, ...problem } = problemIn(said)
    expect(problem).toMatchObject({ status: 404, code: 'not_found' })
    expect(said).toContain(`x-request-id: ${id}\r\n`)
    const own = await ask('POST /api/x', { 'x-request-id': 'order-4711' }, tree)
    expect(problemIn(own.said)).toMatchObject({ request_id: 'order-4711' })
  })
})

describe('idle connections (C62)', () => {
  test('headers have 20 seconds, a request a minute, idle connections a quarter of one', async () => {
    const server = createHttpServer(appUrl, () => undefined)
    expect(server).toMatchObject({ headersTimeout: 20_000, requestTimeout: 60_000, keepAliveTimeout: 15_000 })
  })

  test.each([
    ['nothing at all', ''],
    ['half a line', 'GET /'],
    ['headers without an end', 'GET / HTTP/1.1\r\nHost: guichet.example\r\n'],
  ])('one that sends %s is ended', async (_, bytes) => {
    const { port, handled } = await open({
      limits: { ...httpLimits, headersTimeout: 40, connectionsCheckingInterval: 10 },
    })
    expect(await send(port, bytes)).toContain('408 Request Timeout')
    expect(handled).toEqual([])
  })

  test('so is one without its body', async () => {
    const limits = { ...httpLimits, headersTimeout: 30, requestTimeout: 60, connectionsCheckingInterval: 10 }
    const server = createHttpServer(appUrl, request => request.resume(), { limits })
    servers.push(server)
    const port = await listenHere(server)
    const bytes = 'POST / HTTP/1.1\r\nHost: guichet.example\r\nContent-Length: 5\r\n\r\nab'
    expect(await send(port, bytes)).toContain('408 Request Timeout')
  })
})

test('a client that leaves before the answer causes no uncaught exception (H39)', async () => {
  const uncaught: unknown[] = []
  const note = (error: unknown) => uncaught.push(error)
  process.on('uncaughtExceptionMonitor', note)
  const left = Promise.withResolvers<void>()
  const server = createHttpServer(appUrl, (request, response) => {
    request.resume()
    response.once('close', () => setImmediate(left.resolve))
    client.destroy()
  })
  servers.push(server)
  const client = connect(await listenHere(server), '127.0.0.1')
  client.write('POST / HTTP/1.1\r\nHost: guichet.example\r\nContent-Length: 2\r\n\r\n{}')
  await left.promise
  process.off('uncaughtExceptionMonitor', note)
  expect(uncaught).toEqual([])
})
