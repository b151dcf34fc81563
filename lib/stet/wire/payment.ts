import { z } from 'zod'
import { href, label, optionalLabel } from './text.ts'

/**
 * Answers of the payment interface (document 2). Tolerant: unknown members pass. Members that are compared with what was
 * asked are not here: `shown.ts` reads them one by one, so that a member that can't be read is not taken for a missing one.
 */

/** `_links.consentApproval` of a creation or a cancellation. */
export const WireConsentLink = z.object({
  nonce: optionalLabel(70),
  _links: z.object({ consentApproval: z.object({ href }) }),
})

/** GET and confirmations wrap the request (document 2, payment request). */
export const WirePaymentAnswer = z.object({ paymentRequest: z.looseObject({}) })

/** How the request stands. Only its status can't be done without. */
export const WirePaymentState = z.object({
  paymentInformationStatus: label(35),
  statusReasonInformation: optionalLabel(35),
})
export type WirePaymentState = z.infer<typeof WirePaymentState>
