import { X509Certificate } from 'node:crypto'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { readdirSync, readFileSync } from 'node:fs'
import type { AddressInfo, Socket } from 'node:net'
import { createServer as createTcpServer } from 'node:net'
import { brotliCompressSync, deflateRawSync, gzipSync } from 'node:zlib'
import { afterEach, describe, expect, test } from 'vitest'
import { listAccounts } from './accounts.ts'
import { type Bank, type BankOptions, closeBank, createBank, swapCredentials } from './bank.ts'
import { openByteBudget } from './byte-budget.ts'
import { type CertificateCheck, stapleOnly } from './certificate-check.ts'
import { answerBytes } from './limits.ts'
import { exchangeCode } from './oauth.ts'
import { createRevocationLists } from './revocation-lists.ts'
import { send } from './send.ts'
import { type Issued, issue, makeAuthority } from './testing/certificates.ts'
import { type Handler, type LocalServer, startServer } from './testing/local-server.ts'
import { makeRevocationList } from './testing/revocation-list.ts'
import { presence, testSigner } from './testing/scripted-bank.ts'
import { makeStaple } from './testing/staple.ts'
import { aispToken } from './token.ts'

const host = '19870.sandbox.localhost'
const token = aispToken('19870', 'a')
const open: (() => Promise<void>)[] = []

const authority = await makeAuthority('Test authority')
const stranger = await makeAuthority('Another authority')
const server = await issue(authority, { name: host, hosts: [host] })
const qwac = await issue(authority, { name: 'Guichet' })

const pointing = await issue(authority, { name: host, hosts: [host], points: ['http://ca.example/list.crl'] })

afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close()
})

async function start(handler: Handler, identity: Issued = server, more: object = {}): Promise<LocalServer> {
  const started = await startServer({ ...identity, ca: authority.cert, ...more }, handler)
  open.push(started.stop)
  return started
}

function bankAt(port: number, more: Partial<BankOptions> = {}, name: string = host): Bank {
  const bank = createBank({
    code: '19870',
    baseUrl: `https://${name}:${port}`,
    screensUrl: `http://${name}:8080`,
    version: '1.6.2',
    clientId: 'c',
    pkce: true,
    seal: { signer: testSigner, keyId: 'https://tpp.test/x_00' },
    tls: { ...qwac, ca: authority.cert },
    ...more,
    limits: { connectMs: 60_000, attendedHeadersMs: 60_000, bodyMs: 60_000, ...more.limits },
  })
  open.push(() => bank.credentials.transport.close())
  return bank
}

const answerEmpty: Handler = (_, response) => {
  response.setHeader('content-type', 'application/json')
  response.end('{"accounts":[]}')
}
const list = (bank: Bank, signal?: AbortSignal) =>
  listAccounts(bank, token, signal ? { presence, signal } : { presence })

const refused = { kind: 'certificate_revoked', sent: 'no', detail: 'CERTIFICATE_REVOKED' }
const serialOf = (pem: string) => new X509Certificate(pem).serialNumber.replace(/^0+/, '')

