import type { BudgetView } from './budget.ts'

/** One currency; decimal strings. */

export type InsightView = {
  /** Most used first. */
  currencies: string[]
  /** Null: no transaction. */
  currency: string | null
  today: string
  /** Up to twelve, oldest first, without own transfers and settlements. */
  months: { month: string; in: string; out: string; net: string }[]
  firstMonth: string
  month: string
  /** Without savings. */
  totals: { in: string; out: string; net: string }
  /** What came from savings less what went there. */
  savings: { amount: string; count: number }
  /** Up to the same day; null without older transactions. */
  before: {
    month: string
    /** Null for a whole month. */
    until: string | null
    /** Negative: less. */
    more: { in: string; out: string }
  } | null
  /** Largest first, income and spending apart, none of 0. */
  categories: {
    category: string
    direction: 'in' | 'out'
    amount: string
    count: number
    more: string
  }[]
  /** Current month; empty in other currencies. */
  budgets: BudgetView[]
  balances: {
    /** Null: all. */
    accountId: string | null
    name: string
    points: { day: string; amount: string; source: 'bank' | 'lines' }[]
  }[]
  recurring: {
    accountId: string
    counterparty: string
    label: string
    category: string
    rhythm: 'week' | 'month' | 'quarter' | 'year'
    steady: boolean
    amount: string
    count: number
    lastDay: string
    nextDay: string | null
  }[]
  upcoming: {
    day: string
    label: string
    category: string
    accountId: string
    amount: string
    source: 'bank' | 'expected'
  }[]
  /** Null without a balance or 60 days of transactions. */
  forecast: {
    until: string
    /** Behind the usual amounts. */
    days: number
    known: number
    /** Accounts that are not overdrawn, and the first day on which they should be. */
    below: { accountId: string; name: string; day: string; amount: string }[]
    points: { day: string; amount: string; low: string; high: string }[]
  } | null
  /** Excluded above. */
  leftOut: number
}
