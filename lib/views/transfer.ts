import { cancellationReasons, frequencies } from '@guichet/stet/terms/payment-request.ts'
import { singleLine, typedSingleLine } from '@guichet/values/text/storable.ts'
import { z } from 'zod'
import type { cancellationStatuses } from '#lib/domain/payments/attempt/cancellation.ts'
import type { orderStatuses } from '#lib/domain/payments/order/status.ts'
import { payeeAnswers, payeeSources } from '#lib/domain/payments/payee/verification.ts'
import type { transferStates } from '#lib/domain/payments/transfer/state.ts'
import type { MoneyView } from './banking.ts'

/** Decimal strings, `YYYY-MM-DD`. */

export const PayeeVerificationView = z.object({
  answer: z.enum(payeeAnswers),
  /** Close match only. */
  matchedName: z.string().nullable(),
  source: z.enum(payeeSources),
  verifiedAt: z.iso.datetime(),
})
export type PayeeVerificationView = z.infer<typeof PayeeVerificationView>

export type PayeeView = {
  id: string
  name: string
  /** Unmasked: the person typed it. */
  iban: string
  bic: string | null
  bankName: string | null
  /** The first transfer requires the password. */
  isNew: boolean
  verification: PayeeVerificationView | null
  updatedAt: string
}
export type PayeeListView = { payees: PayeeView[] }

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
type Recurring = z.infer<typeof Recurring>

export type TransferLineView = {
  id: string
  state: (typeof transferStates)[number]
  status: (typeof orderStatuses)[number]
  creditorName: string
  /** Masked. */
  creditorAccount: string
  amount: MoneyView
  createdAt: string
  day: string
  nextDay: string | null
  recurrence: Recurring | null
  isInstant: boolean
  bankName: string | null
}

export type TransferListView = {
  /** Soonest first. */
  standing: TransferLineView[]
  /** Soonest first. */
  coming: TransferLineView[]
  /** Newest first. */
  past: TransferLineView[]
  /** Null at the end. */
  nextCursor: string | null
}

export type TransferProgressView = {
  id: string
  state: (typeof transferStates)[number]
  isUnsettled: boolean
  unreadableSince: string | null
  version: number
  cancellation: (typeof cancellationStatuses)[number] | null
}

export const CancellationInput = z.strictObject({
  reason: z.enum(cancellationReasons),
  instructionIds: z.array(singleLine(35)).max(100),
})
export type CancellationInput = z.infer<typeof CancellationInput>

export type RecognisedView = { orderId: string | null }