describe('TLS (C14)', () => {
  test('our certificate is presented, and a bank of our authority is accepted, at *.localhost', async () => {
    const { port, seen } = await start(answerEmpty)
    await expect(list(bankAt(port))).resolves.toMatchObject({ accounts: [] })
    expect(seen).toMatchObject([{ method: 'GET', url: '/stet/psd2/v1.6.2/accounts', subject: 'Guichet' }])
  })

  test.each<[string, () => Promise<Issued>, string | undefined, object?]>([
    ['a bank of another authority', () => issue(stranger, { name: host, hosts: [host] }), undefined],
    [
      'a certificate for another host',
      () => issue(authority, { name: host, hosts: ['19871.sandbox.localhost'] }),
      'ERR_TLS_CERT_ALTNAME_INVALID',
    ],
    [
      'an expired certificate',
      () => issue(authority, { name: host, hosts: [host], endsAt: new Date(Date.now() - 60_000) }),
      'CERT_HAS_EXPIRED',
    ],
    [
      'a version below TLS 1.2',
      async () => server,
      undefined,
      { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT:@SECLEVEL=0' },
    ],
  ])('%s is refused, without a request', async (_, identity, detail, more) => {
    const { port, seen } = await start(answerEmpty, await identity(), more)
    const refused = { kind: 'transport', sent: 'no', ...(detail && { detail }) }
    await expect(list(bankAt(port))).rejects.toMatchObject(refused)
    expect(seen).toEqual([])
  })

  test('a bank whose stapled OCSP answer says revoked is refused, without a request', async () => {
    let status: 'good' | 'revoked' = 'good'
    const staple = () => makeStaple(server.cert, authority, { status })
    const { port, seen } = await start(answerEmpty, server, { staple })
    await expect(list(bankAt(port))).resolves.toMatchObject({ accounts: [] })
    status = 'revoked'
    const bank = bankAt(port)
    for (let time = 0; time < 2; time += 1) await expect(list(bank)).rejects.toMatchObject(refused)
    expect(seen).toHaveLength(1)
  })

  test.each<[string, () => Buffer | null]>([
    ['nothing', () => null],
    ['what can not be read', () => Buffer.from('no answer')],
    ['an answer out of date', () => makeStaple(server.cert, authority, { from: new Date(0), until: new Date(1_000) })],
    ['a revocation by a stranger', () => makeStaple(server.cert, authority, { status: 'revoked', signer: stranger })],
  ])('a bank that staples %s is taken', async (_, staple) => {
    const { port } = await start(answerEmpty, server, { staple })
    await expect(list(bankAt(port))).resolves.toMatchObject({ accounts: [] })
  })

  describe('the list of revoked certificates', () => {
    test.each<[string, () => string]>([
      ['a certificate', () => serialOf(server.cert)],
      ['the authority that issued it', () => serialOf(authority.cert)],
    ])('names %s: refused each time, with nothing sent', async (_, serial) => {
      const { port, seen } = await start(answerEmpty)
      const listed = new Set([serial()])
      const bank = bankAt(port, { certificates: { ...stapleOnly, listed: () => listed } })
      for (let time = 0; time < 2; time += 1) await expect(list(bank)).rejects.toMatchObject(refused)
      expect(seen).toEqual([])
    })

    test('lists others: accepted, on one connection', async () => {
      const { port, seen, connections } = await start(answerEmpty)
      const listed = new Set([serialOf(qwac.cert), 'A1B2'])
      const bank = bankAt(port, { certificates: { ...stapleOnly, listed: () => listed } })
      for (let time = 0; time < 2; time += 1) await expect(list(bank)).resolves.toMatchObject({ accounts: [] })
      expect([seen.length, connections()]).toEqual([2, 1])
    })

    test.each<[string, () => string]>([
      ['a certificate', () => serialOf(server.cert)],
      ['the authority that issued it', () => serialOf(authority.cert)],
    ])('comes to name %s while connected: the next call is refused, until it is taken out again', async (_, serial) => {
      const { port, seen } = await start(answerEmpty)
      let listed: ReadonlySet<string> = new Set()
      const bank = bankAt(port, { certificates: { ...stapleOnly, listed: () => listed } })
      await expect(list(bank)).resolves.toMatchObject({ accounts: [] })
      listed = new Set([serial()])
      await expect(list(bank)).rejects.toMatchObject(refused)
      await swapCredentials(bank, { tls: { ...qwac, ca: authority.cert }, seal: bank.credentials.seal })
      await expect(list(bank)).rejects.toMatchObject(refused)
      expect(seen).toHaveLength(1)
      listed = new Set()
      await expect(list(bank)).resolves.toMatchObject({ accounts: [] })
    })

    test('changes during a call, which ends', async () => {
      const { promise: asked, resolve: tellAsked } = Promise.withResolvers<() => void>()
      const { port } = await start((request, response) => tellAsked(() => answerEmpty(request, response)))
      let listed: ReadonlySet<string> = new Set()
      const bank = bankAt(port, { certificates: { ...stapleOnly, listed: () => listed } })
      const first = list(bank)
      const answerNow = await asked
      listed = new Set([serialOf(server.cert)])
      await expect(list(bank)).rejects.toMatchObject(refused)
      answerNow()
      await expect(first).resolves.toMatchObject({ accounts: [] })
    })
  })

  describe('the authority of a certificate, which the bank does not send', () => {
    /** A server that trusts only its clients' authority. */
    const startBare = async (more: object = {}) => {
      const client = await issue(stranger, { name: 'Guichet' })
      const started = await start(answerEmpty, server, { ...more, ca: stranger.cert })
      const tls = { ...client, ca: authority.cert }
      return { ...started, bankOf: (given: Partial<BankOptions>) => bankAt(started.port, { tls, ...given }) }
    }

    test('its signature on the staple is verified all the same', async () => {
      const staple = () => makeStaple(server.cert, authority, { status: 'revoked' })
      const { seen, bankOf } = await startBare({ staple })
      await expect(list(bankOf({}))).rejects.toMatchObject(refused)
      expect(seen).toEqual([])
    })

    test('it is found in the list of revoked certificates', async () => {
      const { seen, bankOf } = await startBare()
      const listed = new Set([serialOf(authority.cert)])
      const bank = bankOf({ certificates: { ...stapleOnly, listed: () => listed } })
      await expect(list(bank)).rejects.toMatchObject(refused)
      expect(seen).toEqual([])
    })
  })

  describe('the revocation list of the authority', () => {
    let revoked: readonly string[]

    /** A bank whose CRL is fetched by `fetch`, with its own clock. */
    async function startListed(fetch: () => Promise<Buffer> = async () => makeRevocationList(authority, revoked)) {
      revoked = []
      const clock = { now: new Date() }
      const seenChecks: string[] = []
      const seen: CertificateCheck['seen'] = ({ checked }) => seenChecks.push(checked)
      const lists = createRevocationLists({ fetch, clock: () => clock.now })
      const started = await start(answerEmpty, pointing)
      const bank = bankAt(started.port, { certificates: { ...stapleOnly, lists, seen } })
      return { ...started, bank, seenChecks, clock }
    }

    test('lists the certificate: refused each time, without a request', async () => {
      const { bank, seen, seenChecks } = await startListed()
      revoked = [pointing.cert]
      for (let time = 0; time < 2; time += 1) await expect(list(bank)).rejects.toMatchObject(refused)
      expect([seen, seenChecks.at(-1)]).toEqual([[], 'revoked'])
    })

    test('lists others: accepted, on one connection', async () => {
      const { bank, connections, seenChecks } = await startListed()
      revoked = [server.cert]
      for (let time = 0; time < 2; time += 1) await expect(list(bank)).resolves.toMatchObject({ accounts: [] })
      expect([connections(), seenChecks]).toEqual([1, ['list']])
    })

    test('can’t be fetched: accepted', async () => {
      const { bank, seenChecks } = await startListed(() => Promise.reject(new Error('away')))
      await expect(list(bank)).resolves.toMatchObject({ accounts: [] })
      expect(seenChecks).toEqual(['unanswered'])
    })

    test('lists the certificate later: the open connection is not used any more', async () => {
      const coming = Promise.withResolvers<Buffer>()
      let answer = async () => makeRevocationList(authority, [])
      const { bank, seen, seenChecks, clock } = await startListed(() => answer())
      await expect(list(bank)).resolves.toMatchObject({ accounts: [] })
      answer = () => coming.promise
      clock.now = new Date(Date.now() + 3_600_000)
      // Fetched in the background: a call on an open connection does not wait.
      await expect(list(bank)).resolves.toMatchObject({ accounts: [] })
      coming.resolve(makeRevocationList(authority, [pointing.cert]))
      await expect.poll(() => list(bank).catch(error => error)).toMatchObject(refused)
      const served = seen.length
      await expect(list(bank)).rejects.toMatchObject(refused)
      expect([seen.length, seenChecks[0], seenChecks.at(-1)]).toEqual([served, 'list', 'revoked'])
    })
  })

  test('our certificate refused by the bank: a transport failure, and nothing was processed', async () => {
    const { port, seen } = await start(answerEmpty)
    const wrong = await issue(stranger, { name: 'Other TPP' })
    const bank = bankAt(port, { tls: { ...wrong, ca: authority.cert } })
    await expect(list(bank)).rejects.toMatchObject({ kind: 'transport', status: null })
    expect(seen).toEqual([])
  })

  test('an interface without https can’t be created', () => {
    expect(() => bankAt(1, { baseUrl: 'http://19870.sandbox.localhost:8443' })).toThrow(TypeError)
    expect(() => bankAt(1, { tls: { cert: 'no', key: 'no', ca: 'no' } })).toThrow()
  })

  test('nothing in this library disables verification', () => {
    const folder = new URL('.', import.meta.url)
    const sources = readdirSync(folder).filter(name => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    expect(sources.length).toBeGreaterThan(10)
    for (const name of sources) {
      const source = readFileSync(new URL(name, folder), 'utf8')
      expect(source, name).not.toMatch(/rejectUnauthorized:\s*false|NODE_TLS_REJECT_UNAUTHORIZED|checkServerIdentity/)
    }
  })
})

describe('connections', () => {
  test('consecutive calls share one; a later one resumes the session', async () => {
    const { port, seen, connections } = await start((request, response) => {
      if (request.url?.endsWith('close')) response.setHeader('connection', 'close')
      answerEmpty(request, response)
    })
    const bank = bankAt(port)
    for (let call = 0; call < 3; call++) await list(bank)
    expect(connections()).toBe(1)
    await Promise.all(Array.from({ length: 4 }, () => list(bank)))
    expect(connections()).toBeLessThanOrEqual(5)
    expect(seen.some(({ session }) => session)).toBe(true)
  })

  test('limited in number, also for a slow bank', async () => {
    const waiting: (() => void)[] = []
    const { port, connections } = await start((request, response) => {
      waiting.push(() => answerEmpty(request, response))
      if (waiting.length === 2) for (const answer of waiting.splice(0)) answer()
    })
    const bank = bankAt(port, { limits: { connections: 2 } })
    await Promise.all(Array.from({ length: 8 }, () => list(bank)))
    expect(connections()).toBe(2)
  })

  test('certificates are rolled during calls, and none is lost', async () => {
    const { port, seen } = await start(answerEmpty)
    const bank = bankAt(port)
    const before = Array.from({ length: 5 }, () => list(bank))
    const next = await issue(authority, { name: 'Guichet 2' })
    const swapped = swapCredentials(bank, {
      tls: { ...next, ca: authority.cert },
      seal: { signer: testSigner, keyId: 'https://tpp.test/x_01' },
    })
    const after = Array.from({ length: 5 }, () => list(bank))
    await Promise.all([...before, ...after, swapped])
    const subjects = seen.map(({ subject }) => subject)
    expect(subjects.filter(subject => subject === 'Guichet')).toHaveLength(5)
    expect(subjects.filter(subject => subject === 'Guichet 2')).toHaveLength(5)
  })

  test('a closed bank refuses calls, and reports that nothing was sent', async () => {
    const { port } = await start(answerEmpty)
    const bank = bankAt(port)
    await list(bank)
    await closeBank(bank)
    open.pop()
    await expect(list(bank)).rejects.toMatchObject({ kind: 'transport', sent: 'no' })
  })
})

describe('the form of an answer', () => {
  const body = Buffer.from(JSON.stringify({ accounts: [{ resourceId: 'A', name: 'Compte chèque' }] }))
  const answering =
    (headers: Readonly<Record<string, string>>, bytes: Buffer, status = 200): Handler =>
    (_, response) =>
      response.writeHead(status, { 'content-type': 'application/hal+json', ...headers }).end(bytes)

  test.each<[string, Buffer]>([
    ['gzip', gzipSync(body)],
    ['deflate', deflateRawSync(body)],
    ['br', brotliCompressSync(body)],
  ])('%s is what we ask for, and decode', async (coding, bytes) => {
    const { port, seen } = await start((request, response) => {
      expect(request.headers['accept-encoding']).toBe('gzip, deflate, br')
      answering({ 'content-encoding': coding }, bytes)(request, response)
    })
    expect((await list(bankAt(port))).accounts[0]?.name).toBe('Compte chèque')
    expect(seen).toHaveLength(1)
  })

  test('a refusal is decoded too', async () => {
    const bytes = gzipSync(JSON.stringify({ status: 404, message: 'NAAC' }))
    const { port } = await start(answering({ 'content-encoding': 'gzip' }, bytes, 404))
    await expect(list(bankAt(port))).rejects.toMatchObject({ kind: 'status', status: 404, code: 'NAAC' })
  })

  test.each([
    ['more than we read, of few bytes', 'gzip', gzipSync(Buffer.alloc(10_000_000)), 'too_large'],
    ['no such coding', 'gzip', body, 'transport'],
    ['cut off', 'br', brotliCompressSync(body).subarray(0, -9), 'transport'],
    ['a coding that nobody asked for', 'zstd', body, 'media_type'],
  ] as const)('%s is refused: the bank has answered', async (_, coding, bytes, kind) => {
    const { port } = await start(answering({ 'content-encoding': coding }, bytes))
    await expect(list(bankAt(port))).rejects.toMatchObject({ kind, sent: 'yes', status: 200 })
  })

  test('nothing has no coding', async () => {
    const { port } = await start(answering({ 'content-encoding': 'gzip' }, Buffer.alloc(0), 204))
    expect((await list(bankAt(port))).accounts).toEqual([])
  })

  test.each([
    ['application/json;charset=ISO-8859-1', Buffer.from(String(body), 'latin1')],
    ['application/json', Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), body])],
  ])('%s', async (type, bytes) => {
    const { port } = await start(answering({ 'content-type': type }, bytes))
    expect((await list(bankAt(port))).accounts[0]?.name).toBe('Compte chèque')
  })
})

