/** Times and durations from a bank, limited: one that says "in 31 years" is asked again tomorrow. */

declare const read: unique symbol
/** Seconds from now, 0 to one day. */
export type BankSeconds = number & { readonly [read]: true }

/** One day. */
export const longestSeconds = 86_400

function bounded(seconds: number): BankSeconds {
  return Math.min(longestSeconds, Math.max(0, Math.ceil(seconds))) as BankSeconds
}

/** A pause of our own, at most one day. */
export function pauseSeconds(seconds: number): BankSeconds {
  return Number.isNaN(seconds) ? bounded(0) : bounded(seconds)
}

/** `Retry-After` (RFC 9110 § 10.2.3); null if absent or unreadable. */
export function readRetryAfter(header: string | undefined, now: Date): BankSeconds | null {
  const said = (header ?? '').slice(0, longestDate).trim()
  // A header that was sent twice is joined by a comma.
  if (/^\d+(?:\.\d+)?(?:\s*,\s*\d+(?:\.\d+)?)*$/.test(said)) return bounded(Math.max(...said.split(',').map(Number)))
  const until = /GMT$/i.test(said) ? Date.parse(said) : Number.NaN
  return Number.isNaN(until) ? null : bounded((until - now.getTime()) / 1_000)
}

/** `expires_in` of a token (RFC 6749 § 5.1), a number or a text; null if absent or unreadable. */
export function readLifetime(said: unknown): BankSeconds | null {
  const seconds = typeof said === 'string' && /^\d{1,400}(?:\.\d{1,20})?$/.test(said.trim()) ? Number(said) : said
  return typeof seconds === 'number' && seconds > 0 ? bounded(Math.min(seconds, longestSeconds)) : null
}

/**
 * Seconds the bank's `Date` is ahead of our clock, at most a day either way; 0 within the call's duration, null if
 * absent. Informational: nothing is decided by it.
 */
export function readSkew(header: string | undefined, sentAt: Date, durationMs: number): number | null {
  const said = Date.parse((header ?? '').slice(0, longestDate))
  if (Number.isNaN(said)) return null
  const earliest = Math.floor(sentAt.getTime() / 1_000)
  const latest = Math.ceil((sentAt.getTime() + durationMs) / 1_000)
  const seconds = Math.floor(said / 1_000)
  const ahead = seconds < earliest ? seconds - earliest : Math.max(0, seconds - latest)
  return Math.max(-longestSeconds, Math.min(longestSeconds, ahead))
}

/** The longest valid form has 33 characters. */
const longestDate = 64
