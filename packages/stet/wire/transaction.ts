import { z } from 'zod'
import {
  dateIfGiven,
  idIfGiven,
  idLength,
  label,
  noError,
  noNext,
  optionalDate,
  optionalId,
  optionalLabel,
  optionalLines,
  rowsOfAnswer,
  WireAmount,
  WireLinks,
} from './text.ts'

/** `GET /accounts/{id}/transactions`. */
export const WireTransactionPage = z
  .object({ transactions: rowsOfAnswer, _links: WireLinks, ...noError, links: noNext })
  .default({ transactions: [], _links: new Map() })

/** bank:D46. No bank sends more than 20. */
const remittance = optionalLines(140, 20)

/**
 * Document 1, Transaction. Status and exact amount are required; an unusable `entryReference` or booking date sets
 * it aside, as they identify and place it.
 */
export const WireTransaction = z.object({
  resourceId: optionalId(idLength),
  entryReference: idIfGiven(idLength),
  /** v1.6.2 an object, v1.4.2 a list, some banks one text (bank:D28). */
  remittanceInformation: z.union([
    z.object({ unstructured: remittance }).transform(said => said.unstructured),
    remittance,
  ]),
  transactionAmount: WireAmount,
  bankTransactionCode: z
    .object({
      domain: optionalLabel(35),
      family: optionalLabel(35),
      subFamily: optionalLabel(35),
      code: optionalLabel(35),
      issuer: optionalLabel(35),
    })
    .nullish()
    .catch(null),
  bookingDate: dateIfGiven,
  valueDate: optionalDate,
  transactionDate: optionalDate,
  expectedBookingDate: optionalDate,
  creditDebitIndicator: optionalLabel(35),
  status: label(35),
  /** ISO 20022 gives it 35. */
  endToEndId: optionalId(35),
})
export type WireTransaction = z.infer<typeof WireTransaction>
