import type { Money } from '@guichet/values/money/minor.ts'
import type { CancellationCondition } from '#lib/domain/payments/attempt/cancellation.ts'
import type { TransferOffer } from '#lib/domain/payments/transfer/offer.ts'
import type { BankView } from './banking.ts'
import type { OrderView } from './payment.ts'
import type { TransferLineView, TransferProgressView } from './transfer.ts'

export type TransferSource = {
  /** Null: chosen at the bank. */
  readonly account: {
    readonly id: string
    readonly connectionId: string
    readonly name: string
    readonly iban: string | null
    /** Null: not allowed, or never read. */
    readonly balance: Money | null
    /** So the bank answered the last refresh (AC06). It may have changed since, so the bank decides. */
    readonly isBlocked: boolean
  } | null
  readonly bank: BankView
  readonly mode: 'test' | 'live'
  readonly offer: TransferOffer
}

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
  /** By end-to-end id. */
  readonly booked: readonly BookedTransfer[]
  /** Read before the execution. */
  readonly toRead: readonly string[]
}

/** Document 2, note 6. */
export type CancellationOffer = {
  readonly conditions: readonly { readonly condition: CancellationCondition; readonly holds: boolean }[]
  readonly mayCancel: boolean
}

/** For anybody with the URL; masked. */
export type ReceiptProof = Pick<TransferLineView, 'state' | 'amount' | 'day' | 'bankName'> & {
  readonly payer: string
  readonly payee: string
  readonly payeeAccount: string
}
