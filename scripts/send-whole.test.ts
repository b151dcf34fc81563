import { once } from 'node:events'
import { createServer, get, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import compression from 'compression'
import { afterEach, expect, test } from 'vitest'
import { sendWhole } from './send-whole.ts'

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

/** The headers of an answer of this listener, behind the compression of our server. */
async function ask(handle: RequestListener): Promise<IncomingMessage> {
  const [compress, whole] = [compression(), sendWhole(handle)]
  const server = createServer((request, response) =>
    Reflect.apply(compress, null, [request, response, () => whole(request, response)]),
  )
  servers.push(server.listen(0, '127.0.0.1'))
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const [answer] = await once(get({ host: '127.0.0.1', port, headers: { 'accept-encoding': 'gzip' } }), 'response')
  return answer
}

/** As the framework writes: the headers first, then piece after piece. */
const writing =
  (...pieces: readonly string[]): RequestListener =>
  async (_, response) => {
    response.setHeader('content-type', 'application/json').flushHeaders()
    for (const piece of pieces) {
      response.write(Buffer.from(piece))
      await null
    }
    response.end()
  }

const read = async (answer: IncomingMessage) => Buffer.concat(await answer.toArray()).toString('latin1')

test('a short answer has its length and is not compressed', async () => {
  const answer = await ask(writing('{"alive":true}'))
  expect(answer.headers['content-length']).toBe('14')
  expect(answer.headers['content-encoding']).toBeUndefined()
  expect(answer.headers['transfer-encoding']).toBeUndefined()
  expect(await read(answer)).toBe('{"alive":true}')
})

test('a long one is compressed', async () => {
  const answer = await ask(writing(`"${'a'.repeat(2_000)}"`))
  expect(answer.headers['content-encoding']).toBe('gzip')
  expect((await read(answer)).length).toBeLessThan(100)
})

test('pieces arrive in their order', async () => {
  for (const end of [[], ['d']]) {
    const answer = await ask((_, response) => {
      response.writeHead(200, { 'content-type': 'image/png' })
      for (const piece of ['a', 'b', 'c']) response.write(piece)
      Reflect.apply(response.end, response, end)
    })
    expect(await read(answer)).toBe(['a', 'b', 'c', ...end].join(''))
  }
})

test('one piece and an end with another arrive in their order', async () => {
  const answer = await ask((_, response) => {
    response.write('a')
    response.end('b')
  })
  expect(await read(answer)).toBe('ab')
})

test('pieces that are written at once are one answer with its length', async () => {
  const answer = await ask((_, response) => {
    for (const piece of ['é', Buffer.from('b'), 'c']) response.write(piece)
    response.end()
  })
  expect(answer.headers['content-length']).toBe('4')
  expect(Buffer.concat(await answer.toArray()).toString()).toBe('ébc')
})

test('no more is held than a page has', async () => {
  const [taken, over] = [Promise.withResolvers<boolean>(), Promise.withResolvers<void>()]
  const asked = ask(async (_, response) => {
    response.setHeader('content-type', 'image/png')
    for (let piece = 0; piece < 3; piece++) response.write(Buffer.alloc(100 * 1024))
    taken.resolve(response.headersSent)
    await over.promise
    response.end('end')
  })
  expect(await taken.promise).toBe(true)
  over.resolve()
  expect((await read(await asked)).length).toBe(300 * 1024 + 3)
})

test('a first piece does not wait for a second that takes long', async () => {
  const second = Promise.withResolvers<void>()
  const answer = await ask(async (_, response) => {
    response.setHeader('content-type', 'image/png')
    response.write('first')
    await second.promise
    response.end('second')
  })
  const [piece] = await once(answer, 'data')
  expect(String(piece)).toBe('first')
  second.resolve()
  expect(await read(answer)).toBe('second')
})

test('an answer without a body is sent', async () => {
  const answer = await ask((_, response) => response.writeHead(303, { location: '/' }).end())
  expect([answer.statusCode, await read(answer)]).toEqual([303, ''])
})

test('a first piece that nobody waits for any more is dropped', async () => {
  const closed = Promise.withResolvers<readonly unknown[]>()
  const errors: unknown[] = []
  const asked = ask((_, response) => {
    response.on('error', error => errors.push(error)).on('close', () => setImmediate(closed.resolve, errors))
    response.write('a')
    response.destroy()
  })
  await expect(asked).rejects.toThrow()
  expect(await closed.promise).toEqual([])
})
