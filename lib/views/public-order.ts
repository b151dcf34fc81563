import { z } from 'zod'
import { payStages } from '#lib/domain/payments/stage.ts'
import { BankView } from './banking.ts'

/**
 * An order as anybody with its address sees it: what a payer has to know, and nothing of the payee's that is not for the payer
 * (no id, no metadata, nothing of other payers). Amounts are decimal strings, instants ISO 8601.
 */

const Amount = z.object({ amount: z.string(), currency: z.string() })

export const PublicOrderView = z.object({
  publicId: z.string(),
  isTest: z.boolean(),
  kind: z.enum(['checkout', 'link', 'transfer', 'refund']),
  stage: z.enum(payStages),
  /** Grows with everything that happens: a page that has another number is old. */
  version: z.int(),
  payee: z.string(),
  amount: Amount,
  reference: z.string(),
  description: z.string().nullable(),
  executionDate: z.iso.date().nullable(),
  isInstant: z.boolean(),
  isRecurrent: z.boolean(),
  /** Known before: the payer isn't asked for it. */
  knowsDebtor: z.boolean(),
  expiresAt: z.iso.datetime().nullable(),
  /** Of the latest attempt. */
  bank: z.object({ code: z.string(), name: z.string() }).nullable(),
  /** The bank's reason code, or a word of ours, for an attempt that ended without a payment. */
  reason: z.string().nullable(),
  /** What the bank itself says, as it says it. */
  bankStatus: z.string().nullable(),
  /** Until when the bank is asked about the latest attempt, at the latest. */
  askedUntil: z.iso.datetime().nullable(),
  /** What the bank answers about the latest attempt can't be taken in: nobody knows how it stands. */
  isUnread: z.boolean(),
  /** That time is over, and the attempt had not come to its end. */
  isUnreadable: z.boolean(),
  hasReceipt: z.boolean(),
  /** Where the payee wants the browser next; null while it is not settled, or when the payee wants nothing. */
  goOnTo: z.string().nullable(),
  /** Where a payer goes who gives up. */
  giveUpTo: z.string().nullable(),
})
export type PublicOrderView = z.infer<typeof PublicOrderView>

/** What a page asks for while it waits. */
export const PayProgress = z.object({ stage: z.enum(payStages), version: z.int() })
export type PayProgress = z.infer<typeof PayProgress>

/** A bank that a payer may choose. */
export const PayBank = z.object({ bank: BankView, answers: z.boolean() })
export type PayBank = z.infer<typeof PayBank>
