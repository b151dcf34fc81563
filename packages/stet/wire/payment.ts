import { z } from 'zod'
import { href, label, noError, optionalLabel } from './text.ts'

/** Document 2. Members compared with the request are read by `parsed-field.ts`. */

/** `_links.consentApproval` of a creation or a cancellation. */
export const WireConsentLink = z.object({
  nonce: optionalLabel(70),
  _links: z.object({ consentApproval: z.object({ href }) }),
  ...noError,
})

/** Document 2, payment request. */
export const WirePaymentAnswer = z.object({ paymentRequest: z.looseObject({}), ...noError })

/** Any other content, an error or a page with 200, leaves open whether the bank took it (bank:D44). */
export const WireConfirmation = z.union([
  WirePaymentAnswer,
  z
    .looseObject({})
    .refine(body => Object.keys(body).length === 0)
    .transform(() => ({ paymentRequest: null })),
])

/** Only the status is required. */
export const WirePaymentState = z.object({
  paymentInformationStatus: label(35),
  statusReasonInformation: optionalLabel(35),
})
export type WirePaymentState = z.infer<typeof WirePaymentState>
