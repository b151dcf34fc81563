import { typedSingleLine } from '@guichet/values/text/storable.ts'
import { z } from 'zod'
import type { ActivationFacts, ActivationState } from '#lib/domain/merchant/activation.ts'
import { type DocumentKind, documentKinds } from '#lib/domain/merchant/document.ts'
import type { ActivationStep } from '#lib/domain/refusals/failure.ts'
import type { PayeeVerificationView } from './transfer.ts'

/** The activation of an organisation, as members and operators see it. Amounts are decimal strings in euros, instants ISO 8601. */

export type DocumentView = {
  readonly id: string
  readonly kind: DocumentKind
  readonly name: string
  readonly mediaType: string
  readonly bytes: number
  readonly createdAt: string
}

export type LimitsView = { readonly payment: string; readonly day: string; readonly month: string }

export type ActivationView = {
  readonly state: ActivationState
  readonly missing: readonly ActivationStep[]
  /** What is different from what was approved. */
  readonly changed: readonly (keyof ActivationFacts)[]
  readonly canAsk: boolean
  /** Asking activates at once. */
  readonly isSelfEvident: boolean
  readonly proof: 'linked' | 'documents' | 'none'
  /** The known brand that one of its names looks like. */
  readonly brand: string | null
  readonly company: {
    readonly name: string
    readonly legalName: string
    readonly registrationNumber: string | null
    /** The number's SIREN; null if a digit is wrong. */
    readonly siren: string | null
    readonly country: string
    readonly addressLines: readonly string[]
  }
  readonly representative: { readonly name: string; readonly role: string }
  readonly account: {
    readonly name: string
    readonly iban: string
    /** What the bank says about the legal name, and about the holder as typed. */
    readonly legalNameProof: PayeeVerificationView | null
    readonly holderProof: PayeeVerificationView | null
  } | null
  /** When another account takes effect, which pauses live payments. */
  readonly nextAccountAt: string | null
  readonly documents: readonly DocumentView[]
  readonly reviewAskedAt: string | null
  readonly approvedAt: string | null
  readonly declinedReason: string | null
  readonly suspended: { readonly at: string; readonly reason: string } | null
  readonly limits: LimitsView
}

/** Who represents an organisation, as typed. */
export const RepresentativeInput = z.strictObject({ name: typedSingleLine(300), role: typedSingleLine(200) })
export type RepresentativeInput = z.infer<typeof RepresentativeInput>

export const StoredDocument = z.object({ id: z.uuid() })
export const DocumentKindInput = z.enum(documentKinds)
