import type { TransactionView } from './banking.ts'

/** The data of home besides `HomeView`, rendered on the server. Amounts are decimal strings. */

/** An amount over thirty days: `now` is the displayed balance, the last of `points`. */
export type TrendView = {
  readonly currency: string
  readonly change: string
  readonly now: string
  /** One per day, oldest first. */
  readonly points: readonly string[]
}

export type HomeMoney = {
  readonly totals: readonly TrendView[]
  readonly accounts: readonly (TrendView & { readonly id: string })[]
  /** Announced by banks for the next days, earliest first. */
  readonly coming: readonly TransactionView[]
  /** Booked, newest first. */
  readonly latest: readonly TransactionView[]
}
