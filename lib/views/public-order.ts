import { z } from 'zod'
import { instantChoices } from '#lib/domain/payments/instant.ts'
import { LineItem } from '#lib/domain/payments/line-items.ts'
import { payStages } from '#lib/domain/payments/stage.ts'
import { BankView } from './banking.ts'
import { MerchantBrand } from './organisation.ts'

/**
 * An order as seen by anybody with its URL: what a payer needs, and nothing else (no id, no metadata, nothing of other
 * payers). Amounts are decimal strings, instants ISO 8601.
 */

const Amount = z.object({ amount: z.string(), currency: z.string() })

export const PublicOrderView = z.object({
  publicId: z.string(),
  isTest: z.boolean(),
  kind: z.enum(['checkout', 'link', 'transfer', 'refund']),
  stage: z.enum(payStages),
  /** Grows with every event: a page with another number is outdated. */
  version: z.int(),
  payee: z.string(),
  /** Null if the organisation is gone. */
  merchant: MerchantBrand.nullable(),
  /** Whoever reads comes from an attempt that another one replaced. */
  isReplaced: z.boolean(),
  amount: Amount,
  /** What reconciliation found on the payee's account; null if nothing. */
  received: Amount.nullable(),
  reference: z.string(),
  /** The reference as banks carry it, in the SEPA character set; null if that changes nothing. */
  remittance: z.string().nullable(),
  description: z.string().nullable(),
  lineItems: z.array(LineItem),
  executionDate: z.iso.date().nullable(),
  /** Of the latest attempt; before one, what the payee wants. */
  instant: z.enum(instantChoices),
  /** What the payee wants, whatever the latest attempt was. */
  wantsInstant: z.enum(instantChoices),
  isRecurrent: z.boolean(),
  /** The payer's account as the payee named it, masked. */
  knownDebtor: z.string().nullable(),
  /** Code of the bank that the payee proposes. */
  preferredBank: z.string().nullable(),
  expiresAt: z.iso.datetime().nullable(),
  /** Of the latest attempt. */
  bank: z.object({ code: z.string(), name: z.string() }).nullable(),
  /** The bank's reason code, or one of ours, for an attempt that ended without a payment. */
  reason: z.string().nullable(),
  /** The bank's own status, unchanged. */
  bankStatus: z.string().nullable(),
  /** Until when the bank is asked about the latest attempt. */
  askedUntil: z.iso.datetime().nullable(),
  /** The bank's answers about the latest attempt are unusable: its state is unknown. */
  isUnread: z.boolean(),
  /** That time has passed, and the attempt has no final status. */
  isUnreadable: z.boolean(),
  /** The payee is suspended: no attempt can start. False once nothing can start anyway. */
  isSuspended: z.boolean(),
  hasReceipt: z.boolean(),
  /** The payee's return URL; null while unsettled, or if there is none. */
  goOnTo: z.string().nullable(),
  /** The payee's URL for a payer who gives up. */
  giveUpTo: z.string().nullable(),
})
export type PublicOrderView = z.infer<typeof PublicOrderView>

/** The data a page polls while it waits. */
export const PayProgress = z.object({ stage: z.enum(payStages), version: z.int() })
export type PayProgress = z.infer<typeof PayProgress>

/** A bank that a payer may choose. */
export const PayBank = z.object({
  bank: BankView,
  answers: z.boolean(),
  /** Whether this payment would be an instant transfer there. */
  isInstant: z.boolean(),
})
export type PayBank = z.infer<typeof PayBank>
