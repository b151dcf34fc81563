import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { finished } from 'node:stream/promises'
import { readRequestId } from '#lib/domain/requests/given-id.ts'
import { hostName, isAddressName, isOwnHost } from '#lib/domain/requests/own-host.ts'
import { type ApiErrorCode, apiErrors, errorPage } from '#lib/views/v1/errors.ts'
import { httpLimits } from './limits.ts'
import type { MethodsOf, PathKindOf } from './routes.ts'

/** A request that is not passed on: the status and one plain sentence. */
type Refusal = { readonly status: 400 | 404 | 405 | 421; readonly sentence: string; readonly allow?: string }

/** What nobody reads of a body is read away up to this much. */
const drainLimit = 16 * 1024 * 1024
const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
const allow = [...methods].join(', ')
/** The methods of pages. The framework would take any other for a server action, which we do not have. */
const methodsOfPages = new Set(['GET', 'HEAD', 'OPTIONS'])
/** While the route tree is unknown. */
const anyRoute: PathKindOf = () => 'route'
const anyMethod: MethodsOf = () => null
/** Health and metrics are requested by IP address, whatever the host name is. */
const probes = new Set(['/api/health', '/api/ready', '/metrics'])

/**
 * Why a request is not passed to the application: an unknown host, an unsupported method, and requests for which the framework
 * would fail (500) or log errors although the client is at fault. Null to pass it on. `appUrl` is the public address, `kindOf`
 * says whether a path is a page, a route or unknown, `methodsOf` returns a route's methods.
 */
