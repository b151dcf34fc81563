import { z } from 'zod'
import type { PayStage } from './stage.ts'

/**
 * What a payer and a payee keep of a payment (PSD2 art. 46): who initiated, for whom, how much, what it cost, when the order
 * was received, under which numbers it is found again, and how it stands. Amounts are decimal strings, instants ISO 8601.
 */

/** How it stands. `initiated` is agreed at the bank and no more: it is not a proof of payment, and says so. */
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
 * What a receipt says of a stage; null where there is nothing to receipt. A transfer cancelled at the bank after the payer had
 * agreed keeps its receipt, which says `cancelled`.
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
    /** Null unless whoever reads is the payer, or the payer agreed that the payee sees it (PSD2 art. 66). */
    iban: z.string().nullable(),
  }),
  amount: Amount,
  /** Ours, to the payer: none (PSD2 art. 46 (d)). */
  charges: Amount,
  reference: z.string(),
  structuredReference: z.string(),
  description: z.string().nullable(),
  paymentInformationId: z.string(),
  transfers: z.array(
    z.object({
      endToEndId: z.string(),
      amount: Amount,
      remittance: z.array(z.string()),
      bankStatus: z.string().nullable(),
    }),
  ),
  /** The payer's bank took the order at this instant; null while it is not certain. */
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
