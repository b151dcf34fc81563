import type { IsoDate } from '@guichet/values/calendar/day.ts'
import type { Currency, Money } from '@guichet/values/money/minor.ts'

/** Account data of a bank; unknown codes are kept. */

/** A payment account, or a deferred-debit card beside its account. */
export type ListedAccount = {
  readonly resourceId: string
  readonly kind: 'account' | 'card'
  readonly cashAccountType: string
  readonly iban: string | null
  /** Encoded number, opaque; null for accounts. */
  readonly cardId: string | null
  /** Null if neither the bank nor a balance says it: only currency accounts must (v1.6.2). */
  readonly currency: Currency | null
  readonly name: string
  readonly product: string | null
  readonly details: string | null
  /** IP, SCT, SCT_MULT, or other values, from `details`. */
  readonly features: readonly string[]
  readonly usage: string | null
  readonly psuStatus: string | null
  readonly bic: string | null
  /** Of a card: its account. */
  readonly linkedResourceId: string | null
  /** Null if the list had none. */
  readonly balances: readonly BalanceReading[] | null
  readonly unreadableBalances: number
  /** What the bank allows to be read. */
  readonly links: ReadonlySet<'balances' | 'transactions' | 'owners' | 'overdrafts'>
}

export type BalanceReading = {
  /** VALU CLBD OTHR ITAV PRCD, or another. */
  readonly type: string
  readonly name: string
  readonly amount: Money
  readonly referenceDate: IsoDate | null
}

export type BankTransactionCode = {
  readonly domain: string | null
  readonly family: string | null
  readonly subFamily: string | null
  readonly code: string | null
  readonly issuer: string | null
}

export type BankTransaction = {
  readonly resourceId: string | null
  /** Increasing; null before booking. */
  readonly entryReference: string | null
  /** BOOK PDNG FUTR INFO, or another. */
  readonly status: string
  /** Negative is money out (bank:D29). */
  readonly amount: Money
  readonly bookingDate: IsoDate | null
  readonly valueDate: IsoDate | null
  readonly transactionDate: IsoDate | null
  readonly expectedBookingDate: IsoDate | null
  readonly remittance: readonly string[]
  readonly code: BankTransactionCode
  readonly endToEndId: string | null
  /** From 2 on, of equal ones of a page that only have a reference. */
  readonly nth?: number
}

/** Recorded next to the readable rows (R16). */
export type UnreadableRow = { readonly reason: string; readonly field: string }

export type Owners = {
  readonly persons: readonly { readonly fullName: string; readonly role: string | null }[]
  readonly company: {
    readonly identification: string
    readonly schemeName: string
    readonly issuer: string | null
  } | null
}

export type Overdraft = { readonly allowed: Money }

export type Identity = {
  readonly fullName: string
  readonly firstName: string | null
  readonly lastName: string | null
}
