import type { MoneyView } from './banking.ts'

/** Decimal strings. */

export type DayBalance = { readonly day: string; readonly amount: string }

export type AccountMoney = {
  /** Oldest first; null for a card, or if unreadable. */
  readonly curve: {
    readonly currency: string
    /** Ends with today's. */
    readonly past: readonly DayBalance[]
    /** Less upcoming debits; may be empty. */
    readonly future: readonly DayBalance[]
  } | null
  /** After the newest booked transaction; null if unknown. */
  readonly closing: MoneyView | null
  /** What is announced, and the balance after it; null as the curve. */
  readonly upcoming: {
    readonly debits: MoneyView
    readonly after: MoneyView
    readonly count: number
    readonly until: string
  } | null
}
