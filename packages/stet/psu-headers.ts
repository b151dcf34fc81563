import { isIP } from 'node:net'
import type { Presence } from '#stet/terms/presence.ts'

type Header = readonly [name: string, value: string]

const maximumLength = 1_000

/**
 * PSU-* headers of document 1, from a live request only (C19). Values that can't be in a header are omitted; a
 * referer loses its query. TypeError for an invalid IP address.
 */
export function psuHeaders(presence: Presence | null): readonly Header[] {
  if (presence === null) return []
  if (isIP(presence.ipAddress) === 0) throw new TypeError('presence without a valid IP address')
  const headers: (readonly [string, string | null])[] = [
    ['psu-ip-address', presence.ipAddress],
    ['psu-ip-port', presence.ipPort === null ? null : String(presence.ipPort)],
    ['psu-http-method', presence.httpMethod],
    ['psu-date', presence.at.toUTCString()],
    ['psu-user-agent', presence.userAgent],
    ['psu-referer', withoutQuery(presence.referer)],
    ['psu-accept', presence.accept],
    ['psu-accept-charset', presence.acceptCharset],
    ['psu-accept-encoding', presence.acceptEncoding],
    ['psu-accept-language', presence.acceptLanguage],
  ]
  return headers.filter((header): header is Header => header[1] !== null && canStandInHeader(header[1]))
}

/** Anything else is encoded differently by the parties, which breaks the signature. */
function canStandInHeader(value: string): boolean {
  return value.length <= maximumLength && /^[\x20-\x7e]+$/.test(value) && value.trim() !== ''
}

function withoutQuery(referer: string | null): string | null {
  if (referer === null || !URL.canParse(referer)) return null
  const url = new URL(referer)
  return url.origin === 'null' ? null : url.origin + url.pathname
}
