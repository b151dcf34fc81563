import { z } from 'zod'
import { BudgetView } from './budget.ts'

/** What the page of insights shows, one currency at a time: sums across currencies would mean nothing. Amounts are decimal strings. */

export const InsightView = z.object({
  /** Currencies of the person's lines, the busiest first. */
  currencies: z.array(z.string()),
  /** Null: no line yet. */
  currency: z.string().nullable(),
  today: z.string(),
  /** The last twelve months from the first one with a line, the oldest first; own transfers and card settlements left out. */
  months: z.array(z.object({ month: z.string(), in: z.string(), out: z.string(), net: z.string() })),
  /** The month of the first line of all. */
  firstMonth: z.string(),
  /** The month that `totals` and `categories` are about. */
  month: z.string(),
  totals: z.object({ in: z.string(), out: z.string(), net: z.string() }),
  /** The month before, as far as the running month has come; null when no line is that old. */
  before: z
    .object({
      month: z.string(),
      /** The last day that counts, when the month is not over; else null, and the whole month counts. */
      until: z.string().nullable(),
      /** How much more came in and went out since; negative: less. */
      more: z.object({ in: z.string(), out: z.string() }),
    })
    .nullable(),
  /** The largest first; what came in and what went out apart. `more` is how much more than in the month before. */
  categories: z.array(
    z.object({
      category: z.string(),
      direction: z.enum(['in', 'out']),
      amount: z.string(),
      count: z.number().int(),
      more: z.string(),
    }),
  ),
  /** Of the running month, whatever `month` is; none when `currency` is not theirs. */
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
  /** Of all accounts together to the end of the month; null without a balance or two full months of lines. */
  forecast: z
    .object({
      /** The last day of it. */
      until: z.string(),
      /** Full months that it rests on. */
      months: z.number().int(),
      /** Announced and regular lines in it. */
      known: z.number().int(),
      points: z.array(z.object({ day: z.string(), amount: z.string(), low: z.string(), high: z.string() })),
    })
    .nullable(),
  /** Movements of the last twelve months between own accounts, and card settlements: in no sum above. */
  leftOut: z.number().int(),
})
export type InsightView = z.infer<typeof InsightView>
