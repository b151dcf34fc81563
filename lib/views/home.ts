import type { MoneyView, TransactionView } from './banking.ts'

/** One currency; decimal strings. */

export type ComingView = {
  label: string
  category: string
  amount: string
  /** Null: several. */
  day: string | null
  /** Card payments under way, in one. */
  cards: number | null
}

/** Due before payday, coming in by then, and later. */
export const partKinds = ['due', 'income', 'later'] as const

export type ComingPart = {
  kind: (typeof partKinds)[number]
  /** Payday; of later ones the last day. */
  day: string
  sum: string
  /** Largest first. */
  rows: ComingView[]
  /** The smaller ones of many, in one. */
  rest: { count: number; amount: string } | null
}

export type GlanceView = {
  currency: string
  today: string
  /** Zero or less; the usual up to the same day of earlier months, null for fewer than two. */
  spent: { amount: string; from: string; usual: { amount: string; months: number } | null }
  /** `left`: of the total, without what is due before that day. Null: no regular income is known. */
  payday: { day: string; left: string } | null
  /** Null: see `forecastMonth`. */
  forecast: {
    until: string
    amount: string
    low: string
    high: string
    below: { accountId: string; name: string; day: string; amount: string }[]
  } | null
  coming: ComingPart[]
  /** Balances until today and the expected ones; empty if a part is unknown. */
  chart: {
    past: { day: string; amount: string }[]
    future: { day: string; amount: string; low: string; high: string }[]
  }
}

export type HomeMoney = {
  /** Null without an account in the totals. */
  glance: GlanceView | null
  wealth: MoneyView[]
  holdings: number
  /** Card payments under way by their own day, newest first, then the newest booked. */
  latest: TransactionView[]
}
