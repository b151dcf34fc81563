import { subscribe } from 'node:diagnostics_channel'
import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import type { Presence } from '#lib/domain/presence.ts'

/**
 * The address a request really came from (C19). Next keeps an `x-forwarded-for` that a client wrote itself, and a route
 * handler can't see the socket. So the server's requests are met before Next sees them: what the client claims is taken
 * off, and the address of the socket, or the one that the trusted proxies in front wrote down, is put in its place.
 */

const peerHeader = 'x-guichet-peer'

/** What only a proxy in front of us, or Next itself, may say. */
function isClaim(name: string): boolean {
  return name.startsWith('x-forwarded-') || name === 'forwarded' || name === 'x-real-ip' || name === peerHeader
}

/**
 * Address and port from a request's socket and its `x-forwarded-for`. With n trusted proxies the last n-1 entries are
 * theirs, and the one before is what the outermost of them saw. Fewer entries than proxies: somebody came round them, and
 * the socket counts.
 */
export function peerOf(
  socket: { readonly address: string; readonly port: number | null },
  forwardedFor: string | null,
  trustedProxies: number,
): { address: string; port: number | null } {
  const hops = (forwardedFor ?? '').split(',').map(hop => hop.trim())
  const claimed = trustedProxies > 0 ? hops.at(-trustedProxies) : undefined
  const address = claimed === undefined ? '' : plainAddress(claimed)
  return isIP(address) ? { address, port: null } : { address: plainAddress(socket.address), port: socket.port }
}

/** Without brackets, port, zone, or the form in which IPv6 carries an IPv4 address. */
function plainAddress(text: string): string {
  const bare = text.replace(/^\[([^\]]+)\](:[0-9]+)?$/, '$1').replace(/%.*$/, '')
  const mapped = /^::ffff:([0-9.]+)$/i.exec(bare)?.[1] ?? bare
  return /^[0-9.]+:[0-9]+$/.test(mapped) ? (mapped.split(':')[0] ?? '') : mapped
}

/** Takes off a request what its client may not say, and writes down where it came from. */
export function markPeer(request: IncomingMessage, trustedProxies: number): void {
  const { remoteAddress, remotePort } = request.socket
  const forwarded = request.headers['x-forwarded-for']
  const forwardedFor = Array.isArray(forwarded) ? forwarded.join(',') : (forwarded ?? null)
  const socket = { address: remoteAddress ?? '', port: remotePort ?? null }
  const { address, port } = peerOf(socket, forwardedFor, trustedProxies)
  for (const name of Object.keys(request.headers)) {
    if (isClaim(name)) delete request.headers[name]
  }
  request.headers[peerHeader] = `${address} ${port ?? ''}`
  request.headers['x-forwarded-for'] = address
}

/** Meets every request of this process's servers from now on. Once, when the process starts. */
export function recordPeers(trustedProxies: number): void {
  subscribe('http.server.request.start', message => {
    if (isServerRequest(message)) markPeer(message.request, trustedProxies)
  })
}

function isServerRequest(message: unknown): message is { request: IncomingMessage } {
  return typeof message === 'object' && message !== null && 'request' in message
}

/**
 * The person's own live request, for the PSU headers of document 1. Throws when nobody wrote down where it came from: a
 * presence is never invented.
 */
export function presenceOf(request: Request): Presence {
  const [address = '', port] = (request.headers.get(peerHeader) ?? '').split(' ')
  if (!isIP(address)) throw new Error('this request has no known peer: recordPeers() was not called')
  const header = (name: string) => request.headers.get(name)?.slice(0, 500) ?? null
  return {
    ipAddress: address,
    ipPort: port ? Number(port) : null,
    httpMethod: request.method,
    at: new Date(),
    userAgent: header('user-agent'),
    referer: ownReferer(request),
    accept: header('accept'),
    acceptCharset: header('accept-charset'),
    acceptEncoding: header('accept-encoding'),
    acceptLanguage: header('accept-language'),
  }
}

/** Without its query, which may hold the code of a callback (C6). */
function ownReferer(request: Request): string | null {
  const referer = request.headers.get('referer')
  if (!referer || !URL.canParse(referer)) return null
  const { origin, pathname } = new URL(referer)
  return `${origin}${pathname}`.slice(0, 500)
}
