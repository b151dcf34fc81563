import type { Presence } from '@guichet/stet/terms/presence.ts'
import { readPeer } from '#lib/domain/requests/peer.ts'

/**
 * The person's live request, for the PSU headers of document 1 (C19). instrumentation-node.ts recorded its address when the
 * request arrived. Throws if it did not: a presence is never invented.
 */
export function presenceOf(request: Request): Presence {
  const peer = readPeer(request.headers.get('x-guichet-peer'))
  if (peer === null) throw new Error('this request has no known peer: recordPeers() was not called')
  const header = (name: string) => request.headers.get(name)?.slice(0, 500) ?? null
  return {
    ipAddress: peer.address,
    ipPort: peer.port,
    httpMethod: request.method,
    at: new Date(),
    userAgent: header('user-agent'),
    referer: refererOf(request),
    accept: header('accept'),
    acceptCharset: header('accept-charset'),
    acceptEncoding: header('accept-encoding'),
    acceptLanguage: header('accept-language'),
  }
}

/** Without its query, which may contain the code of a callback (C6). */
function refererOf(request: Request): string | null {
  const referer = request.headers.get('referer')
  if (!referer || !URL.canParse(referer)) return null
  const { origin, pathname } = new URL(referer)
  return `${origin}${pathname}`.slice(0, 500)
}
