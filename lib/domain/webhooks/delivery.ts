/** How a webhook is delivered: when it is tried again, and what an endpoint's answer means. */

export const deliveryStatuses = ['pending', 'delivered', 'failed', 'dropped'] as const
export type DeliveryStatus = (typeof deliveryStatuses)[number]

/** Why there was no answer. */
export const deliveryFaults = [
  'name_not_found',
  'address_not_allowed',
  'refused',
  'timed_out',
  'tls',
  'reset',
  'target_not_allowed',
] as const
export type DeliveryFault = (typeof deliveryFaults)[number]

/** An endpoint has this long to answer. */
export const deliveryTimeoutMs = 10_000

/** Seconds between a try and the next: from 5 s, growing; the last is a day after the first. */
const delaysSeconds = [5, 30, 120, 600, 1_800, 3_600, 7_200, 14_400, 21_600, 37_045] as const

/** Milliseconds until the next try after `tries` of them failed; null when it was the last. */
export function nextTryMs(tries: number): number | null {
  const seconds = delaysSeconds[tries - 1]
  return seconds === undefined ? null : seconds * 1000
}

export type DeliveryOutcome = 'delivered' | 'gone' | 'again'

/** What an answer means: 2xx taken, 410 the endpoint wants nothing any more, everything else and no answer: try again. */
export function deliveryOutcome(status: number | null): DeliveryOutcome {
  if (status !== null && status >= 200 && status < 300) return 'delivered'
  return status === 410 ? 'gone' : 'again'
}

/**
 * Milliseconds until the next try when the endpoint said itself how long it wants to be left alone (RFC 9110 § 10.2.3:
 * seconds or a date). Never sooner than ours, never later than the longest gap of ours; null when it was the last try.
 */
export function politeNextTryMs(tries: number, retryAfter: string | null, at: Date): number | null {
  const ours = nextTryMs(tries)
  if (ours === null || retryAfter === null) return ours
  return Math.max(ours, Math.min(wishedMs(retryAfter.trim(), at), longestGapMs))
}

const longestGapMs = Math.max(...delaysSeconds) * 1000

/** What `Retry-After` asks for; 0 where it can't be read. */
function wishedMs(retryAfter: string, at: Date): number {
  if (/^\d{1,10}$/.test(retryAfter)) return Number(retryAfter) * 1000
  const until = /GMT$/.test(retryAfter) ? Date.parse(retryAfter) : Number.NaN
  return Number.isNaN(until) ? 0 : Math.max(0, until - at.getTime())
}
