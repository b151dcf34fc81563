import { PassThrough } from 'node:stream'
import { connect } from 'node:tls'
import { afterAll, describe, expect, test } from 'vitest'
import { createApiServer } from '#sandbox/interface/server.ts'
import { startTestBank, type TestBank } from './test-client.ts'

const resource = '/stet/psd2/v1.6.2/trusted-beneficiaries'

const bank = await startTestBank()

afterAll(() => bank.close())

/** Sends bytes on its own TLS connection and returns everything that comes back. */
function sendRaw(
  text: string,
  { at = bank, ...options }: { at?: TestBank; maxVersion?: 'TLSv1.1' } = {},
): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect({
      host: '127.0.0.1',
      port: at.sandbox.ports.api,
      servername: '19870.sandbox.localhost',
      ca: at.sandbox.pki.caPem,
      ...options,
    })
    let seen = ''
    socket.on('secureConnect', () => socket.write(text))
    socket.on('data', chunk => {
      seen += chunk.toString('utf8')
    })
    socket.on('end', () => resolve(seen))
    socket.on('error', reject)
  })
}

describe('the host name', () => {
  test.each(['12345.sandbox.localhost', 'sandbox.localhost', 'localhost', '19870.sandbox.localhost.evil.example'])(
    '%s is no bank: 404',
    async host => {
      const answer = await bank.call({ path: resource, headers: { host } })
      expect(answer).toMatchObject({ status: 404, body: { status: 404 } })
    },
  )

  test('a port in it does not matter', async () => {
    expect((await bank.call({ path: resource, headers: { host: '19874.sandbox.localhost:8443' } })).status).toBe(401)
  })
})

describe('a connection that never completes its handshake (C62)', () => {
  test('is cut off after the time limit', () => {
    const server = createApiServer(bank.sandbox)
    const idle = new PassThrough()
    server.emit('tlsClientError', Object.assign(new Error('late'), { code: 'ERR_TLS_HANDSHAKE_TIMEOUT' }), idle)
    expect(idle.destroyed).toBe(true)
  })
})

describe('paths and methods', () => {
  test('an unknown path: 404 without a code (bank:D71)', async () => {
    for (const path of ['/', '/stet/psd2/v1.6.2/nothing', '/stet/psd2/v2/accounts', `${resource}/`, '/%zz'])
      expect(await bank.call({ path })).toMatchObject({ status: 404, body: { status: 404, message: 'No such path' } })
  })

  test('a wrong method on a known path: 405 NIMP with Allow', async () => {
    const answer = await bank.call({ method: 'POST', path: resource, body: '{}' })
    expect(answer).toMatchObject({ status: 405, body: { message: 'NIMP' }, headers: { allow: 'GET' } })
  })

  test('a wrong method at OAuth and registration has their form of error', async () => {
    const oauth = await bank.call({ path: '/stet/psd2/oauth/token' })
    const registration = await bank.call({ method: 'PATCH', path: '/stet/setting/v1/register' })
    expect([oauth.status, registration.status]).toEqual([405, 405])
    expect(Object.keys(oauth.body)).toEqual(['error', 'error_description'])
    expect(Object.keys(registration.body)).toEqual(['error', 'error_description'])
  })

  test('an endpoint that this version does not have: 400 (bank:D24)', async () => {
    const answer = await bank.call({ path: '/stet/psd2/v1.4.2/trusted-beneficiaries' })
    expect(answer).toMatchObject({ status: 400, body: { message: 'FF01' } })
  })

  test('authorize redirects the browser to the screens, with the query', async () => {
    const target = '/stet/psd2/oauth/authorize?client_id=a&state=b%20c'
    const answer = await bank.call({ path: target, tpp: null, bankCode: '19873' })
    expect(answer.status).toBe(302)
    expect(answer.headers.location).toBe(`http://19873.sandbox.localhost:${bank.sandbox.ports.screens}${target}`)
  })
})

describe('media types', () => {
  test.each([
    ['application/hal+json', 401, 'application/json; charset=utf-8'],
    ['*/*', 401, 'application/json; charset=utf-8'],
    ['application/*;q=0.2, text/html', 401, 'application/json; charset=utf-8'],
    ['text/html', 406, 'application/json; charset=utf-8'],
    ['application/json;q=0, application/hal+json;q=0', 406, 'application/json; charset=utf-8'],
  ])('Accept: %s answers %i', async (accept, status, type) => {
    const answer = await bank.call({ path: resource, headers: { accept } })
    expect(answer).toMatchObject({ status, headers: { 'content-type': type } })
  })
})

describe('limits of a request', () => {
  test('a body over 256 kB: 400 FF01', async () => {
    const answer = await bank.call({ method: 'GET', path: resource, body: 'x'.repeat(262_145) })
    expect(answer).toMatchObject({ status: 400, body: { message: 'FF01' } })
  })

  test('a body over 256 kB without a length: 400 FF01', async () => {
    const chunk = `${(65_536).toString(16)}\r\n${'x'.repeat(65_536)}\r\n`
    const head = `POST /stet/setting/v1/register HTTP/1.1\r\nHost: 19870.sandbox.localhost\r\nTransfer-Encoding: chunked\r\n\r\n`
    expect(await sendRaw(head + chunk.repeat(5))).toMatch(/^HTTP\/1.1 400 /)
  })

  test('headers over 16 kB and anything but HTTP: 400', async () => {
    const long = `GET ${resource} HTTP/1.1\r\nHost: 19870.sandbox.localhost\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`
    expect(await sendRaw(long)).toMatch(/^HTTP\/1.1 400 /)
    expect(await sendRaw('hello\r\n\r\n')).toMatch(/^HTTP\/1.1 400 /)
  })

  test('a request that is too slow: 408', async () => {
    const slow = await startTestBank()
    slow.api.headersTimeout = 100
    slow.api.requestTimeout = 200
    try {
      const headers = 'GET / HTTP/1.1\r\nHost: 19870.sandbox.localhost\r\n'
      const body = `POST /stet/psd2/oauth/token HTTP/1.1\r\nHost: 19870.sandbox.localhost\r\nContent-Length: 9\r\n\r\nabc`
      for (const text of [headers, body]) expect(await sendRaw(text, { at: slow })).toMatch(/^HTTP\/1.1 408 /)
    } finally {
      await slow.close()
    }
  })

  test('TLS 1.1 is refused', async () => {
    await expect(sendRaw('', { maxVersion: 'TLSv1.1' })).rejects.toThrow()
  })
})
