/**
 * How many scheduled refreshes run at a bank at once, over all workers: one more while all are used and it answers, half after a time-out
 * or a 429 that is not of one login's quota.
 */

/** Where an operator has set none; also where a higher one begins. */
export const refreshesAtOnce = 30
/** An operator may set. */
export const mostRefreshesAtOnce = 500

/** An answer within this time is quick. */
export const quickMs = 1_000

/** After any change; all that fail at once count once. */
export const paceGapMs = { slower: 1_000, faster: 5_000 } as const

/** `most`: what the operator allows. */
export type Pace = { readonly atOnce: number; readonly most: number }

/** What one refresh heard: of its calls the slowest, and whether it was too much for the bank. */
export type Heard = { readonly calls: number; readonly slowestMs: number; readonly isTooMuch: boolean }

/** `learned` null: nothing yet. */
export function paceOf(most: number | null, learned: number | null): Pace {
  const limit = most ?? refreshesAtOnce
  return { most: limit, atOnce: Math.min(learned ?? refreshesAtOnce, limit) }
}

/** `isFull`: so many ran when it began; a number that nobody uses proves nothing. */
export function paceAfter({ atOnce, most }: Pace, heard: Heard, isFull: boolean): number {
  if (heard.isTooMuch) return Math.max(1, Math.floor(atOnce / 2))
  const isWell = heard.slowestMs <= quickMs || atOnce < refreshesAtOnce
  return heard.calls > 0 && isWell && isFull ? Math.min(most, atOnce + 1) : atOnce
}
