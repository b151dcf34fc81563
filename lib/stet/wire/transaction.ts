import { z } from 'zod'
import { OptionalText, WireAmount, WireLinks } from './text.ts'

/** Page of `GET /accounts/{id}/transactions`. */
export const WireTransactionPage = z.object({ transactions: z.array(z.unknown()).nullish(), _links: WireLinks })

const Lines = z.union([z.array(OptionalText), z.string().transform(line => [line])])

/** Element of `transactions` (document 1, Transaction). */
export const WireTransaction = z.object({
  resourceId: OptionalText,
  entryReference: OptionalText,
  /** v1.6.2 an object, v1.4.2 a bare array; either is read in both versions (D28). */
  remittanceInformation: z
    .union([Lines, z.object({ unstructured: Lines }).transform(({ unstructured }) => unstructured)])
    .nullish()
    .catch(null),
  transactionAmount: WireAmount,
  bankTransactionCode: z
    .object({
      domain: OptionalText,
      family: OptionalText,
      subFamily: OptionalText,
      code: OptionalText,
      issuer: OptionalText,
    })
    .nullish()
    .catch(null),
  bookingDate: OptionalText,
  valueDate: OptionalText,
  transactionDate: OptionalText,
  expectedBookingDate: OptionalText,
  creditDebitIndicator: OptionalText,
  status: z.string().min(1),
  endToEndId: OptionalText,
})
export type WireTransaction = z.infer<typeof WireTransaction>
