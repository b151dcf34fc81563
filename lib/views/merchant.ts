import { z } from 'zod'
import { conversionSteps } from '#lib/domain/payments/transfer/conversion.ts'
import { OrderSummaryView } from './payment.ts'

/** Decimal strings in euro. */

export const PaymentPageView = z.object({
  payments: z.array(OrderSummaryView),
  /** Null at the end. */
  next: z.string().nullable(),
})
export type PaymentPageView = z.infer<typeof PaymentPageView>

const Sum = z.object({ count: z.int(), amount: z.string() })

const PeriodView = z.object({
  created: Sum,
  executed: Sum,
  /** Not paid yet. */
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
  /** Thirty Paris days, oldest first. */
  days: z.array(z.object({ day: z.iso.date(), count: z.int(), amount: z.string() })),
  steps: z.array(StepView),
  banks: z.array(z.object({ bankCode: z.string(), bankName: z.string(), attempts: z.int(), steps: z.array(StepView) })),
  held: z.int(),
})
export type MerchantTotalsView = z.infer<typeof MerchantTotalsView>

/** `refunded` is negative. */
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

/** `YYYY-MM`. */
export const SettlementView = z.object({
  month: z.string(),
  before: z.string(),
  /** Null: current month. */
  after: z.string().nullable(),
  /** Newest first, without empty days. */
  days: z.array(SettlementRow.extend({ day: z.iso.date() })),
  totals: z.array(SettlementRow),
})
export type SettlementView = z.infer<typeof SettlementView>
