import { z } from 'zod'
import { LineItem } from './line-items.ts'
import type { PayStage } from './stage.ts'

/**
 * The receipt of a payment for payer and payee (PSD2 art. 46): who initiated it, for whom, amount, charges, time of
 * receipt, references and status. Amounts are decimal strings, instants ISO 8601.
 */

/** `initiated` means authorised at the bank and no more: it is no proof of payment, and says so. */
export const receiptTruths = ['initiated', 'accepted', 'executed', 'partly_executed', 'held', 'cancelled'] as const
export type ReceiptTruth = (typeof receiptTruths)[number]

const truths: { readonly [stage in PayStage]: ReceiptTruth | null } = {
  open: null,
  waiting: null,
  refused: null,
  lapsed: null,
  unreached: null,
  asking: 'initiated',
  unanswered: 'initiated',
  accepted: 'accepted',
  paid: 'executed',
  partly_paid: 'partly_executed',
  held: 'held',
  withdrawn: null,
  over: null,
}

/**
 * What a receipt says of a stage; null if there is none. A transfer cancelled after the payer had authorised it keeps
 * its receipt, which says `cancelled`.
 */
export function receiptTruth(stage: PayStage, wasAuthorised: boolean): ReceiptTruth | null {
  return stage === 'withdrawn' && wasAuthorised ? 'cancelled' : truths[stage]
}

const Amount = z.object({ amount: z.string(), currency: z.string() })

export const ReceiptView = z.object({
  truth: z.enum(receiptTruths),
  isTest: z.boolean(),
  payee: z.object({ name: z.string(), iban: z.string(), bic: z.string().nullable() }),
  payer: z.object({
    bankName: z.string(),
    bankCode: z.string(),
    /** Null unless the reader is the payer, or the payer agreed to disclose it to the payee (PSD2 art. 66). */
    iban: z.string().nullable(),
  }),
  amount: Amount,
  /** Our charges to the payer: none (PSD2 art. 46 (d)). */
  charges: Amount,
  reference: z.string(),
  structuredReference: z.string(),
  description: z.string().nullable(),
  lineItems: z.array(LineItem),
  paymentInformationId: z.string(),
  transfers: z.array(
    z.object({
      endToEndId: z.string(),
      amount: Amount,
      remittance: z.array(z.string()),
      bankStatus: z.string().nullable(),
    }),
  ),
  /** When the payer's bank accepted the order; null while uncertain. */
  receivedAt: z.iso.datetime().nullable(),
  authorisedAt: z.iso.datetime().nullable(),
  executionDate: z.iso.date(),
  /** When we learned of the end. */
  finishedAt: z.iso.datetime().nullable(),
  bankStatus: z.string().nullable(),
  initiator: z.object({ name: z.string(), authorisation: z.string(), authority: z.string(), contact: z.string() }),
  issuedAt: z.iso.datetime(),
})
export type ReceiptView = z.infer<typeof ReceiptView>
