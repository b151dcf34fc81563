import { z } from 'zod'
import { creditStates, matchWays, receipts } from '#lib/domain/payments/order/reconcile.ts'
import { orderStatuses } from '#lib/domain/payments/order/status.ts'
import { refundTries } from '#lib/domain/payments/refund/rules.ts'

/** Decimal strings, ISO 8601. */

const Amount = z.object({ amount: z.string(), currency: z.string() })
const Instant = z.iso.datetime()

export const accountStates = ['none', 'connected', 'expired', 'not_consented', 'gone'] as const
export type AccountState = (typeof accountStates)[number]

export const ReconciliationAccountView = z.object({
  state: z.enum(accountStates),
  /** Masked. */
  iban: z.string().nullable(),
  bankName: z.string().nullable(),
  memberName: z.string().nullable(),
  isYours: z.boolean(),
  connectionId: z.uuid().nullable(),
  lastReadAt: Instant.nullable(),
  reconciledAt: Instant.nullable(),
  expiresAt: Instant.nullable(),
  /** With the payee's IBAN. */
  candidates: z.array(z.object({ accountId: z.uuid(), bankName: z.string(), mayTransactions: z.boolean() })),
})
export type ReconciliationAccountView = z.infer<typeof ReconciliationAccountView>

export const CreditMatchView = z.object({
  id: z.uuid(),
  orderId: z.uuid(),
  reference: z.string(),
  amount: Amount,
  by: z.enum(matchWays),
  receipt: z.enum(receipts),
  orderAmount: Amount,
  received: Amount,
  createdAt: Instant,
})
export type CreditMatchView = z.infer<typeof CreditMatchView>

export const CreditView = z.object({
  id: z.uuid(),
  day: z.iso.date(),
  amount: Amount,
  rest: Amount,
  state: z.enum(creditStates),
  endToEndId: z.string().nullable(),
  remittance: z.array(z.string()),
  note: z.string().nullable(),
  matches: z.array(CreditMatchView),
})
export type CreditView = z.infer<typeof CreditView>

export const SuggestionView = z.object({
  orderId: z.uuid(),
  reference: z.string(),
  status: z.enum(orderStatuses),
  amount: Amount,
  due: Amount,
  createdAt: Instant,
})
export type SuggestionView = z.infer<typeof SuggestionView>

export const MissingOrderView = z.object({
  orderId: z.uuid(),
  reference: z.string(),
  status: z.enum(orderStatuses),
  amount: Amount,
  executionDay: z.iso.date(),
})
export type MissingOrderView = z.infer<typeof MissingOrderView>

/** Per currency. */
export const ReconciliationTotals = z.object({
  currency: z.string(),
  received: z.string(),
  short: z.string(),
  over: z.string(),
  missing: z.string(),
  unknown: z.string(),
})
export type ReconciliationTotals = z.infer<typeof ReconciliationTotals>

export const ReconciliationCounts = z.object({
  received: z.int(),
  short: z.int(),
  over: z.int(),
  missing: z.int(),
  unknown: z.int(),
  matched: z.int(),
})
export type ReconciliationCounts = z.infer<typeof ReconciliationCounts>

export const ReconciliationView = z.object({
  account: ReconciliationAccountView,
  counts: ReconciliationCounts,
  totals: z.array(ReconciliationTotals),
  credits: z.array(CreditView),
  /** Null at the end. */
  next: z.string().nullable(),
  missing: z.array(MissingOrderView),
})
export type ReconciliationView = z.infer<typeof ReconciliationView>

export const RefundView = z.object({
  id: z.uuid(),
  paymentId: z.uuid(),
  paymentReference: z.string(),
  mode: z.enum(['test', 'live']),
  status: z.enum(orderStatuses),
  amount: Amount,
  creditorName: z.string(),
  /** PSD2 art. 66. */
  creditorIban: z.string(),
  reason: z.string().nullable(),
  metadata: z.record(z.string(), z.string()),
  createdAt: Instant,
  finishedAt: Instant.nullable(),
  expiresAt: Instant.nullable(),
})
export type RefundView = z.infer<typeof RefundView>

export const RefundTryView = z.object({
  how: z.enum(refundTries),
  bankName: z.string(),
  reason: z.string().nullable(),
})
export type RefundTryView = z.infer<typeof RefundTryView>

export const RefundPageView = RefundView.extend({ lastTry: RefundTryView.nullable() })
export type RefundPageView = z.infer<typeof RefundPageView>

export const RefundListView = z.object({ refunds: z.array(RefundPageView), next: z.string().nullable() })
export type RefundListView = z.infer<typeof RefundListView>

export const RefundOfferView = z.object({
  paymentId: z.uuid(),
  reference: z.string(),
  amount: Amount,
  refundable: Amount,
  /** Null: to be entered. */
  payerIban: z.string().nullable(),
  refunds: z.array(RefundPageView),
})
export type RefundOfferView = z.infer<typeof RefundOfferView>
