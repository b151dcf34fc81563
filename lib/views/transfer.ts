import { cancellationReasons, frequencies } from '@guichet/stet/terms/payment-request.ts'
import { singleLine, typedSingleLine } from '@guichet/values/text/storable.ts'
import { z } from 'zod'
import { cancellationStatuses } from '#lib/domain/payments/cancellation.ts'
import { orderStatuses } from '#lib/domain/payments/order.ts'
import { payeeAnswers, payeeSources } from '#lib/domain/payments/payee-verification.ts'
import { transferStates } from '#lib/domain/payments/transfer-state.ts'

/** Transfers and payees as their owner sees them. Amounts are decimal strings, days `YYYY-MM-DD`. */

const Amount = z.object({ amount: z.string(), currency: z.string() })

/** Whether a payee's name is that of the account's holder, and who said so when. */
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
  /** Without spaces, unmasked: the person typed it and checks it here. */
  iban: z.string(),
  bic: z.string().nullable(),
  /** Null if the bank is not in the directory. */
  bankName: z.string().nullable(),
  /** Nothing was ever sent to this IBAN, so the first transfer requires the password. */
  isNew: z.boolean(),
  /** Null if this name was never verified for this IBAN. */
  verification: PayeeVerificationView.nullable(),
  updatedAt: z.iso.datetime(),
})
export type PayeeView = z.infer<typeof PayeeView>
export const PayeeListView = z.object({ payees: z.array(PayeeView) })

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
  /** Masked, to distinguish accounts of the same name. */
  creditorAccount: z.string(),
  amount: Amount,
  createdAt: z.iso.datetime(),
  /** Day of the (first) execution. */
  day: z.iso.date(),
  nextDay: z.iso.date().nullable(),
  recurrence: Recurring.nullable(),
  isInstant: z.boolean(),
  bankName: z.string().nullable(),
})
export type TransferLineView = z.infer<typeof TransferLineView>

export const TransferListView = z.object({
  /** Active standing orders, soonest first. */
  standing: z.array(TransferLineView),
  /** Confirmed for a future day, soonest first. */
  coming: z.array(TransferLineView),
  /** One page of the rest, newest first. */
  past: z.array(TransferLineView),
  /** Cursor of the next page; null at the end. */
  nextCursor: z.string().nullable(),
})
export type TransferListView = z.infer<typeof TransferListView>

/** Polled by a page while something is running. */
export const TransferProgressView = z.object({
  id: z.uuid(),
  state: z.enum(transferStates),
  isUnsettled: z.boolean(),
  /** Since when an unfinished transfer can't be read at the bank any more. */
  unreadableSince: z.iso.datetime().nullable(),
  /** Changes with every timeline entry. */
  version: z.int(),
  cancellation: z.enum(cancellationStatuses).nullable(),
})
export type TransferProgressView = z.infer<typeof TransferProgressView>

export const CancellationInput = z.strictObject({
  reason: z.enum(cancellationReasons),
  instructionIds: z.array(singleLine(35)).max(100),
})
export type CancellationInput = z.infer<typeof CancellationInput>

/** The person's transfer that an account's transaction belongs to. */
export const RecognisedView = z.object({ orderId: z.uuid().nullable() })
