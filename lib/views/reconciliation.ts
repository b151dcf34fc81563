import type { creditStates, matchWays, receipts } from '#lib/domain/payments/order/reconcile.ts'
import type { orderStatuses } from '#lib/domain/payments/order/status.ts'
import type { refundTries } from '#lib/domain/payments/refund/rules.ts'
import type { MoneyView } from './banking.ts'

/** Decimal strings, ISO 8601. */

type Instant = string

export const accountStates = ['none', 'connected', 'expired', 'not_consented', 'gone'] as const
export type AccountState = (typeof accountStates)[number]

export type ReconciliationAccountView = {
  state: (typeof accountStates)[number]
  /** Masked. */
  iban: string | null
  bankName: string | null
  memberName: string | null
  isYours: boolean
  connectionId: string | null
  lastReadAt: Instant | null
  reconciledAt: Instant | null
  expiresAt: Instant | null
  /** With the payee's IBAN. */
  candidates: { accountId: string; bankName: string; mayTransactions: boolean }[]
}

export type CreditMatchView = {
  id: string
  orderId: string
  reference: string
  amount: MoneyView
  by: (typeof matchWays)[number]
  receipt: (typeof receipts)[number]
  orderAmount: MoneyView
  received: MoneyView
  createdAt: Instant
}

export type CreditView = {
  id: string
  day: string
  amount: MoneyView
  rest: MoneyView
  /** Matched, but more than its orders asked for. */
  excess: MoneyView
  state: (typeof creditStates)[number]
  endToEndId: string | null
  remittance: string[]
  note: string | null
  matches: CreditMatchView[]
}

export type SuggestionView = {
  /** An invoice that nobody opened has no payment yet. */
  of: 'payment' | 'invoice'
  id: string
  reference: string
  amount: MoneyView
  due: MoneyView
  createdOn: string
}

export type MissingOrderView = {
  orderId: string
  reference: string
  status: (typeof orderStatuses)[number]
  amount: MoneyView
  executionDay: string
}

/** Per currency. */
export type ReconciliationTotals = {
  currency: string
  received: string
  short: string
  over: string
  missing: string
  unknown: string
}

export type ReconciliationCounts = {
  received: number
  short: number
  over: number
  missing: number
  unknown: number
  matched: number
}

export type ReconciliationView = {
  account: ReconciliationAccountView
  counts: ReconciliationCounts
  totals: ReconciliationTotals[]
  credits: CreditView[]
  /** Null at the end. */
  next: string | null
  missing: MissingOrderView[]
}

export type RefundView = {
  id: string
  paymentId: string
  paymentReference: string
  mode: 'test' | 'live'
  status: (typeof orderStatuses)[number]
  amount: MoneyView
  creditorName: string
  /** PSD2 art. 66. */
  creditorIban: string
  reason: string | null
  metadata: Record<string, string>
  createdAt: Instant
  finishedAt: Instant | null
  expiresAt: Instant | null
}

export type RefundTryView = {
  how: (typeof refundTries)[number]
  bankName: string
  reason: string | null
}

export type RefundPageView = RefundView & { lastTry: RefundTryView | null }

export type RefundListView = { refunds: RefundPageView[]; next: string | null }

export type RefundOfferView = {
  paymentId: string
  reference: string
  amount: MoneyView
  refundable: MoneyView
  /** Null: to be entered. */
  payerIban: string | null
  refunds: RefundPageView[]
}
