import { z } from 'zod'
import { OptionalText, WireAmount } from './text.ts'

/** Answers of the payment interface (document 2). Tolerant: unknown members pass, what is missing counts as not shown. */

const optional = <T extends z.ZodType>(schema: T) => schema.nullish().catch(null)

/** `_links.consentApproval` of a creation or a cancellation. */
export const WireConsentLink = z.object({
  nonce: OptionalText,
  _links: z.object({ consentApproval: z.object({ href: z.string().min(1) }) }),
})

const WireInstruction = z.object({
  paymentId: optional(z.object({ resourceId: OptionalText, instructionId: OptionalText, endToEndId: OptionalText })),
  instructedAmount: optional(WireAmount),
  transactionStatus: OptionalText,
  statusReasonInformation: OptionalText,
})
export type WireInstruction = z.infer<typeof WireInstruction>

/** The request as the bank holds it. Only its status can't be done without. */
export const WirePayment = z.object({
  resourceId: OptionalText,
  paymentInformationStatus: z.string().min(1),
  statusReasonInformation: OptionalText,
  paymentTypeInformation: optional(z.object({ serviceLevel: OptionalText, localInstrument: OptionalText })),
  beneficiary: optional(
    z.object({
      creditor: optional(z.object({ name: OptionalText })),
      creditorAccount: optional(z.object({ iban: OptionalText })),
    }),
  ),
  debtorAccount: optional(z.object({ iban: OptionalText })),
  creditTransferTransaction: optional(z.array(WireInstruction)),
})
export type WirePayment = z.infer<typeof WirePayment>

/** GET and confirmations wrap it (document 2, payment request). */
export const WirePaymentAnswer = z.object({ paymentRequest: z.looseObject({}) })
