import type { TransactionView } from './banking.ts'

/** Decimal strings. */

/** Over thirty days. */
export type TrendView = {
  readonly currency: string
  readonly change: string
  readonly now: string
  /** Oldest first. */
  readonly points: readonly string[]
}

export type HomeMoney = {
  readonly totals: readonly TrendView[]
  readonly accounts: readonly (TrendView & { readonly id: string })[]
  /** Earliest first. */
  readonly coming: readonly TransactionView[]
  /** Newest first. */
  readonly latest: readonly TransactionView[]
}
