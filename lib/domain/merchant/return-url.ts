/**
 * C41: registered, and compared character by character up to the query, so that our parser and a browser can't
 * differ.
 */

export const returnUrlFaults = [
  'not_an_address',
  'not_https',
  'has_user',
  'has_fragment',
  'too_long',
  'not_plain',
] as const
export type ReturnUrlFault = (typeof returnUrlFaults)[number]

export const maxReturnUrls = 20
const longest = 500

/**
 * Null if valid: https, or http on this machine; no user or fragment; in a browser's normal form up to a query of
 * printable ASCII without quotes, backslashes, brackets and braces.
 */
export function findReturnUrlFault(text: string): ReturnUrlFault | null {
  if (text.length > longest) return 'too_long'
  const url = URL.canParse(text) ? new URL(text) : null
  if (url === null || !/^https?:\/\//i.test(text)) return 'not_an_address'
  const [base = ''] = text.split('?', 1)
  if (url.username !== '' || url.password !== '' || base.includes('@')) return 'has_user'
  if (text.includes('#')) return 'has_fragment'
  if (url.protocol !== 'https:' && !isLoopback(url.hostname)) return 'not_https'
  const { href } = new URL(base)
  const isPlain = (href === base || href === `${base}/`) && !/['*]/.test(base)
  return isPlain && /^[\x21-\x7e]+$/.test(text) && !/["<>\\^`{|}]/.test(text) ? null : 'not_plain'
}

export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '127.0.0.1' || hostname === '[::1]'
}

/** Replaced by the session's id, also that of its payment. */
const sessionPlaceholder = '{CHECKOUT_SESSION_ID}'

/** Any query, with `{CHECKOUT_SESSION_ID}`, unless registered with one. */
export function isRegisteredReturnUrl(registered: readonly string[], asked: string): boolean {
  if (findReturnUrlFault(fillReturnUrl(asked, longestId)) !== null) return false
  const [base = ''] = asked.split('?', 1)
  return registered.some(one => one === asked || one === base)
}

const longestId = '0'.repeat(36)

export function fillReturnUrl(address: string, sessionId: string): string {
  return address.replaceAll(sessionPlaceholder, sessionId)
}
