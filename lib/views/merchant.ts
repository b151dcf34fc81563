import { z } from 'zod'
import { conversionSteps } from '#lib/domain/payments/conversion.ts'
import { OrderSummaryView } from './payment.ts'

/** A merchant's dashboard besides single payments. Amounts are decimal strings in euro. */

export const PaymentPageView = z.object({
  payments: z.array(OrderSummaryView),
  /** Cursor of older ones; null at the end. */
  next: z.string().nullable(),
})
export type PaymentPageView = z.infer<typeof PaymentPageView>

const Sum = z.object({ count: z.int(), amount: z.string() })

const PeriodView = z.object({
  created: Sum,
  /** The bank's status says that money moved. */
  executed: Sum,
  /** Confirmed to the bank but not executed yet: not paid. */
  confirmed: Sum,
  rejectedAttempts: z.int(),
})

const StepView = z.object({
  step: z.enum(conversionSteps),
  count: z.int(),
  shareOfAll: z.int().nullable(),
  shareOfPrevious: z.int().nullable(),
})

export const MerchantTotalsView = z.object({
  mode: z.enum(['test', 'live']),
  today: PeriodView,
  month: PeriodView,
  /** The last thirty days of Paris, oldest first: what was executed on each. */
  days: z.array(z.object({ day: z.iso.date(), count: z.int(), amount: z.string() })),
  steps: z.array(StepView),
  banks: z.array(z.object({ bankCode: z.string(), bankName: z.string(), attempts: z.int(), steps: z.array(StepView) })),
  /** Held payments, which somebody has to investigate. */
  held: z.int(),
})
export type MerchantTotalsView = z.infer<typeof MerchantTotalsView>

/** Sums of a day or a month, as decimal strings; `refunded` is negative. */
export const SettlementRow = z.object({
  currency: z.string(),
  executed: z.string(),
  received: z.string(),
  short: z.string(),
  unknown: z.string(),
  refunded: z.string(),
  net: z.string(),
})
export type SettlementRow = z.infer<typeof SettlementRow>

/** A month day by day. Months are `YYYY-MM`. */
export const SettlementView = z.object({
  month: z.string(),
  before: z.string(),
  /** Null for the current month. */
  after: z.string().nullable(),
  /** Newest first; days on which nothing happened are left out. */
  days: z.array(SettlementRow.extend({ day: z.iso.date() })),
  totals: z.array(SettlementRow),
})
export type SettlementView = z.infer<typeof SettlementView>
