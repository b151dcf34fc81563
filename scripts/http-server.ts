import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { parseAndValidateFlightRouterState } from 'next/dist/server/app-render/parse-and-validate-flight-router-state.js'
import { hostName, isAddressName, isOwnHost } from '#lib/domain/own-host.ts'
import { httpLimits } from './http-limits.ts'

/** A request that is not handed on: the status and one plain sentence. */
type Refusal = { readonly status: 400 | 404 | 405 | 421; readonly sentence: string }

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
/** What asks how this process is does so by its address, whatever name others know it by. */
const probes = new Set(['/api/health', '/api/ready', '/metrics'])

/**
 * Why the application is not asked at all: a name that is not ours, a method nobody serves, and what makes the framework
 * fail (500) where the client is to blame. Null: hand it on. `appUrl` is the address people see.
 */
export function refusalOf(
  request: Pick<IncomingMessage, 'method' | 'url' | 'headers'>,
  appUrl: string,
): Refusal | null {
  const { method = '', url = '', headers } = request
  const [path = ''] = url.split('?', 1)
  if (!isMeantForUs(headers.host, path, appUrl)) {
    return { status: 421, sentence: `This is Guichet, and it answers to ${new URL(appUrl).host} only (APP_URL).` }
  }
  if (!methods.has(method)) return { status: 405, sentence: 'Guichet knows no such method.' }
  if (!path.startsWith('/')) return { status: 400, sentence: 'Ask for a path that begins with a slash.' }
  if (!isDecodable(path))
    return { status: 400, sentence: 'A percent sign in the path is not followed by a character’s code.' }
  // The page that the framework shows when all else fails: nobody asks for it by name.
  if (/^\/_global-error(?:[./]|$)/.test(path)) return { status: 404, sentence: 'There is no such page.' }
  if (!isRouterState(headers['next-router-state-tree'])) {
    return { status: 400, sentence: 'The header Next-Router-State-Tree is not what a page of ours sends.' }
  }
  return null
}

function isMeantForUs(host: string | undefined, path: string, appUrl: string): boolean {
  if (isOwnHost(host, appUrl)) return true
  const name = hostName(host)
  return probes.has(path) && name !== null && isAddressName(name)
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}

/** By the framework's own reader, which throws for what it can't use. */
function isRouterState(header: string | readonly string[] | undefined): boolean {
  try {
    parseAndValidateFlightRouterState(typeof header === 'object' ? [...header] : header)
    return true
  } catch {
    return false
  }
}

const allow = [...methods].join(', ')

/** A server that hands on what `refusalOf` lets through, within `httpLimits`. Listening is the caller's business. */
export function createHttpServer(appUrl: string, handle: RequestListener, limits = httpLimits): Server {
  const server = createServer(limits, (request, response) => {
    const refusal = refusalOf(request, appUrl)
    if (refusal) refuse(response, refusal)
    else handle(request, response)
  })
  // CONNECT, which has no answer of its own in Node: without this the connection is cut without a word.
  server.on('connect', (_request: IncomingMessage, socket: Duplex) => {
    socket.on('error', () => socket.destroy())
    socket.end(`HTTP/1.1 405 Method Not Allowed\r\nAllow: ${allow}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
  })
  return server
}

function refuse(response: ServerResponse, { status, sentence }: Refusal): void {
  response.writeHead(status, {
    'content-type': 'text/plain; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    // What is left of a body is not read.
    connection: 'close',
    ...(status === 405 ? { allow } : {}),
  })
  response.end(`${status} ${sentence}\n`)
}
