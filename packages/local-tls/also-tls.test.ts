import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, request as httpRequest, type Server } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { TLSSocket } from 'node:tls'
import { ensureLocalTls } from '@guichet/sandbox/pki/ensure.ts'
import { issueServer } from '@guichet/sandbox/pki/issue.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { alsoServeTls } from './also-tls.ts'

const folder = mkdtempSync(join(tmpdir(), 'local-tls-'))
let server: Server
let port: number

beforeAll(async () => {
  await ensureLocalTls(folder)
  const limits = { headersTimeout: 200, connectionsCheckingInterval: 50 }
  server = createServer(limits, async (request, response) => {
    const sent = (await text(request)).length
    response.end(`${request.socket instanceof TLSSocket ? 'https' : 'http'} ${sent}`)
  })
  alsoServeTls(server, folder)
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  port = portOf(server)
})
afterAll(() => {
  server.close()
  rmSync(folder, { recursive: true })
})

const portOf = (listening: Server) => (listening.address() as AddressInfo).port

const ask = (request: typeof httpsRequest | typeof httpRequest, bytes: number, servername = 'localhost', at = port) =>
  new Promise<string>((done, failed) => {
    const ca = readFileSync(join(folder, 'ca.pem'))
    const asked = request({ host: '127.0.0.1', port: at, method: 'POST', ca, servername, agent: false }, answer =>
      text(answer).then(done, failed),
    )
    asked.on('error', failed).end('x'.repeat(bytes))
  })

test.each([0, 1, 70_000, 3_000_000])('answers both protocols on one port, to %d bytes', async bytes => {
  expect(await ask(httpRequest, bytes)).toBe(`http ${bytes}`)
  expect(await ask(httpsRequest, bytes)).toBe(`https ${bytes}`)
})

test.each(['localhost', 'tour.localhost', 'sandbox.localhost', '19870.sandbox.localhost'])('is %s', async name => {
  expect(await ask(httpsRequest, 1, name)).toBe('https 1')
})

test('is nobody else', async () => {
  await expect(ask(httpsRequest, 1, 'guichet.example')).rejects.toThrow('altnames')
})

test.each([
  ['a head that never ends', 'GET / HTTP/1.1\r\nHost: a'],
  ['what is neither', '\x16 no handshake at all'],
])('closes after %s', async (_, sent) => {
  const socket = connect(port, '127.0.0.1').resume()
  socket.on('error', () => undefined).write(sent)
  await new Promise(done => socket.once('close', done))
})

test('its authority can vouch for nothing outside this machine', async () => {
  await issueServer(folder, ['guichet.example'], { folder: 'foreign' })
  const foreign = alsoServeTls(createServer(), join(folder, 'foreign'))
  await new Promise<void>(done => foreign.listen(0, '127.0.0.1', done))
  await expect(ask(httpsRequest, 1, 'guichet.example', portOf(foreign))).rejects.toThrow('permitted subtree violation')
  foreign.close()
})

test('a second start keeps everything', async () => {
  const before = readFileSync(join(folder, 'server.pem'))
  await ensureLocalTls(folder)
  expect(readFileSync(join(folder, 'server.pem'))).toEqual(before)
})
