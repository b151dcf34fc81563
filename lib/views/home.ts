import type { TransactionView } from './banking.ts'

/** What home shows beside `HomeView`, drawn on the server. Amounts are decimal strings. */

/** How an amount moved in thirty days: `now` is the balance shown, the last of `points`. */
export type TrendView = {
  readonly currency: string
  readonly change: string
  readonly now: string
  /** One for each day, the oldest first. */
  readonly points: readonly string[]
}

export type HomeMoney = {
  readonly totals: readonly TrendView[]
  readonly accounts: readonly (TrendView & { readonly id: string })[]
  /** Announced by banks for the next days, the soonest first. */
  readonly coming: readonly TransactionView[]
  /** Booked, the newest first. */
  readonly latest: readonly TransactionView[]
}
