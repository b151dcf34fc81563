import { cancellationReasons, frequencies } from '@guichet/stet/terms/payment-request.ts'
import { singleLine, typedSingleLine } from '@guichet/values/text/storable.ts'
import { z } from 'zod'
import { cancellationStatuses } from '#lib/domain/payments/attempt/cancellation.ts'
import { orderStatuses } from '#lib/domain/payments/order/status.ts'
import { payeeAnswers, payeeSources } from '#lib/domain/payments/payee/verification.ts'
import { transferStates } from '#lib/domain/payments/transfer/state.ts'

/** Decimal strings, `YYYY-MM-DD`. */

const Amount = z.object({ amount: z.string(), currency: z.string() })

export const PayeeVerificationView = z.object({
  answer: z.enum(payeeAnswers),
  /** Close match only. */
  matchedName: z.string().nullable(),
  source: z.enum(payeeSources),
  verifiedAt: z.iso.datetime(),
})
export type PayeeVerificationView = z.infer<typeof PayeeVerificationView>

export const PayeeView = z.object({
  id: z.uuid(),
  name: z.string(),
  /** Unmasked: the person typed it. */
  iban: z.string(),
  bic: z.string().nullable(),
  bankName: z.string().nullable(),
  /** The first transfer requires the password. */
  isNew: z.boolean(),
  verification: PayeeVerificationView.nullable(),
  updatedAt: z.iso.datetime(),
})
export type PayeeView = z.infer<typeof PayeeView>
export const PayeeListView = z.object({ payees: z.array(PayeeView) })
export type PayeeListView = z.infer<typeof PayeeListView>

export const PayeeInput = z.strictObject({
  name: typedSingleLine(1_000),
  iban: typedSingleLine(1_000),
  bic: typedSingleLine(1_000).default(''),
})
export type PayeeInput = z.infer<typeof PayeeInput>

export const Recurring = z.object({
  frequency: z.enum(frequencies),
  executionRule: z.enum(['FWNG', 'PREC']),
  endDate: z.iso.date().nullable(),
})

export const TransferLineView = z.object({
  id: z.uuid(),
  state: z.enum(transferStates),
  status: z.enum(orderStatuses),
  creditorName: z.string(),
  /** Masked. */
  creditorAccount: z.string(),
  amount: Amount,
  createdAt: z.iso.datetime(),
  day: z.iso.date(),
  nextDay: z.iso.date().nullable(),
  recurrence: Recurring.nullable(),
  isInstant: z.boolean(),
  bankName: z.string().nullable(),
})
export type TransferLineView = z.infer<typeof TransferLineView>

export const TransferListView = z.object({
  /** Soonest first. */
  standing: z.array(TransferLineView),
  /** Soonest first. */
  coming: z.array(TransferLineView),
  /** Newest first. */
  past: z.array(TransferLineView),
  /** Null at the end. */
  nextCursor: z.string().nullable(),
})
export type TransferListView = z.infer<typeof TransferListView>

export const TransferProgressView = z.object({
  id: z.uuid(),
  state: z.enum(transferStates),
  isUnsettled: z.boolean(),
  unreadableSince: z.iso.datetime().nullable(),
  version: z.int(),
  cancellation: z.enum(cancellationStatuses).nullable(),
})
export type TransferProgressView = z.infer<typeof TransferProgressView>

export const CancellationInput = z.strictObject({
  reason: z.enum(cancellationReasons),
  instructionIds: z.array(singleLine(35)).max(100),
})
export type CancellationInput = z.infer<typeof CancellationInput>

export const RecognisedView = z.object({ orderId: z.uuid().nullable() })
export type RecognisedView = z.infer<typeof RecognisedView>
