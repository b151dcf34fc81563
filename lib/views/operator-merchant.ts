import { singleLine, typedMultiLine } from '@guichet/values/text/storable.ts'
import { z } from 'zod'
import type { activationStates } from '#lib/domain/merchant/activation.ts'
import type { ApiMode } from '#lib/domain/merchant/api-key.ts'
import type { MemberRole } from '#lib/domain/merchant/membership.ts'
import type { SignName } from '#lib/domain/merchant/unusual.ts'
import type { OrderStatus } from '#lib/domain/payments/order/status.ts'
import { type ActivationView, AskedLimitsInput } from './activation.ts'

/** Decimal strings in euros, ISO 8601. */

export const merchantQueues = ['in_review', 'approved', 'declined', 'limits_asked', 'never_asked', 'suspended'] as const

export const MerchantFilter = z.object({
  q: singleLine(140).optional(),
  queue: z.enum(merchantQueues).optional(),
  before: z.uuid().optional(),
})
export type MerchantFilter = z.infer<typeof MerchantFilter>

export type MerchantLine = {
  readonly id: string
  readonly name: string
  readonly legalName: string
  readonly registrationNumber: string | null
  readonly state: (typeof activationStates)[number]
  readonly isSuspended: boolean
  readonly brand: string | null
  readonly createdAt: string
  readonly reviewAskedAt: string | null
  readonly asksLimits: boolean
}
export type MerchantPage = { readonly merchants: readonly MerchantLine[]; readonly next: string | null }

export type MerchantView = {
  readonly id: string
  readonly email: string
  readonly website: string | null
  readonly logo: string | null
  readonly locale: 'fr' | 'en'
  readonly createdAt: string
  readonly members: readonly {
    readonly userId: string
    readonly name: string
    readonly email: string
    readonly role: MemberRole
    readonly isAddressConfirmed: boolean
  }[]
  readonly activation: ActivationView
  /** Null: nobody, or the linked account's bank. */
  readonly approvedBy: string | null
  readonly approvedReason: string | null
  /** Of the two operators that large limits need. */
  readonly firstYes: { readonly name: string; readonly to: 'activation' | 'limits' } | null
  readonly needsTwo: boolean
  /** A decision about anything else is refused. */
  readonly seen: string
  /** Ids of documents that this operator has opened. */
  readonly opened: readonly string[]
  /** Of the same registration number or account. */
  readonly twins: readonly { readonly id: string; readonly name: string; readonly by: 'number' | 'account' }[]
}

/** The merchant reads why it was declined, operators why it was approved. */
export const ActivationDecision = z.discriminatedUnion('decision', [
  z.strictObject({ decision: z.literal('approve'), seen: singleLine(100), reason: typedMultiLine(600).default('') }),
  z.strictObject({ decision: z.literal('decline'), seen: singleLine(100), reason: typedMultiLine(600) }),
])
export type ActivationDecision = z.infer<typeof ActivationDecision>

/** The merchant reads the reason. */
export const SuspensionInput = z.strictObject({ suspended: z.boolean(), reason: typedMultiLine(600).default('') })
export type SuspensionInput = z.infer<typeof SuspensionInput>

/** The merchant reads the reason if it is an answer. */
export const LimitsInput = AskedLimitsInput.extend({ reason: typedMultiLine(600).default('') })
export type LimitsInput = z.infer<typeof LimitsInput>
/** They are not granted: the merchant reads why. */
export const LimitsAnswer = z.strictObject({ reason: typedMultiLine(600) })
export type LimitsAnswer = z.infer<typeof LimitsAnswer>

export const OperatorPaymentFilter = z.object({
  q: singleLine(140).optional(),
  bank: singleLine(20).optional(),
  merchant: z.uuid().optional(),
  before: z.uuid().optional(),
})
export type OperatorPaymentFilter = z.infer<typeof OperatorPaymentFilter>

export type FoundPayment = {
  readonly id: string
  readonly merchantId: string
  readonly merchant: string
  readonly mode: ApiMode
  readonly kind: 'checkout' | 'link' | 'transfer' | 'refund'
  readonly status: OrderStatus
  readonly amount: { readonly amount: string; readonly currency: string }
  readonly reference: string
  /** Latest attempt's. */
  readonly bankCode: string | null
  readonly endToEndId: string | null
  readonly createdAt: string
}
export type FoundPaymentPage = { readonly payments: readonly FoundPayment[]; readonly next: string | null }

export type UnusualMerchant = {
  readonly id: string
  readonly name: string
  readonly signs: readonly SignName[]
  readonly brand: string | null
  readonly attempts: number
  readonly refused: number
  readonly busiestHour: number
  readonly paidSinceChange: { readonly amount: string; readonly currency: string }
  readonly changedAt: string | null
}
