import { z } from 'zod'
import { href, label, optionalLabel } from './text.ts'

/**
 * Answers of the payment interface (document 2). Tolerant: unknown members pass. Members compared with the request are
 * not here: `shown.ts` reads them one by one, so that an unreadable member does not count as missing.
 */

/** `_links.consentApproval` of a creation or a cancellation. */
export const WireConsentLink = z.object({
  nonce: optionalLabel(70),
  _links: z.object({ consentApproval: z.object({ href }) }),
})

/** GET and confirmation wrap the request (document 2, payment request). */
export const WirePaymentAnswer = z.object({ paymentRequest: z.looseObject({}) })

/** The state of a request. Only its status is required. */
export const WirePaymentState = z.object({
  paymentInformationStatus: label(35),
  statusReasonInformation: optionalLabel(35),
})
export type WirePaymentState = z.infer<typeof WirePaymentState>
