import { singleLine, typedMultiLine, typedSingleLine } from '@guichet/values/text/storable.ts'
import { z } from 'zod'
import type { ActivationFacts, ActivationState } from '#lib/domain/merchant/activation.ts'
import type { Business } from '#lib/domain/merchant/business.ts'
import { type DocumentKind, documentKinds } from '#lib/domain/merchant/document.ts'
import type { ActivationStep } from '#lib/domain/refusals/failure.ts'
import type { PayeeVerificationView } from './transfer.ts'

/** Decimal strings in euros, ISO 8601. */

export type DocumentView = {
  readonly id: string
  readonly kind: DocumentKind
  readonly name: string
  readonly mediaType: string
  readonly bytes: number
  readonly createdAt: string
}

export type LimitsView = { readonly payment: string; readonly day: string; readonly month: string }

export type ContractView = {
  readonly isDraft: boolean
  /** To accept today. */
  readonly version: string
  readonly isAccepted: boolean
  readonly accepted: readonly {
    readonly version: string
    readonly language: 'fr' | 'en'
    readonly name: string
    readonly at: string
  }[]
}

export type ActivationView = {
  readonly state: ActivationState
  readonly missing: readonly ActivationStep[]
  /** Since the approval. */
  readonly changed: readonly (keyof ActivationFacts)[]
  readonly canAsk: boolean
  readonly isSelfEvident: boolean
  readonly proof: 'linked' | 'documents' | 'none'
  /** By an owner. */
  readonly isLinked: boolean
  /** Looked like. */
  readonly brand: string | null
  readonly company: {
    readonly name: string
    readonly legalName: string
    readonly registrationNumber: string | null
    /** Null if a digit is wrong. */
    readonly siren: string | null
    readonly country: string
    readonly addressLines: readonly string[]
  }
  /** Null: not said. */
  readonly business: Business | null
  readonly contract: ContractView
  readonly representative: { readonly name: string; readonly role: string }
  readonly account: {
    readonly name: string
    readonly iban: string
    readonly legalNameProof: PayeeVerificationView | null
    readonly holderProof: PayeeVerificationView | null
  } | null
  /** Pauses live payments. */
  readonly nextAccountAt: string | null
  readonly documents: readonly DocumentView[]
  readonly reviewAskedAt: string | null
  readonly approvedAt: string | null
  readonly declinedReason: string | null
  readonly suspended: { readonly at: string; readonly reason: string } | null
  readonly limits: LimitsView
  readonly askedLimits: (LimitsView & { readonly at: string; readonly reason: string }) | null
  /** To the last question about them. */
  readonly limitsAnswer: { readonly at: string; readonly reason: string } | null
}

export const RepresentativeInput = z.strictObject({ name: typedSingleLine(300), role: typedSingleLine(200) })
export type RepresentativeInput = z.infer<typeof RepresentativeInput>

export const BusinessInput = z.strictObject({
  activity: typedSingleLine(600),
  naf: typedSingleLine(20),
  owners: z
    .array(z.strictObject({ name: typedSingleLine(300), bornOn: typedSingleLine(20), share: typedSingleLine(20) }))
    .max(8),
})
export type BusinessInput = z.infer<typeof BusinessInput>

export const ContractInput = z.strictObject({ version: singleLine(20), language: z.enum(['fr', 'en']) })
export type ContractInput = z.infer<typeof ContractInput>

/** Decimal strings in euros, and why. */
export const AskedLimitsInput = z.strictObject({
  payment: typedSingleLine(30),
  day: typedSingleLine(30),
  month: typedSingleLine(30),
  reason: typedMultiLine(600),
})
export type AskedLimitsInput = z.infer<typeof AskedLimitsInput>

export type StoredDocument = { id: string }
export const DocumentKindInput = z.enum(documentKinds)
