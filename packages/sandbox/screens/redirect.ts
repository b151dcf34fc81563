/**
 * The address that redirects the customer to the TPP (bank:D6): the registered redirect_uri, unchanged, with the answer added to its query. The
 * caller has checked that the URI is registered.
 */
export function buildRedirect(redirectUri: string, answer: Readonly<Record<string, string | null>>): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(answer)) if (value !== null) query.append(name, value)
  return `${redirectUri}${redirectUri.includes('?') ? '&' : '?'}${query}`
}

/**
 * The `form-action` source for a form that redirects to the TPP, because browsers apply it to redirects too. A policy can't contain an IPv6
 * address, so its scheme is allowed instead.
 */
export function formActionSource(redirectUri: string): string {
  const url = new URL(redirectUri)
  const isWeb = url.protocol === 'http:' || url.protocol === 'https:'
  return isWeb && !url.hostname.startsWith('[') ? url.origin : url.protocol
}

/** The front page of the TPP's site, for a link; null if its address is not http or https. */
export function homeOf(address: string): string | null {
  if (!URL.canParse(address)) return null
  const { protocol, origin } = new URL(address)
  return protocol === 'https:' || protocol === 'http:' ? `${origin}/` : null
}
