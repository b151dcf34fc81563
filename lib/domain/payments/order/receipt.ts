import { z } from 'zod'
import type { AttemptStatus } from '#lib/domain/payments/attempt/machine.ts'
import { LineItem } from './line-items.ts'
import type { OrderStatus } from './status.ts'

/** PSD2 art. 46, for payer and payee. Decimal strings, ISO 8601. */

/** `initiated`: authorised, no proof of payment. */
export const receiptTruths = ['initiated', 'accepted', 'executed', 'partly_executed', 'held', 'cancelled'] as const
export type ReceiptTruth = (typeof receiptTruths)[number]

const truths: { readonly [status in OrderStatus]: ReceiptTruth | null } = {
  open: null,
  pending: 'initiated',
  confirmed: 'accepted',
  executed: 'executed',
  partly_executed: 'partly_executed',
  held: 'held',
  cancelled: 'cancelled',
  expired: null,
}

type ReceiptAttempt = { readonly status: AttemptStatus; readonly authorisedAt: Date | string | null }

/** Null: nobody authorised, or the payee withdrew. A transfer cancelled after authorisation keeps its receipt. */
export function receiptTruth(status: OrderStatus, attempts: readonly ReceiptAttempt[]): ReceiptTruth | null {
  const counting = attempts.filter(({ authorisedAt }) => authorisedAt !== null)
  const isCounted = status === 'cancelled' ? counting.some(one => one.status === 'cancelled') : counting.length > 0
  return isCounted ? truths[status] : null
}

const Amount = z.object({ amount: z.string(), currency: z.string() })

export const ReceiptView = z.object({
  truth: z.enum(receiptTruths),
  isTest: z.boolean(),
  /** `trade`: as payers know them, if another name. */
  payee: z.object({ name: z.string(), trade: z.string().nullable(), iban: z.string(), bic: z.string().nullable() }),
  payer: z.object({
    bankName: z.string(),
    bankCode: z.string(),
    /** Null unless the reader is the payer, or the payer agreed (PSD2 art. 66). */
    iban: z.string().nullable(),
  }),
  amount: Amount,
  /** PSD2 art. 46 (d): none. */
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
  /** By the payer's bank; null while uncertain. */
  receivedAt: z.iso.datetime().nullable(),
  authorisedAt: z.iso.datetime().nullable(),
  executionDate: z.iso.date(),
  /** Latest day; null: within seconds. */
  arrivesOn: z.iso.date().nullable(),
  finishedAt: z.iso.datetime().nullable(),
  bankStatus: z.string().nullable(),
  initiator: z.object({ name: z.string(), authorisation: z.string(), authority: z.string(), contact: z.string() }),
  issuedAt: z.iso.datetime(),
})
export type ReceiptView = z.infer<typeof ReceiptView>
