import { singleLine, typedSingleLine } from '@guichet/values/text/storable.ts'
import { z } from 'zod'
import type { SaleState } from '#lib/domain/payments/order/till.ts'
import type { MoneyView } from './banking.ts'

/** As typed on a page in `locale`; `item` instead of an amount: a link's id. */
export const SaleInput = z.strictObject({
  amount: singleLine(20).default(''),
  note: typedSingleLine(200).default(''),
  item: singleLine(40).default(''),
  locale: z.enum(['fr', 'en']),
})
export type SaleInput = z.infer<typeof SaleInput>

export type SaleView = {
  id: string
  publicId: string
  /** Of the payment page, in the QR code. */
  url: string
  amount: MoneyView
  note: string | null
  reference: string
  state: SaleState
  at: string
  expiresAt: string | null
}

export type TillView = {
  /** Null if it can sell. */
  stopped: 'organisation_suspended' | 'organisation_not_activated' | 'beneficiary_missing' | null
  /** Reusable links of a fixed amount. */
  items: { id: string; title: string; amount: MoneyView }[]
  /** Of this Paris day, newest first. */
  sales: SaleView[]
  paid: MoneyView
  paidCount: number
}
