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
  /** The bank's `Retry-After` in seconds (RFC 9110 § 10.2.3); overrides our own delay. */
  readonly retryAfterSeconds: number | null
  /** From 0 to below 1. */
  readonly random: number
}

/**
 * Milliseconds until the next try: full jitter, uniform between zero and the capped exponential; never less than
 * `Retry-After`. Null if there is no next try: tries are used up, or the bank asks for more than a person waits.
 */
export function backoffMs({ tries, mode, retryAfterSeconds, random }: Backoff): number | null {
  if (tries >= maxTries[mode]) return null
  const jitterMs = random * Math.min(backoffCapMs[mode], backoffBaseMs * 2 ** Math.min(tries - 1, 32))
  const saidMs = (retryAfterSeconds ?? 0) * 1_000
  if (mode === 'attended' && saidMs > longestAttendedWaitMs) return null
  return Math.round(Math.max(jitterMs, saidMs))
}

/**
 * Retry budget of a bank: a tenth of the calls made, up to `budgetCap`. A bank that fails for everybody then gets 10 %
 * more calls, not three times as many.
 */
export type RetryBudget = { readonly saved: number }

export const budgetShare = 0.1
export const budgetCap = 10

/** Initial budget of a process: a single failure at the start may be retried. */
export const fullBudget: RetryBudget = { saved: budgetCap }

/** A first try earns a tenth of a retry. */
export function earnRetry({ saved }: RetryBudget): RetryBudget {
  return { saved: Math.min(budgetCap, saved + budgetShare) }
}

/** Pays for one retry; null if the budget is used up. */
export function payRetry({ saved }: RetryBudget): RetryBudget | null {
  // Ten tenths are slightly less than one in floating point.
  return saved < 1 - 1e-9 ? null : { saved: Math.max(0, saved - 1) }
}
