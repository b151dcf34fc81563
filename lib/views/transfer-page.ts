import type { Money } from '@guichet/values/money/minor.ts'
import type { CancellationCondition } from '#lib/domain/payments/cancellation.ts'
import type { TransferOffer } from '#lib/domain/payments/transfer-offer.ts'
import type { BankView } from './banking.ts'
import type { OrderView } from './payment.ts'
import type { TransferLineView, TransferProgressView } from './transfer.ts'

/** Server-side input of the transfer pages. */

export type TransferSource = {
  /** Null: the account is chosen at the bank. */
  readonly account: {
    readonly id: string
    readonly name: string
    readonly iban: string | null
    /** The main balance as last read; null if not allowed or never read. */
    readonly balance: Money | null
  } | null
  readonly bank: BankView
  readonly mode: 'test' | 'live'
  readonly offer: TransferOffer
}

/** An account's transaction that is one of a transfer's instructions. */
export type BookedTransfer = {
  readonly accountId: string
  readonly accountName: string
  readonly key: string
  readonly day: string
  readonly label: string
  readonly amount: { readonly amount: string; readonly currency: string }
}

export type TransferPage = {
  readonly order: OrderView
  readonly progress: TransferProgressView
  readonly line: TransferLineView
  /** Found on the person's accounts by end-to-end id. */
  readonly booked: readonly BookedTransfer[]
  /** Connections to refresh while the person is there: their accounts were last read before the bank executed the transfer. */
  readonly toRead: readonly string[]
}

/** The conditions of document 2, note 6, by name, and whether all are met. */
export type CancellationOffer = {
  readonly conditions: readonly { readonly condition: CancellationCondition; readonly holds: boolean }[]
  readonly mayCancel: boolean
}

/** The data of the page that confirms a receipt, visible to anybody with its URL. Names and accounts are masked. */
export type ReceiptProof = Pick<TransferLineView, 'state' | 'amount' | 'day' | 'bankName'> & {
  readonly payer: string
  readonly payee: string
  readonly payeeAccount: string
}
