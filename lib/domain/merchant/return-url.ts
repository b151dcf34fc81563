/**
 * Addresses that a payer may be sent back to (C41). A merchant registers them; a payment names one of them, character by
 * character: no prefix, no pattern, nothing that a parser here and a browser there could read differently.
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

/** An organisation registers at most this many. */
export const mostReturnUrls = 20
const longest = 500

/**
 * What is wrong with an address that is to be registered; null when it is sound: https, or http on this machine for trying
 * things; no user, no fragment; written as a browser would write it, so that equal addresses are equal character by character.
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

/** Whether an address is one of the registered ones, whole and unchanged. */
export function isRegisteredReturnUrl(registered: readonly string[], asked: string): boolean {
  return findReturnUrlFault(asked) === null && registered.some(one => one === asked)
}
