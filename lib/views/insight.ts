import { typedSingleLine } from '@guichet/values/text/storable.ts'
import { z } from 'zod'
import { rhythms } from '#lib/domain/accounts/recurring.ts'
import type { BudgetView } from './budget.ts'

/** One currency; decimal strings. */

export type InsightView = {
  /** Most used first. */
  currencies: string[]
  /** Null: no transaction. */
  currency: string | null
  today: string
  /** Up to twelve, oldest first, until the current one or the one looked at; without own transfers and settlements. */
  months: {
    month: string
    in: string
    out: string
    net: string
    /** Negative: taken from savings. */
    saved: string
    /** `part`: not of all accounts every day is known; `none`: of no account. */
    coverage: 'whole' | 'part' | 'none'
  }[]
  /** Of these months. */
  year: { from: string; to: string; in: string; out: string; saved: string }
  firstMonth: string
  month: string
  /** Without savings. */
  totals: { in: string; out: string; net: string }
  /** What came from savings less what went there. */
  savings: { amount: string; count: number }
  /** Why it is compared with nothing: no month before, before its payday, or one of both known in part only. */
  uncompared: 'first' | 'payday' | 'unknown' | null
  /** Null if compared with nothing. */
  before: {
    month: string
    /** Null for a whole month. */
    until: string | null
    /** That moved the day; `due`: it hasn't come this month. */
    payday: { label: string; day: string; due: boolean } | null
    /** Negative: less. */
    more: { in: string; out: string }
  } | null
  /** Largest first, income and spending apart; of 0 if there was some in what it is compared with. */
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
    /** In a month and a year. */
    monthly: string
    yearly: string
    /** Its price went up. */
    rise: { from: string; to: string; day: string } | null
    /** The person says so. */
    chosen: boolean
    count: number
    lastDay: string
    nextDay: string | null
  }[]
  /** Of those that go out and go on, without savings. */
  regularly: { monthly: string; yearly: string }
  /** Not recurring, as the person says. */
  dismissed: { counterparty: string; direction: 'in' | 'out' }[]
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

/** A category in one direction over twelve months, and with whom in one of them. */
export type CategoryMonths = {
  currency: string
  today: string
  firstMonth: string
  month: string
  amount: string
  count: number
  /** What is a part of it, largest first. */
  subs: { category: string; amount: string; count: number }[]
  months: { month: string; amount: string; coverage: 'whole' | 'part' | 'none' }[]
  /** Largest first; without a counterparty for those whose text names none. */
  merchants: { counterparty: string; name: string; amount: string; count: number }[]
}

/** `never`: it doesn't recur; `forget`: as Guichet finds. */
export const RecurringChoiceInput = z.strictObject({
  counterparty: typedSingleLine(200),
  direction: z.enum(['in', 'out']),
  choice: z.enum([...rhythms, 'never', 'forget']),
})
export type RecurringChoiceInput = z.infer<typeof RecurringChoiceInput>
