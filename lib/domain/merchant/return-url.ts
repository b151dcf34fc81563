/**
 * Return URLs for payers (C41). A merchant registers them; a payment names one, compared character by character up to its
 * query: no prefix, no pattern, nothing that our parser and a browser could read differently.
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

/** Maximum number of return URLs of an organisation. */
export const maxReturnUrls = 20
const longest = 500

/**
 * What is wrong with a return URL; null if valid: https, or http on this machine for trials; no user, no fragment; in a
 * browser's normal form up to its query, so that equal addresses are equal character by character. A query is of printable ASCII
 * characters, without quotation marks, backslashes, brackets and braces.
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

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '127.0.0.1' || hostname === '[::1]'
}

/** In the query of a return URL: replaced by the id of the session, which is also that of its payment. */
const sessionPlaceholder = '{CHECKOUT_SESSION_ID}'

/**
 * Whether an address is one of the registered ones. Its query may be any, and contain `{CHECKOUT_SESSION_ID}`, unless the address was
 * registered with a query of its own, which must then be the same.
 */
export function isRegisteredReturnUrl(registered: readonly string[], asked: string): boolean {
  if (findReturnUrlFault(fillReturnUrl(asked, longestId)) !== null) return false
  const [base = ''] = asked.split('?', 1)
  return registered.some(one => one === asked || one === base)
}

/** An id as long as any. */
const longestId = '0'.repeat(36)

/** The address with the session's id in place of `{CHECKOUT_SESSION_ID}`. */
export function fillReturnUrl(address: string, sessionId: string): string {
  return address.replaceAll(sessionPlaceholder, sessionId)
}