describe('limits, and whether the bank may have acted', () => {
  test('no server: nothing was sent', async () => {
    const { port, stop } = await start(answerEmpty)
    await stop()
    await expect(list(bankAt(port))).rejects.toMatchObject({ kind: 'transport', sent: 'no', status: null })
  })

  test('a server that never speaks TLS: the connection times out, nothing was sent', async () => {
    const sockets: Socket[] = []
    const mute = createTcpServer(socket => sockets.push(socket))
    await new Promise<void>(resolve => mute.listen(0, '127.0.0.1', resolve))
    open.push(async () => {
      for (const socket of sockets) socket.destroy()
      mute.close()
    })
    const { port } = mute.address() as AddressInfo
    const bank = bankAt(port, { limits: { connectMs: 100 } })
    await expect(list(bank)).rejects.toMatchObject({ kind: 'timeout', sent: 'no' })
  })

  test('a process that is busy for half a second while it connects still does', async () => {
    const { port } = await start(answerEmpty)
    const work = () => {
      const end = performance.now() + 500
      while (performance.now() < end);
    }
    const beBusy = () => process.nextTick(work)
    subscribe('undici:client:beforeConnect', beBusy)
    open.push(async () => void unsubscribe('undici:client:beforeConnect', beBusy))
    await expect(list(bankAt(port))).resolves.toMatchObject({ accounts: [] })
  })

  test('no answer in time: it may have acted', async () => {
    const { port, seen } = await start(() => {})
    const bank = bankAt(port, { limits: { attendedHeadersMs: 300 } })
    await expect(list(bank)).rejects.toMatchObject({ kind: 'timeout', sent: 'unknown' })
    // Both ends run in this process, so a busy one may notice its timeout before the request.
    await expect.poll(() => seen.length).toBe(1)
  })

  test('a reset after the request arrived: it may have acted, and the code is not sent again', async () => {
    const { port, seen } = await start(request => request.socket.destroy())
    const request = { code: 'c', redirectUri: 'https://tpp.test/cb' }
    await expect(exchangeCode(bankAt(port), request, { presence })).rejects.toMatchObject({
      kind: 'transport',
      sent: 'unknown',
    })
    expect(seen).toHaveLength(1)
  })

  test('an answer that trickles forever is cut off', async () => {
    const { port } = await start((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      const drip = setInterval(() => response.write(' '), 20)
      response.on('close', () => clearInterval(drip))
    })
    const bank = bankAt(port, { limits: { bodyMs: 150 } })
    await expect(list(bank)).rejects.toMatchObject({ kind: 'timeout', sent: 'yes', status: 200 })
  })

  test('an answer that never ends is cut off at the size limit', async () => {
    const { port } = await start((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      const more = () => {
        while (!response.destroyed && response.write('x'.repeat(4_096)));
      }
      response.on('drain', more)
      more()
    })
    const bank = bankAt(port, { limits: { answerBytes: 100_000 } })
    await expect(list(bank)).rejects.toMatchObject({ kind: 'too_large', sent: 'yes', status: 200 })
  })

  test.each([
    ['that never ends', true],
    ['of exactly as much', false],
  ])('of a refusal %s 64 KB are read, and the connection is given up', async (_, endless) => {
    let left = 0
    const { port } = await start((_, response) => {
      response.writeHead(503, { 'content-type': 'text/plain', 'retry-after': '31536000000' })
      response.on('close', () => {
        left += 1
      })
      response.write(`INTS ${'x'.repeat(answerBytes.refusal - 5)}`)
      const more = () => {
        while (!response.destroyed && response.write('x'.repeat(4_096)));
      }
      response.on('drain', more)
      if (endless) more()
      else response.end()
    })
    const failed = { kind: 'status', status: 503, code: 'INTS', sent: 'yes', retryAfterSeconds: 86_400 }
    await expect(list(bankAt(port))).rejects.toMatchObject(failed)
    await expect.poll(() => left).toBe(1)
  })

  test('an answer without budget left is cut off, and its budget released', async () => {
    const { port } = await start((request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(`{"accounts":[],"padding":"${'x'.repeat(request.url?.endsWith('big') ? 50_000 : 100)}"}`)
    })
    const bank = bankAt(port)
    const budget = openByteBudget(20_000)
    const read = (path: string) => {
      const url = new URL(path, bank.baseUrl)
      const request = { operation: 'accounts.list', method: 'GET', url, token: null, body: null, signed: true } as const
      return send(bank, request, { presence, budget })
    }
    await expect(read('/big')).rejects.toMatchObject({ kind: 'too_large', sent: 'yes' })
    expect(budget.free()).toBe(20_000)
    await expect(read('/small')).resolves.toMatchObject({ status: 200 })
    expect(budget.free()).toBe(20_000)
  })

  test('aborted before and during the exchange', async () => {
    const stop = new AbortController()
    const { port, seen } = await start(() => stop.abort())
    const bank = bankAt(port)
    await expect(list(bank, stop.signal)).rejects.toMatchObject({ kind: 'aborted', sent: 'unknown' })
    await expect(list(bank, stop.signal)).rejects.toMatchObject({ kind: 'aborted', sent: 'no' })
    expect(seen).toHaveLength(1)
  })

  test('a redirect is returned, not followed', async () => {
    const { port, seen } = await start((_, response) => {
      response.writeHead(302, { location: `https://${host}/elsewhere` })
      response.end()
    })
    await expect(list(bankAt(port))).rejects.toMatchObject({ kind: 'status', status: 302 })
    expect(seen).toHaveLength(1)
  })
})
