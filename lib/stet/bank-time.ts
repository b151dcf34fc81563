/**
 * Every time and every duration that a bank gives, read here and nowhere else, and bounded where it is read: a bank that
 * says "in 31 years" is asked again tomorrow.
 */

declare const read: unique symbol
/** Seconds from now, from 0 to a day. Only this file makes them. */
export type BankSeconds = number & { readonly [read]: true }

/** The longest pause a bank may ask for, and the longest life of a token that we believe: a day, in seconds. */
export const longestSeconds = 86_400

function bounded(seconds: number): BankSeconds {
  return Math.min(longestSeconds, Math.max(0, Math.ceil(seconds))) as BankSeconds
}

/** A pause of our own for a bank: until its breaker lets a call through, or a slot is free. Never more than a day. */
export function pauseSeconds(seconds: number): BankSeconds {
  return Number.isNaN(seconds) ? bounded(0) : bounded(seconds)
}

/** `Retry-After`: seconds, or an HTTP date (RFC 9110 § 10.2.3). Null when there is none or it can't be read. */
export function readRetryAfter(header: string | undefined, now: Date): BankSeconds | null {
  const said = (header ?? '').slice(0, longestDate).trim()
  if (/^\d+$/.test(said)) return bounded(Number(said))
  const until = Date.parse(said)
  return Number.isNaN(until) ? null : bounded((until - now.getTime()) / 1_000)
}

/** `expires_in` of a token (RFC 6749 § 5.1), as a number or, as some banks write it, a text. Null when it says nothing. */
export function readLifetime(said: unknown): BankSeconds | null {
  const seconds = typeof said === 'string' && /^\d{1,400}(?:\.\d{1,20})?$/.test(said.trim()) ? Number(said) : said
  return typeof seconds === 'number' && seconds > 0 ? bounded(Math.min(seconds, longestSeconds)) : null
}

/**
 * A `Date` header against our clock, in seconds, at most a day to either side: nothing while it lies within the call, to
 * the second that it is told in. Null when there is none. (Nothing is decided by it: a token's end is reckoned from the
 * moment of asking, and a dead one is known by the bank's 401.)
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

/** Characters of a date in a header; the longest form has 33. */
const longestDate = 64
