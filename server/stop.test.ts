import { once } from 'node:events'
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import { listenHere } from '#testing/listen-here.ts'
import { stopServer } from './stop.ts'

test('requests are taken until the notice is over, on connections that are not kept; then the running ones are answered', async () => {
  const held: ServerResponse[] = []
  const server = createServer((asked, response) => (asked.url === '/held' ? held.push(response) : response.end()))
  const port = await listenHere(server)
  const agent = new Agent({ keepAlive: true })
  const get = async (path: string) => {
    const [answer]: IncomingMessage[] = await once(request({ port, host: '127.0.0.1', path, agent }).end(), 'response')
    answer?.resume()
    return answer?.headers.connection
  }
  expect(await get('/')).toBe('keep-alive')

  const notice = Promise.withResolvers<void>()
  const stopped = stopServer(server, notice.promise)
  expect(await get('/')).toBe('close')
  const running = get('/held')
  await expect.poll(() => held.length).toBe(1)
  notice.resolve()
  await expect.poll(() => server.listening).toBe(false)
  held[0]?.end()
  expect(await running).toBe('close')
  await stopped
  await expect(get('/')).rejects.toThrow('ECONNREFUSED')
  agent.destroy()
})
