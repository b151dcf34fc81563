import type { MoneyView } from './banking.ts'

/** An account's balances for the curve on its page. Amounts are decimal strings. */

export type DayBalance = { readonly day: string; readonly amount: string }

export type AccountMoney = {
  /** One balance per day, oldest first; null for a card, and if balances or transactions can't be read. */
  readonly curve: {
    readonly currency: string
    /** The last one is today's balance as shown on the page. */
    readonly past: readonly DayBalance[]
    /** Today's balance less upcoming debits; empty if there are none. */
    readonly future: readonly DayBalance[]
  } | null
  /** The balance after the newest booked transaction, from which earlier ones are computed; null if unknown. */
  readonly closing: MoneyView | null
}
