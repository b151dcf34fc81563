import { z } from 'zod'
import { BudgetView } from './budget.ts'

/** The insights page, one currency at a time. Amounts are decimal strings. */

export const InsightView = z.object({
  /** Currencies of the person's transactions, most used first. */
  currencies: z.array(z.string()),
  /** Null: no transaction yet. */
  currency: z.string().nullable(),
  today: z.string(),
  /** Up to twelve months from the first with a transaction, oldest first, without own transfers and card settlements. */
  months: z.array(z.object({ month: z.string(), in: z.string(), out: z.string(), net: z.string() })),
  /** The month of the oldest transaction. */
  firstMonth: z.string(),
  /** The month of `totals` and `categories`. */
  month: z.string(),
  totals: z.object({ in: z.string(), out: z.string(), net: z.string() }),
  /** The previous month, up to the same day as the running month; null without older transactions. */
  before: z
    .object({
      month: z.string(),
      /** The last day compared while the month is running; null for a whole month. */
      until: z.string().nullable(),
      /** The increase of income and spending; negative: a decrease. */
      more: z.object({ in: z.string(), out: z.string() }),
    })
    .nullable(),
  /** Largest first, income and spending separately; none with an amount of 0. `more` is the increase over the previous month. */
  categories: z.array(
    z.object({
      category: z.string(),
      direction: z.enum(['in', 'out']),
      amount: z.string(),
      count: z.number().int(),
      more: z.string(),
    }),
  ),
  /** Of the current month, whatever `month` is; empty in other currencies. */
  budgets: z.array(BudgetView),
  balances: z.array(
    z.object({
      /** Null: all accounts together. */
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
  /** For all accounts together until the end of the month; null without a balance or two full months of transactions. */
  forecast: z
    .object({
      /** The last day of it. */
      until: z.string(),
      /** Number of full months it is computed from. */
      months: z.number().int(),
      /** Number of announced and recurring payments in it. */
      known: z.number().int(),
      points: z.array(z.object({ day: z.string(), amount: z.string(), low: z.string(), high: z.string() })),
    })
    .nullable(),
  /** Own transfers and card settlements of the last twelve months, excluded above. */
  leftOut: z.number().int(),
})
export type InsightView = z.infer<typeof InsightView>