export function refusalOf(
  request: Pick<IncomingMessage, 'method' | 'url' | 'headers' | 'rawHeaders'>,
  appUrl: string,
  kindOf: PathKindOf = anyRoute,
  methodsOf: MethodsOf = anyMethod,
): Refusal | null {
  const { method = '', url = '', headers, rawHeaders } = request
  const [path = ''] = url.split('?', 1)
  // RFC 9112 § 3.2: whoever is in front of us may have read the other one.
  if (rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host').length > 1) {
    return { status: 400, sentence: 'A request has one Host header.' }
  }
  if (!isMeantForUs(headers.host, path, appUrl)) {
    return { status: 421, sentence: `This is Guichet, and it answers to ${new URL(appUrl).host} only (APP_URL).` }
  }
  if (!methods.has(method)) return { status: 405, sentence: 'Guichet knows no such method.', allow }
  if (!path.startsWith('/')) return { status: 400, sentence: 'Ask for a path that begins with a slash.' }
  if (!isDecodable(path))
    return { status: 400, sentence: 'A percent sign in the path is not followed by a character’s code.' }
  // The framework's last-resort page, which nobody requests by name.
  if (/^\/_global-error(?:[./]|$)/.test(path)) return { status: 404, sentence: 'There is no such page.' }
  if (headers['next-action'] !== undefined) return { status: 400, sentence: 'Guichet has no server actions.' }
  const known = methodsOf(withoutDots(path))
  if (known !== null && !known.includes(method)) {
    return { status: 405, sentence: `This address answers ${known.join(', ')}.`, allow: known.join(', ') }
  }
  const kind = methodsOfPages.has(method) ? 'route' : kindOf(withoutDots(path))
  if (kind === 'nothing') return { status: 404, sentence: 'There is nothing at this address.' }
  if (kind === 'page') return { status: 405, sentence: 'A page is only read.', allow: [...methodsOfPages].join(', ') }
  // Other values request kinds of prerendering that we don't use, which fail for unknown pages.
  if ((headers['next-router-prefetch'] ?? '1') !== '1') {
    return { status: 400, sentence: 'The header Next-Router-Prefetch is not what a page of ours sends.' }
  }
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

/** As the framework reads it: `/a/../b` is `/b`. */
function withoutDots(path: string): string {
  const url = `http://ours.invalid${path}`
  return URL.canParse(url) ? new URL(url).pathname : path
}

/** A list as JSON. What is in it is the framework's matter; instrumentation-node.ts answers for one that it fails for. */
function isRouterState(header: string | readonly string[] | undefined): boolean {
  if (header === undefined) return true
  try {
    return Array.isArray(JSON.parse(decodeURIComponent(String(header))))
  } catch {
    return false
  }
}

export type HttpServerOptions = {
  readonly limits?: typeof httpLimits
  readonly kindOf?: PathKindOf
  readonly methodsOf?: MethodsOf
}

/** A server that passes on what `refusalOf` allows, within `httpLimits`. The caller listens. */
export function createHttpServer(appUrl: string, handle: RequestListener, options: HttpServerOptions = {}): Server {
  const { limits = httpLimits, kindOf, methodsOf } = options
  const answers = new WeakMap<Duplex, { readonly response: ServerResponse; readonly stopReading: () => void }>()
  const server = createServer(limits, (request, response) => {
    const stopReading = hasBody(request) ? answerAfterBody(request, response) : () => undefined
    answers.set(request.socket, { response, stopReading })
    const refusal = refusalOf(request, appUrl, kindOf, methodsOf)
    if (refusal) {
      const id = readRequestId(request.headers['x-request-id']?.toString()) ?? randomUUID()
      return refuse(response, refusal, { id, apiUrl: request.url?.startsWith('/api/') ? appUrl : null })
    }
    handle(request, response)
  })
  // A request may turn out malformed after its body, when the head of its answer has gone out: by default Node would cut that answer.
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    const { response, stopReading } = answers.get(socket) ?? {}
    if (!response?.headersSent || response.writableFinished)
      return socket.end(`HTTP/1.1 ${statusLines[error.code ?? ''] ?? '400 Bad Request'}\r\nConnection: close\r\n\r\n`)
    response.once('finish', () => socket.end())
    stopReading?.()
  })
  // Node has no default answer to CONNECT and would close the connection.
  server.on('connect', (_request: IncomingMessage, socket: Duplex) => {
    socket.on('error', () => socket.destroy())
    socket.end(`HTTP/1.1 405 Method Not Allowed\r\nAllow: ${allow}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
  })
  return server
}

/** As Node answers by default. */
const statusLines: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: '413 Payload Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
}

const hasBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0'

/**
 * An answer waits until the rest of its request's body has been read away: a connection that is closed over unread bytes is reset, and a
 * client that reads only when it has written everything loses the answer (RFC 9112 § 9.6). Beyond the limit the connection ends with
 * the answer, and says so; `requestTimeout` ends a body that doesn't come. Returns what ends the wait.
 */
function answerAfterBody(request: IncomingMessage, response: ServerResponse): () => void {
  const { end } = response
  const { promise: isStopped, resolve: stop } = Promise.withResolvers<void>()
  response.end = ((...last: unknown[]) => {
    if (request.complete) return Reflect.apply(end, response, last)
    Promise.race([readAway(request), isStopped]).then(() => {
      if (!(request.complete || response.headersSent)) response.setHeader('connection', 'close')
      Reflect.apply(end, response, last)
    })
    return response
  }) as typeof end
  return stop
}

async function readAway(request: IncomingMessage): Promise<void> {
  // Whoever has read a part of it holds back the rest.
  for (const event of ['readable', 'data']) request.removeAllListeners(event)
  let length = 0
  const isOver = new Promise<void>(done => {
    request.on('data', (piece: Buffer) => {
      length += piece.length
      if (length > drainLimit) done()
    })
  })
  const isOut = finished(request).catch(() => undefined)
  request.resume()
  await Promise.race([isOut, isOver])
}

/** As a problem for programs (`apiUrl` is the address of its catalogue), otherwise as a sentence. */
function refuse(
  response: ServerResponse,
  { status, sentence, allow: allowed }: Refusal,
  { id, apiUrl }: { readonly id: string; readonly apiUrl: string | null },
): void {
  const body =
    apiUrl === null
      ? `${status} ${sentence}\n`
      : JSON.stringify({ ...problemOf(status, sentence, apiUrl), request_id: id })
  response.writeHead(status, {
    'content-length': Buffer.byteLength(body),
    'content-type': apiUrl === null ? 'text/plain; charset=utf-8' : 'application/problem+json',
    'cache-control': 'no-store',
    'x-request-id': id,
    'x-content-type-options': 'nosniff',
    ...(allowed === undefined ? {} : { allow: allowed }),
  })
  response.end(body)
}

const codesOfStatuses = {
  400: 'request_malformed',
  404: 'not_found',
  405: 'method_not_allowed',
  421: 'host_unknown',
} as const satisfies Record<Refusal['status'], ApiErrorCode>

function problemOf(status: Refusal['status'], detail: string, apiUrl: string) {
  const code = codesOfStatuses[status]
  const { origin } = new URL(apiUrl)
  return {
    type: `${origin}${errorPage(code)}`,
    title: apiErrors[code].en.title,
    status,
    code,
    detail,
  }
}

/** A line of the log, whatever its level is: the server answers now. */
export function sayListening(listen: string, port: number): void {
  const line = {
    level: 'info',
    time: new Date().toISOString(),
    service: 'guichet',
    event: 'listening',
    listen,
    port,
    msg: 'listening',
  }
  process.stdout.write(`${JSON.stringify(line)}\n`)
}
