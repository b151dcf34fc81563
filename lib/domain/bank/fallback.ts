import type { Breaker } from './breaker.ts'

/** Document 1, Fallback mode: only while the interface is down unannounced. */

export type FallbackFacts = {
  readonly breaker: Breaker
  /** By the operator. */
  readonly allowed: boolean
  /** Milliseconds. */
  readonly afterMs: number
  readonly now: Date
}

/** Or the first missing condition. */
export type FallbackOffer =
  | { readonly offered: true; readonly downSince: Date }
  | { readonly offered: false; readonly because: 'interface_is_up' | 'not_down_long_enough' | 'switched_off' }

/** Well after the five failures that open a breaker. */
export const fallbackAfterMs = 10 * 60_000

export function fallbackOffer({ breaker, allowed, afterMs, now }: FallbackFacts): FallbackOffer {
  if (breaker.state === 'closed') return { offered: false, because: 'interface_is_up' }
  if (now.getTime() - breaker.since.getTime() < afterMs) return { offered: false, because: 'not_down_long_enough' }
  return allowed ? { offered: true, downSince: breaker.since } : { offered: false, because: 'switched_off' }
}
