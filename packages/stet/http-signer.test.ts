import { generateKeyPairSync, sign } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { createHttpSigners } from './http-signer.ts'
import { keySigner, SignerError } from './signer.ts'

const { privateKey: key, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const bytes = Buffer.from('(request-target): get /accounts')
const good = { signature: sign('RSA-SHA256', bytes, key).toString('base64') }

let server: Server | null = null
afterEach(async () => {
  server?.closeAllConnections()
  server?.close()
  server = null
})

type Answer = { status: number; body?: unknown } | 'silence'

/** A signer that gives these answers, one after the other, and the requests it saw. */
async function scriptSigner(answers: readonly Answer[]) {
  const seen: { headers: IncomingMessage['headers']; body: unknown }[] = []
  server = createServer(async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    seen.push({ headers: request.headers, body: JSON.parse(Buffer.concat(chunks).toString()) })
    const answer = answers[seen.length - 1] ?? 'silence'
    if (answer === 'silence') return response.destroy()
    response.writeHead(answer.status).end(typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body))
  })
  await new Promise<void>(done => server?.listen(0, '127.0.0.1', done))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/sign`
  const signers = createHttpSigners({ url, token: 'secret-canary' })
  const run = () => signers.keyNamed('qseal-2026', publicKey).sign(bytes, true)
  return { seen, run }
}

async function failureOf(run: () => Promise<unknown>): Promise<SignerError> {
  const error = await run().then(
    () => null,
    (caught: unknown) => caught,
  )
  if (!(error instanceof SignerError)) throw new Error(`no SignerError: ${error}`)
  expect(`${error} ${error.stack}`).not.toContain('canary')
  return error
}

describe('what is asked', () => {
  test('key, algorithm and bytes, with the bearer token', async () => {
    const { seen, run } = await scriptSigner([{ status: 200, body: good }])
    expect((await run()).toString('base64')).toBe(good.signature)
    expect(seen).toHaveLength(1)
    expect(seen[0]?.body).toEqual({ key: 'qseal-2026', algorithm: 'rsa-sha256', data: bytes.toString('base64') })
    expect(seen[0]?.headers).toMatchObject({
      authorization: 'Bearer secret-canary',
      'content-type': 'application/json',
    })
  })

  test.each([
    'http://signer.example/',
    'ftp://127.0.0.1/',
    'signer',
    'https://me@signer.example/',
    'http://127.0.0.1.example/',
  ])('the address %s is refused', url => expect(() => createHttpSigners({ url })).toThrow(SignerError))
})

describe('a signer that fails', () => {
  test.each([
    ['a broken connection', 'silence'],
    ['503', { status: 503 }],
    ['429', { status: 429 }],
  ] as const)('%s: asked once more, since a signature has no effect', async (_, first) => {
    const { seen, run } = await scriptSigner([first, { status: 200, body: good }])
    expect((await run()).toString('base64')).toBe(good.signature)
    expect(seen).toHaveLength(2)
  })

  test('not a third time', async () => {
    const { seen, run } = await scriptSigner(['silence', 'silence', { status: 200, body: good }])
    expect(await failureOf(run)).toMatchObject({ fault: 'no_answer' })
    expect(seen).toHaveLength(2)
  })

  const other = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
  test.each([
    [{ status: 401 }, 'refused', 'the signer does not accept us (401)'],
    [{ status: 403 }, 'refused', 'the signer does not accept us (403)'],
    [{ status: 404 }, 'refused', 'the signer has no key qseal-2026'],
    [{ status: 400, body: 'canary' }, 'refused', 'the signer refused (400)'],
    [{ status: 302 }, 'refused', 'the signer refused (302)'],
    [{ status: 200, body: 'no JSON' }, 'refused', 'no signature in base64'],
    [{ status: 200, body: { signature: '§' } }, 'refused', 'no signature in base64'],
    [{ status: 200, body: { signature: 'AAAA'.repeat(600) } }, 'refused', 'no signature in base64'],
    [
      { status: 200, body: { signature: sign('RSA-SHA256', bytes, other).toString('base64') } },
      'wrong_key',
      'another key',
    ],
    [
      { status: 200, body: { signature: sign('RSA-SHA512', bytes, key).toString('base64') } },
      'wrong_key',
      'another key',
    ],
  ] as const)('%j is not asked again', async (answer, fault, message) => {
    const { seen, run } = await scriptSigner([answer])
    const error = await failureOf(run)
    expect(error.fault).toBe(fault)
    expect(error.message).toContain(message)
    expect(seen).toHaveLength(1)
  })

  test('an answer of any length is not read to its end', async () => {
    const long = { status: 200, body: 'x'.repeat(1_000_000) }
    const { run } = await scriptSigner([long, long])
    expect(await failureOf(run)).toMatchObject({ fault: 'no_answer' })
  })

  test('nobody listens', async () => {
    const run = () => createHttpSigners({ url: 'http://127.0.0.1:9/' }).keyNamed('k', publicKey).sign(bytes, false)
    expect((await failureOf(run)).message).toBe('the signer did not answer (ECONNREFUSED)')
  })
})

describe('a key in memory', () => {
  test('signs the same for a waiting person and for a batch', async () => {
    const signer = keySigner(key)
    const [attended, batch] = await Promise.all([signer.sign(bytes, true), signer.sign(bytes, false)])
    expect([attended, batch].map(one => one.toString('base64'))).toEqual([good.signature, good.signature])
  })

  test.each([
    ['a public key', publicKey],
    ['an EC key', generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey],
  ])('%s is refused', (_, unfit) => expect(() => keySigner(unfit)).toThrow(TypeError))
})
