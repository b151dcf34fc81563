import type { MoneyView } from './banking.ts'

/** What an account's page draws of its money. Amounts are decimal strings. */

export type DayBalance = { readonly day: string; readonly amount: string }

export type AccountMoney = {
  /** Day by day, the oldest first; null for a card, and where balances or transactions can't be read. */
  readonly curve: {
    readonly currency: string
    /** The last is today's, as the page shows it. */
    readonly past: readonly DayBalance[]
    /** Today's less the debits known to come; empty when none is. */
    readonly future: readonly DayBalance[]
  } | null
  /** The balance after the newest booked transaction, from which those of earlier days are computed; null where it isn't known. */
  readonly closing: MoneyView | null
}
