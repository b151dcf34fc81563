export const deliveryStatuses = ['pending', 'delivered', 'failed', 'dropped'] as const
export type DeliveryStatus = (typeof deliveryStatuses)[number]

export const deliveryFaults = [
  'name_not_found',
  'address_not_allowed',
  'refused',
  'timed_out',
  'tls',
  'reset',
  'target_not_allowed',
  // Nothing is sent unsigned.
  'secret_lost',
] as const
export type DeliveryFault = (typeof deliveryFaults)[number]

export const deliveryTimeoutMs = 10_000

/** The last is a day after the first. */
const delaysSeconds = [5, 30, 120, 600, 1_800, 3_600, 7_200, 14_400, 21_600, 37_045] as const

/** Null after the last. */
export function nextTryMs(tries: number): number | null {
  const seconds = delaysSeconds[tries - 1]
  return seconds === undefined ? null : seconds * 1000
}

export type DeliveryOutcome = 'delivered' | 'gone' | 'again'

/** 2xx delivered, 410 unsubscribed, else retry. */
export function deliveryOutcome(status: number | null): DeliveryOutcome {
  if (status !== null && status >= 200 && status < 300) return 'delivered'
  return status === 410 ? 'gone' : 'again'
}

/** `Retry-After` (RFC 9110 § 10.2.3) between our delay and our longest; null after the last. */
export function politeNextTryMs(tries: number, retryAfter: string | null, at: Date): number | null {
  const ours = nextTryMs(tries)
  if (ours === null || retryAfter === null) return ours
  return Math.max(ours, Math.min(wishedMs(retryAfter.trim(), at), longestGapMs))
}

const longestGapMs = Math.max(...delaysSeconds) * 1000

/** Negative: past; 0 if unreadable. */
function wishedMs(retryAfter: string, at: Date): number {
  if (/^\d{1,10}$/.test(retryAfter)) return Number(retryAfter) * 1000
  const until = /GMT$/.test(retryAfter) ? Date.parse(retryAfter) : Number.NaN
  return Number.isNaN(until) ? 0 : until - at.getTime()
}
