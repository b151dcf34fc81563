import { createServer, type IncomingHttpHeaders, type RequestListener, request } from 'node:http'
import { afterAll, beforeAll } from 'vitest'
import { listenHere } from './listen-here.ts'

export type LocalAnswer = {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
  readonly text: string
}
type Ask = (
  path: string,
  how?: { readonly method?: string; readonly headers?: Readonly<Record<string, string>>; readonly body?: string },
) => Promise<LocalAnswer>

/** Serves for all tests of a file, and asks for paths as they stand, which `fetch` would correct. */
export function openLocal(listener: () => RequestListener): Ask {
  let port = 0
  let server = createServer()
  beforeAll(async () => {
    server = createServer(listener())
    port = await listenHere(server)
  })
  afterAll(() => server.close())
  return (path, { method = 'GET', headers = {}, body = '' } = {}) =>
    new Promise((done, failed) => {
      const asked = request({ host: '127.0.0.1', port, path, method, headers }, async answer => {
        const said = Buffer.concat(await answer.toArray())
        done({ status: answer.statusCode ?? 0, headers: answer.headers, body: said, text: said.toString() })
      })
      asked.on('error', failed)
      asked.end(body)
    })
}
