import type { conversionSteps } from '#lib/domain/payments/transfer/conversion.ts'
import type { OrderSummaryView } from './payment.ts'

/** Decimal strings in euro. */

export type PaymentPageView = {
  payments: OrderSummaryView[]
  /** Null at the end. */
  next: string | null
}

type Sum = { count: number; amount: string }

type PeriodView = {
  created: Sum
  executed: Sum
  /** Not paid yet. */
  confirmed: Sum
  rejectedAttempts: number
}

type StepView = {
  step: (typeof conversionSteps)[number]
  count: number
  shareOfAll: number | null
  shareOfPrevious: number | null
}

export type MerchantTotalsView = {
  mode: 'test' | 'live'
  today: PeriodView
  month: PeriodView
  /** Thirty Paris days, oldest first. */
  days: { day: string; count: number; amount: string }[]
  steps: StepView[]
  banks: { bankCode: string; bankName: string; attempts: number; steps: StepView[] }[]
  held: number
}

/** `refunded` is negative. */
export type SettlementRow = {
  currency: string
  executed: string
  transferred: string
  received: string
  short: string
  unknown: string
  refunded: string
  net: string
}

/** `YYYY-MM`. */
export type SettlementView = {
  month: string
  before: string
  /** Null: current month. */
  after: string | null
  /** Newest first, without empty days. */
  days: (SettlementRow & { day: string })[]
  totals: SettlementRow[]
}
