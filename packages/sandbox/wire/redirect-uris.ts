const loopbackHosts = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Loopback by name or address, also `*.localhost` (RFC 6761): a sandbox TPP runs on the same machine. */
function isLoopbackHost(hostname: string): boolean {
  return loopbackHosts.has(hostname) || hostname.endsWith('.localhost')
}

/** An address the bank may redirect a browser to or fetch from: https, or http on loopback; no fragment, no credentials. */
export function isAcceptableUri(text: string): boolean {
  // What a browser would send otherwise than it is registered.
  if (!URL.canParse(text) || /[#\s\p{Cc}]|^[^/]*\/\/[^/?]*\*/u.test(text)) return false
  const url = new URL(text)
  if (url.username !== '' || url.password !== '') return false
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopbackHost(url.hostname))
}

/**
 * Whether a redirect_uri is registered. One with a path must match exactly (RFC 9700 § 4.1.1); one that is only scheme and
 * authority, as document 3 describes them, allows every path.
 */
export function isRegisteredUri(registered: readonly string[], uri: string): boolean {
  if (!isAcceptableUri(uri)) return false
  return registered.some(
    known => known === uri || (isBareOrigin(known) && new URL(known).origin === new URL(uri).origin),
  )
}

function isBareOrigin(uri: string): boolean {
  return URL.canParse(uri) && /^[a-z][a-z0-9+.-]*:\/\/[^/?#]+\/?$/i.test(uri)
}

/**
 * Whether a report URL of a payment is registered or below a registered one: same origin, and a path below the registered one. It
 * contains an id of the TPP's own (bank:D45), so an exact match can't be required.
 */
export function isReportUrl(registered: readonly string[], uri: string): boolean {
  if (isRegisteredUri(registered, uri)) return true
  if (!isAcceptableUri(uri)) return false
  const { origin, pathname } = new URL(uri)
  return registered
    .filter(known => URL.canParse(known))
    .some(known => {
      const base = new URL(known)
      return (
        base.origin === origin &&
        (pathname === base.pathname || pathname.startsWith(`${base.pathname.replace(/\/$/, '')}/`))
      )
    })
}
