/** When a failed call is retried (docs/faults.md, What may be repeated). Pure: randomness is an argument. */

export const backoffBaseMs = 500
export const backoffCapMs = { attended: 30_000, batch: 15 * 60_000 } as const
/** The first try included. */
export const maxTries = { attended: 3, batch: 8 } as const
/** Longer than a person should wait on a page: the failure is shown instead, and they decide. */
export const longestAttendedWaitMs = 5_000

export type Backoff = {
  /** Tries made so far, at least 1. */
  readonly tries: number
  readonly mode: 'attended' | 'batch'
  /** Seconds (RFC 9110 § 10.2.3); overrides our delay. */
  readonly retryAfterSeconds: number | null
  /** 0 to below 1. */
  readonly random: number
}

/**
 * Milliseconds to the next try: full jitter up to the capped exponential, at least `Retry-After`. Null: tries used
 * up, or longer than a person waits.
 */
export function backoffMs({ tries, mode, retryAfterSeconds, random }: Backoff): number | null {
  if (tries >= maxTries[mode]) return null
  const jitterMs = random * Math.min(backoffCapMs[mode], backoffBaseMs * 2 ** Math.min(tries - 1, 32))
  const saidMs = (retryAfterSeconds ?? 0) * 1_000
  if (mode === 'attended' && saidMs > longestAttendedWaitMs) return null
  return Math.round(Math.max(jitterMs, saidMs))
}

/**
 * A tenth of the calls made, up to `budgetCap`: a bank that fails for all gets 10 % more calls, not three times as
 * many.
 */
export type RetryBudget = { readonly saved: number }

export const budgetShare = 0.1
export const budgetCap = 10

/** A failure at the start may be retried. */
export const fullBudget: RetryBudget = { saved: budgetCap }

export function earnRetry({ saved }: RetryBudget): RetryBudget {
  return { saved: Math.min(budgetCap, saved + budgetShare) }
}

/** Null if used up. */
export function payRetry({ saved }: RetryBudget): RetryBudget | null {
  // Ten tenths are slightly less than one.
  return saved < 1 - 1e-9 ? null : { saved: Math.max(0, saved - 1) }
}
