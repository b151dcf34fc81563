import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { apiRoutes } from './api.ts'

/**
 * The API v1 over HTTP by its route handlers, with those that a payer's browser meets on the way to the bank and back. These read cookies:
 * a test that needs them mocks `next/headers`.
 */
export type ServedApi = { readonly origin: string; readonly close: () => Promise<void> }

/** Serves it on a port of this machine: that port, or a free one. */
export async function serveApi(port = 0): Promise<ServedApi> {
  const server = createServer(async (incoming, outgoing) => {
    const headers = new Headers(Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]))
    const { remoteAddress, remotePort } = incoming.socket
    headers.set('x-guichet-peer', `${remoteAddress} ${remotePort}`)
    const body = await text(incoming)
    const method = incoming.method ?? 'GET'
    const url = new URL(`http://localhost${incoming.url}`)
    const answer = await respond(new Request(url, { method, headers, ...(body === '' ? {} : { body }) }))
    outgoing.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text())
  })
  await new Promise<void>(done => server.listen(port, 'localhost', done))
  const origin = `http://localhost:${(server.address() as AddressInfo).port}`
  const close = () => {
    server.closeAllConnections()
    return new Promise<void>(done => server.close(() => done()))
  }
  return { origin, close }
}

async function respond(request: Request): Promise<Response> {
  const parts = new URL(request.url).pathname.split('/').map(decodeURIComponent)
  const [, area, name = '', , report = ''] = parts
  if (area === 'pay') {
    const { POST } = await import('#app/pay/[publicId]/start/route.ts')
    return POST(request, { params: Promise.resolve({ publicId: name }) })
  }
  if (area === 'callback') {
    // A refusal has an address of its own, `…/ko`, and the same handler.
    const { GET } = await import('#app/callback/[bank]/payment/[report]/route.ts')
    return GET(request, { params: Promise.resolve({ bank: name, report }) })
  }
  const [kind = '', id = '', ...rest] = parts.slice(3)
  const path = [kind, ...(id === '' ? [] : ['{id}']), ...rest].map(part => `/${part}`).join('')
  const handler = apiRoutes.get(`${request.method.toLowerCase()} ${path}`)
  return handler ? handler(request, { params: Promise.resolve({ id }) }) : new Response(null, { status: 404 })
}
