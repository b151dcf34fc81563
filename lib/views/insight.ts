import { z } from 'zod'
import { BudgetView } from './budget.ts'

/** One currency; decimal strings. */

export const InsightView = z.object({
  /** Most used first. */
  currencies: z.array(z.string()),
  /** Null: no transaction. */
  currency: z.string().nullable(),
  today: z.string(),
  /** Up to twelve, oldest first, without own transfers and settlements. */
  months: z.array(z.object({ month: z.string(), in: z.string(), out: z.string(), net: z.string() })),
  firstMonth: z.string(),
  month: z.string(),
  totals: z.object({ in: z.string(), out: z.string(), net: z.string() }),
  /** Up to the same day; null without older transactions. */
  before: z
    .object({
      month: z.string(),
      /** Null for a whole month. */
      until: z.string().nullable(),
      /** Negative: less. */
      more: z.object({ in: z.string(), out: z.string() }),
    })
    .nullable(),
  /** Largest first, income and spending apart, none of 0. */
  categories: z.array(
    z.object({
      category: z.string(),
      direction: z.enum(['in', 'out']),
      amount: z.string(),
      count: z.number().int(),
      more: z.string(),
    }),
  ),
  /** Current month; empty in other currencies. */
  budgets: z.array(BudgetView),
  balances: z.array(
    z.object({
      /** Null: all. */
      accountId: z.string().nullable(),
      name: z.string(),
      points: z.array(z.object({ day: z.string(), amount: z.string(), source: z.enum(['bank', 'lines']) })),
    }),
  ),
  recurring: z.array(
    z.object({
      accountId: z.string(),
      counterparty: z.string(),
      label: z.string(),
      category: z.string(),
      rhythm: z.enum(['week', 'month', 'quarter', 'year']),
      steady: z.boolean(),
      amount: z.string(),
      count: z.number().int(),
      lastDay: z.string(),
      nextDay: z.string().nullable(),
    }),
  ),
  upcoming: z.array(
    z.object({
      day: z.string(),
      label: z.string(),
      category: z.string(),
      accountId: z.string(),
      amount: z.string(),
      source: z.enum(['bank', 'expected']),
    }),
  ),
  /** Null without a balance or 60 days of transactions. */
  forecast: z
    .object({
      until: z.string(),
      /** Behind the usual amounts. */
      days: z.number().int(),
      known: z.number().int(),
      /** Accounts that are not overdrawn, and the first day on which they should be. */
      below: z.array(z.object({ accountId: z.string(), name: z.string(), day: z.string(), amount: z.string() })),
      points: z.array(z.object({ day: z.string(), amount: z.string(), low: z.string(), high: z.string() })),
    })
    .nullable(),
  /** Excluded above. */
  leftOut: z.number().int(),
})
export type InsightView = z.infer<typeof InsightView>
