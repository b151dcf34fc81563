/** When something that failed is tried again (quality.md, back-off). Pure: chance is an argument. */

export const backoffBaseMs = 500
export const backoffCapMs = { attended: 30_000, batch: 15 * 60_000 } as const
/** The first try included. */
export const mostTries = { attended: 3, batch: 8 } as const
/** Longer than a person waits on a page: then the failure is told, and they decide. */
export const longestAttendedWaitMs = 5_000

export type Backoff = {
  /** Tries made so far, at least 1. */
  readonly tries: number
  readonly mode: 'attended' | 'batch'
  /** What the bank said (RFC 9110 § 10.2.3), in seconds; it wins over our own wait. */
  readonly retryAfterSeconds: number | null
  /** From 0 to below 1. */
  readonly random: number
}

/**
 * Milliseconds until the next try: full jitter, anywhere between nothing and the doubled base under its cap; never less
 * than `Retry-After`. Null when there is no next try: tries are used up, or the bank asks for more than a person waits.
 */
export function backoffMs({ tries, mode, retryAfterSeconds, random }: Backoff): number | null {
  if (tries >= mostTries[mode]) return null
  const jitterMs = random * Math.min(backoffCapMs[mode], backoffBaseMs * 2 ** Math.min(tries - 1, 32))
  const saidMs = (retryAfterSeconds ?? 0) * 1_000
  if (mode === 'attended' && saidMs > longestAttendedWaitMs) return null
  return Math.round(Math.max(jitterMs, saidMs))
}

/**
 * How many repetitions a bank may be asked for: a tenth of the calls made, saved up to `budgetCap`. A bank that fails for
 * everybody is then asked 10 % more than usual, not three times as much.
 */
export type RetryBudget = { readonly saved: number }

export const budgetShare = 0.1
export const budgetCap = 10

/** What a process begins with: a single failure at the start may be repeated. */
export const fullBudget: RetryBudget = { saved: budgetCap }

/** A first try was made: it earns its tenth. */
export function earnRetry({ saved }: RetryBudget): RetryBudget {
  return { saved: Math.min(budgetCap, saved + budgetShare) }
}

/** Pays for one repetition; null when nothing is left to pay with. */
export function payRetry({ saved }: RetryBudget): RetryBudget | null {
  // Ten tenths are not quite one in floating point.
  return saved < 1 - 1e-9 ? null : { saved: Math.max(0, saved - 1) }
}
