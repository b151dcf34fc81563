import { z } from 'zod'
import { href, idLength, label, optionalId, optionalLabel, WireAmount } from './text.ts'

/** Answers of the payment interface (document 2). Tolerant: unknown members pass, what is missing counts as not shown. */

const optional = <T extends z.ZodType>(schema: T) => schema.nullish().catch(null)

/** `_links.consentApproval` of a creation or a cancellation. */
export const WireConsentLink = z.object({
  nonce: optionalLabel(70),
  _links: z.object({ consentApproval: z.object({ href }) }),
})

const WireInstruction = z.object({
  paymentId: optional(
    z.object({
      resourceId: optionalId(idLength),
      instructionId: optionalId(idLength),
      endToEndId: optionalId(idLength),
    }),
  ),
  instructedAmount: optional(WireAmount),
  transactionStatus: optionalLabel(35),
  statusReasonInformation: optionalLabel(35),
})
export type WireInstruction = z.infer<typeof WireInstruction>

/** The request as the bank holds it. Only its status can't be done without. */
export const WirePayment = z.object({
  resourceId: optionalId(idLength),
  paymentInformationStatus: label(35),
  statusReasonInformation: optionalLabel(35),
  paymentTypeInformation: optional(z.object({ serviceLevel: optionalLabel(35), localInstrument: optionalLabel(35) })),
  beneficiary: optional(
    z.object({
      creditor: optional(z.object({ name: optionalLabel(140) })),
      /** 34 characters, and the spaces it may be printed with. */
      creditorAccount: optional(z.object({ iban: optionalId(50) })),
    }),
  ),
  debtorAccount: optional(z.object({ iban: optionalId(50) })),
  creditTransferTransaction: optional(z.array(WireInstruction)),
})
export type WirePayment = z.infer<typeof WirePayment>

/** GET and confirmations wrap it (document 2, payment request). */
export const WirePaymentAnswer = z.object({ paymentRequest: z.looseObject({}) })
