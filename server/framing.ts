import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'

/**
 * Lets the guided tour show the application in a frame. Only requests from inside such a frame get other headers than usual:
 * the tour as the one allowed ancestor, its script that follows the journey, and cookies that belong to the tour's page alone
 * (`Partitioned`), because a frame on another site gets no `Lax` cookies.
 */
export function allowFraming(handle: RequestListener, tourOrigin: string): RequestListener {
  return (request, response) => {
    if (isFramed(request)) adapt(request, response, tourOrigin)
    handle(request, response)
  }
}

/** The address of the tour that may frame us; null without one. Throws where the application is not a demonstration on this machine. */
export function readTourOrigin(given: string | undefined, appUrl: string): string | null {
  if (!given) return null
  const { hostname } = new URL(appUrl)
  if (hostname === 'localhost' && /^https?:\/\/tour\.localhost:\d+$/.test(given)) return given
  throw new Error('TOUR_ORIGIN is only for the demonstration on this machine. Remove it.')
}

const marker = '__Host-tour=1'
const markerCookie = `${marker}; Path=/; HttpOnly; Secure; SameSite=None; Partitioned`

/** A page of the frame, or what such a page requests: only there is the marker sent. */
function isFramed(request: IncomingMessage): boolean {
  return request.headers['sec-fetch-dest'] === 'iframe' || isMarked(request)
}

/** Whether the browser has kept the marker: one that refuses it refuses the session as well, which has the same attributes there. */
function isMarked({ headers }: IncomingMessage): boolean {
  return (headers.cookie ?? '').split('; ').includes(marker)
}

function adapt(request: IncomingMessage, response: ServerResponse, tourOrigin: string): void {
  // The page is changed on its way, so it must not be compressed.
  delete request.headers['accept-encoding']
  const { writeHead, write, end } = response
  let script: string | null = null
  response.writeHead = (status: number, ...rest: unknown[]) => {
    for (const [name, value] of Object.entries(rest.findLast(isHeaders) ?? {})) response.setHeader(name, value)
    script = adaptHeaders(request, response, tourOrigin)
    return writeHead.call(response, status)
  }
  const adaptChunk = (chunk: unknown): unknown => {
    if (!response.headersSent) response.writeHead(response.statusCode)
    if (script === null || !(typeof chunk === 'string' || chunk instanceof Uint8Array)) return chunk
    const text = typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString('latin1')
    const changed = text.replace(/<head[^<>]*>/, found => found + script)
    if (changed !== text) script = null
    return typeof chunk === 'string' ? changed : Buffer.from(changed, 'latin1')
  }
  response.write = ((chunk: unknown, ...rest: never[]) =>
    Reflect.apply(write, response, [adaptChunk(chunk), ...rest])) as ServerResponse['write']
  response.end = ((chunk: unknown, ...rest: never[]) =>
    Reflect.apply(end, response, [adaptChunk(chunk), ...rest])) as ServerResponse['end']
}

const isHeaders = (value: unknown): value is Record<string, string> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Changes the headers; returns the element that loads the tour's script, null where the answer is no page. */
function adaptHeaders(request: IncomingMessage, response: ServerResponse, tourOrigin: string): string | null {
  const policy = String(response.getHeader('content-security-policy') ?? '')
  response.setHeader(
    'content-security-policy',
    policy.replace("frame-ancestors 'none'", `frame-ancestors ${tourOrigin}`),
  )
  response.removeHeader('x-frame-options')
  const cookies = [response.getHeader('set-cookie') ?? []].flat().map(String)
  response.setHeader('set-cookie', [...cookies.map(partitioned), markerCookie])
  const [, nonce] = /'nonce-([^']+)'/.exec(policy) ?? []
  if (nonce === undefined || !String(response.getHeader('content-type')).startsWith('text/html')) return null
  response.removeHeader('content-length')
  return `<script nonce="${nonce}" src="${tourOrigin}/hand.js"${isMarked(request) ? ' data-cookies' : ''}></script>`
}

/** A cookie as before, but for this frame of the tour's page only. */
export function partitioned(cookie: string): string {
  return `${cookie.replace(/;\s*(SameSite=\w+|Secure|Partitioned)/gi, '')}; Secure; SameSite=None; Partitioned`
}
