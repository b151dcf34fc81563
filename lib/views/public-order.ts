import { z } from 'zod'
import { instantChoices } from '#lib/domain/payments/order/instant.ts'
import { LineItem } from '#lib/domain/payments/order/line-items.ts'
import { payStages } from '#lib/domain/payments/order/stage.ts'
import { merchantFindings } from '#lib/domain/payments/payee/verification.ts'
import { type BankView, MoneyView } from './banking.ts'
import { MerchantBrand } from './organisation.ts'

/** For anybody with its URL: no id, no metadata, no other payer. */

export const PublicOrderView = z.object({
  publicId: z.string(),
  isTest: z.boolean(),
  kind: z.enum(['checkout', 'link', 'transfer', 'refund']),
  stage: z.enum(payStages),
  /** Grows with every event. */
  version: z.int(),
  /** As payers know them. */
  payee: z.string(),
  /** Of the account, if another name. */
  holder: z.string().nullable(),
  /** Of the holder, by the bank of the account; `at`: null if it was not asked. */
  holderCheck: z.object({ finding: z.enum(merchantFindings), at: z.iso.datetime().nullable() }),
  merchant: MerchantBrand.nullable(),
  isReplaced: z.boolean(),
  amount: MoneyView,
  /** By reconciliation. */
  received: MoneyView.nullable(),
  /** More than the amount arrived. */
  isOverpaid: z.boolean(),
  reference: z.string(),
  /** SEPA characters; null if the same. */
  remittance: z.string().nullable(),
  description: z.string().nullable(),
  lineItems: z.array(LineItem),
  executionDate: z.iso.date().nullable(),
  /** Latest attempt's, else the payee's wish. */
  instant: z.enum(instantChoices),
  wantsInstant: z.enum(instantChoices),
  /** Codes of banks that refused it instantly. */
  ordinaryAt: z.array(z.string()),
  /** An ordinary transfer, at the latest. */
  arrivesOn: z.iso.date(),
  isRecurrent: z.boolean(),
  /** Masked. */
  knownDebtor: z.string().nullable(),
  preferredBank: z.string().nullable(),
  expiresAt: z.iso.datetime().nullable(),
  bank: z.object({ code: z.string(), name: z.string() }).nullable(),
  reason: z.string().nullable(),
  bankStatus: z.string().nullable(),
  askedUntil: z.iso.datetime().nullable(),
  isUnread: z.boolean(),
  /** No final status by then. */
  isUnreadable: z.boolean(),
  /** False once nothing can start anyway. */
  isSuspended: z.boolean(),
  hasReceipt: z.boolean(),
  /** Null while unsettled. */
  goOnTo: z.string().nullable(),
  giveUpTo: z.string().nullable(),
})
export type PublicOrderView = z.infer<typeof PublicOrderView>

/** Of an order without an attempt. */
export const untried = {
  bank: null,
  reason: null,
  bankStatus: null,
  askedUntil: null,
  isUnread: false,
  isUnreadable: false,
} satisfies Partial<PublicOrderView>

export type PayProgress = { stage: (typeof payStages)[number]; version: number }

export type PayBank = {
  bank: BankView
  answers: boolean
  isInstant: boolean
}
