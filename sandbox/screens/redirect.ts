/**
 * The address that takes the customer back to the TPP (D6): the registered redirect_uri as it came, with the answer added to
 * its query. The caller has checked that the uri is registered.
 */
export function buildRedirect(redirectUri: string, answer: Readonly<Record<string, string | null>>): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(answer)) if (value !== null) query.append(name, value)
  return `${redirectUri}${redirectUri.includes('?') ? '&' : '?'}${query}`
}

/**
 * What `form-action` must allow so that a form post of ours may end at the TPP: browsers apply it to the redirect too.
 * An IPv6 address cannot be written in a policy, so its whole scheme stands for it.
 */
export function formActionSource(redirectUri: string): string {
  const url = new URL(redirectUri)
  const isWeb = url.protocol === 'http:' || url.protocol === 'https:'
  return isWeb && !url.hostname.startsWith('[') ? url.origin : url.protocol
}

/** The front page of the TPP's site, for a link of ours; null when its address is not one of the web. */
export function homeOf(address: string): string | null {
  if (!URL.canParse(address)) return null
  const { protocol, origin } = new URL(address)
  return protocol === 'https:' || protocol === 'http:' ? `${origin}/` : null
}
