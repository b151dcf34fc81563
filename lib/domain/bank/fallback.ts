import type { Breaker } from './breaker.ts'

/**
 * Whether a bank's emergency access is offered (document 1, Fallback mode: only while its interface is down
 * unannounced). Pure.
 */

export type FallbackFacts = {
  readonly breaker: Breaker
  /** The operator's switch of this bank. */
  readonly allowed: boolean
  /** How long the interface must have been down, in milliseconds. */
  readonly afterMs: number
  readonly now: Date
}

/** `offered`, or the first missing condition, in the order that matters to a person. */
export type FallbackOffer =
  | { readonly offered: true; readonly downSince: Date }
  | { readonly offered: false; readonly because: 'interface_is_up' | 'not_down_long_enough' | 'switched_off' }

/** Ten minutes: well after the five failed calls in a row that open a breaker. */
export const fallbackAfterMs = 10 * 60_000

/** Offered if the interface is down, for long enough, and the operator allowed it. */
export function fallbackOffer({ breaker, allowed, afterMs, now }: FallbackFacts): FallbackOffer {
  if (breaker.state === 'closed') return { offered: false, because: 'interface_is_up' }
  if (now.getTime() - breaker.since.getTime() < afterMs) return { offered: false, because: 'not_down_long_enough' }
  return allowed ? { offered: true, downSince: breaker.since } : { offered: false, because: 'switched_off' }
}
