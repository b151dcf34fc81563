/**
 * All times and durations from a bank are parsed here and limited: a bank that says "in 31 years" is asked again
 * tomorrow.
 */

declare const read: unique symbol
/** Seconds from now, from 0 to one day. Made only in this file. */
export type BankSeconds = number & { readonly [read]: true }

/** The longest pause a bank may request and the longest token lifetime we accept: one day, in seconds. */
export const longestSeconds = 86_400

function bounded(seconds: number): BankSeconds {
  return Math.min(longestSeconds, Math.max(0, Math.ceil(seconds))) as BankSeconds
}

/** A pause of our own for a bank, until its breaker allows a call or a slot is free; at most one day. */
export function pauseSeconds(seconds: number): BankSeconds {
  return Number.isNaN(seconds) ? bounded(0) : bounded(seconds)
}

/** `Retry-After`: seconds or an HTTP date (RFC 9110 § 10.2.3). Null if absent or unreadable. */
export function readRetryAfter(header: string | undefined, now: Date): BankSeconds | null {
  const said = (header ?? '').slice(0, longestDate).trim()
  if (/^\d+$/.test(said)) return bounded(Number(said))
  const until = Date.parse(said)
  return Number.isNaN(until) ? null : bounded((until - now.getTime()) / 1_000)
}

/** `expires_in` of a token (RFC 6749 § 5.1), a number or, at some banks, a string. Null if absent or unreadable. */
export function readLifetime(said: unknown): BankSeconds | null {
  const seconds = typeof said === 'string' && /^\d{1,400}(?:\.\d{1,20})?$/.test(said.trim()) ? Number(said) : said
  return typeof seconds === 'number' && seconds > 0 ? bounded(Math.min(seconds, longestSeconds)) : null
}

/**
 * The difference of a `Date` header to our clock, in seconds, at most a day either way; 0 if it lies within the call's
 * duration, to the header's precision of a second. Null if absent. Informational only: a token's end counts from our
 * request, and an expired token is recognised by the bank's 401.
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

/** Longest accepted date header; the longest valid form has 33 characters. */
const longestDate = 64
