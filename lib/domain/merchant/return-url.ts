/**
 * Return URLs for payers (C41). A merchant registers them; a payment names one, compared character by character: no
 * prefix, no pattern, nothing that our parser and a browser could read differently.
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
export const mostReturnUrls = 20
const longest = 500

/**
 * What is wrong with a return URL; null if valid: https, or http on this machine for trials; no user, no fragment; in a
 * browser's normal form, so that equal addresses are equal character by character.
 */
export function findReturnUrlFault(text: string): ReturnUrlFault | null {
  if (text.length > longest) return 'too_long'
  const url = URL.canParse(text) ? new URL(text) : null
  if (url === null || !/^https?:\/\//i.test(text)) return 'not_an_address'
  if (url.username !== '' || url.password !== '' || text.includes('@')) return 'has_user'
  if (text.includes('#')) return 'has_fragment'
  if (url.protocol !== 'https:' && !isLoopback(url.hostname)) return 'not_https'
  const isPlain = url.href === text || url.href === `${text}/`
  return isPlain && /^[\x21-\x7e]+$/.test(text) && !/["'<>\\^`{|}*]/.test(text) ? null : 'not_plain'
}

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '127.0.0.1' || hostname === '[::1]'
}

/** Whether an address is exactly one of the registered ones. */
export function isRegisteredReturnUrl(registered: readonly string[], asked: string): boolean {
  return findReturnUrlFault(asked) === null && registered.some(one => one === asked)
}
