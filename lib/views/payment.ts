import { cancellationReasons, categoryPurposes, frequencies } from '@guichet/stet/terms/payment-request.ts'
import { z } from 'zod'
import { cancellationStatuses } from '#lib/domain/payments/attempt/cancellation.ts'
import { paymentActors, paymentEventTypes } from '#lib/domain/payments/attempt/event.ts'
import { attemptStatuses } from '#lib/domain/payments/attempt/machine.ts'
import { instantChoices } from '#lib/domain/payments/order/instant.ts'
import { LineItem } from '#lib/domain/payments/order/line-items.ts'
import { paidWays } from '#lib/domain/payments/order/paid.ts'
import { failedTries } from '#lib/domain/payments/order/stage.ts'
import { orderStatuses } from '#lib/domain/payments/order/status.ts'
import { refundTries } from '#lib/domain/payments/refund/rules.ts'
import { MoneyView } from './banking.ts'
import { PayeeVerificationView } from './transfer.ts'

/** Decimal strings, `YYYY-MM-DD`, ISO 8601. */

const Instant = z.iso.datetime()

export const InstructionView = z.object({
  instructionId: z.string(),
  endToEndId: z.string(),
  amount: MoneyView,
  remittance: z.array(z.string()),
  bankStatus: z.string().nullable(),
  bankReason: z.string().nullable(),
})
export type InstructionView = z.infer<typeof InstructionView>

export const CancellationView = z.object({
  id: z.uuid(),
  reason: z.enum(cancellationReasons),
  instructionIds: z.array(z.string()),
  status: z.enum(cancellationStatuses),
  createdAt: Instant,
  endedAt: Instant.nullable(),
})
export type CancellationView = z.infer<typeof CancellationView>

/** `asked` null: not sent; `held` null: unreadable. */
export const MismatchView = z.object({ field: z.string(), asked: z.string().nullable(), held: z.string().nullable() })
export type MismatchView = z.infer<typeof MismatchView>

export const AttemptView = z.object({
  id: z.uuid(),
  bankCode: z.string(),
  bankName: z.string(),
  status: z.enum(attemptStatuses),
  /** A bank's code or ours. */
  reason: z.string().nullable(),
  bankStatus: z.string().nullable(),
  bankReason: z.string().nullable(),
  /** IBANs are masked. */
  mismatches: z.array(MismatchView),
  /** PSD2 art. 66. */
  debtorIban: z.string().nullable(),
  isInstant: z.boolean(),
  executionDate: z.iso.date(),
  instructions: z.array(InstructionView),
  cancellations: z.array(CancellationView),
  createdAt: Instant,
  authorisedAt: Instant.nullable(),
  confirmedAt: Instant.nullable(),
  finishedAt: Instant.nullable(),
  expiresAt: Instant,
  /** Our confirmation's answer is lost. */
  unanswered: z.object({ since: Instant, until: Instant }).nullable(),
  isUnread: z.boolean(),
  unreadableSince: Instant.nullable(),
})
export type AttemptView = z.infer<typeof AttemptView>

export const PaymentEventView = z.object({
  seq: z.int(),
  at: Instant,
  type: z.enum(paymentEventTypes),
  by: z.enum(paymentActors),
  attemptId: z.uuid().nullable(),
  detail: z.record(z.string(), z.unknown()),
})
export type PaymentEventView = z.infer<typeof PaymentEventView>

export const OrderSummaryView = z.object({
  id: z.uuid(),
  publicId: z.string(),
  mode: z.enum(['test', 'live']),
  kind: z.enum(['checkout', 'link', 'transfer', 'refund']),
  status: z.enum(orderStatuses),
  reference: z.string(),
  description: z.string().nullable(),
  amount: MoneyView,
  creditorName: z.string(),
  /** By reconciliation, not the payer's bank. */
  received: MoneyView.nullable(),
  receivedAt: Instant.nullable(),
  paidBy: z.enum(paidWays).nullable(),
  bankCode: z.string().nullable(),
  bankName: z.string().nullable(),
  /** Of an open refund. */
  lastTry: z.enum(refundTries).nullable(),
  /** Of any other, if another try is possible. */
  failedTry: z.enum(failedTries).nullable(),
  createdAt: Instant,
  finishedAt: Instant.nullable(),
  expiresAt: Instant.nullable(),
})
export type OrderSummaryView = z.infer<typeof OrderSummaryView>

export const OrderView = OrderSummaryView.extend({
  creditorIban: z.string(),
  creditorBic: z.string().nullable(),
  lineItems: z.array(LineItem),
  verification: PayeeVerificationView.omit({ source: true }).nullable(),
  categoryPurpose: z.enum(categoryPurposes),
  executionDate: z.iso.date().nullable(),
  instant: z.enum(instantChoices),
  preferredBank: z.string().nullable(),
  recurrence: z
    .object({
      frequency: z.enum(frequencies),
      executionRule: z.enum(['FWNG', 'PREC']),
      endDate: z.iso.date().nullable(),
    })
    .nullable(),
  returnUrl: z.string().nullable(),
  cancelUrl: z.string().nullable(),
  metadata: z.record(z.string(), z.string()).nullable(),
  linkId: z.uuid().nullable(),
  refundOfId: z.uuid().nullable(),
  /** Newest first. */
  attempts: z.array(AttemptView),
  /** Oldest first. */
  timeline: z.array(PaymentEventView),
})
export type OrderView = z.infer<typeof OrderView>
