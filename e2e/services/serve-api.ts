import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { startPublicAttempt } from '#lib/services/payments/public-order.ts'
import { receiveReport } from '#lib/services/payments/report.ts'
import { apiRoutes } from './api.ts'
import { presence } from './stack.ts'

/** The API v1 over HTTP by its route handlers, with what a payer's browser asks for on the way to the bank and back. */
export type ServedApi = { readonly origin: string; readonly close: () => Promise<void> }

/** Serves it on a port of this machine: that port, or a free one. */
export async function serveApi(port = 0): Promise<ServedApi> {
  const server = createServer(async (incoming, outgoing) => {
    const headers = new Headers(Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]))
    const body = await text(incoming)
    const method = incoming.method ?? 'GET'
    const url = new URL(`http://localhost${incoming.url}`)
    const answer = await respond(new Request(url, { method, headers, ...(body === '' ? {} : { body }) }), body)
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

async function respond(request: Request, body: string): Promise<Response> {
  const { pathname, searchParams } = new URL(request.url)
  const parts = pathname.split('/').map(decodeURIComponent)
  const [, area, name = '', , reportId = ''] = parts
  if (area === 'pay') {
    const bankCode = new URLSearchParams(body).get('bank') ?? ''
    const start = { bankCode, debtorIban: '', identifier: '', showsIban: false, presence, payerUserId: null }
    const { redirectTo } = await startPublicAttempt(name, start)
    return new Response(null, { status: 303, headers: { location: redirectTo } })
  }
  if (area === 'callback') {
    await receiveReport({ bankCode: name, reportId, query: searchParams, presence })
    return new Response(null, { status: 303, headers: { location: '/' } })
  }
  const [kind = '', id = '', ...rest] = parts.slice(3)
  const path = [kind, ...(id === '' ? [] : ['{id}']), ...rest].map(part => `/${part}`).join('')
  const handler = apiRoutes.get(`${request.method.toLowerCase()} ${path}`)
  return handler ? handler(request, { params: Promise.resolve({ id }) }) : new Response(null, { status: 404 })
}
