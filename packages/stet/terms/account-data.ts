import type { IsoDate } from '@guichet/values/calendar/day.ts'
import type { Currency, Money } from '@guichet/values/money/minor.ts'

/** Account data from a bank, translated from its wire format. Unknown codes are kept unchanged. */

/** An entry of the bank's account list: a payment account, or a deferred-debit card next to the account it draws on. */
export type ListedAccount = {
  readonly resourceId: string
  readonly kind: 'account' | 'card'
  readonly cashAccountType: string
  readonly iban: string | null
  /** Encoded card number, opaque. Null for accounts. */
  readonly cardId: string | null
  /** As the bank names it, or its balances show; null if nothing says it: only currency accounts have to (v1.6.2). */
  readonly currency: Currency | null
  readonly name: string
  readonly product: string | null
  readonly details: string | null
  /** From `details: features:`: IP, SCT, SCT_MULT, or other bank values. */
  readonly features: readonly string[]
  readonly usage: string | null
  readonly psuStatus: string | null
  readonly bic: string | null
  /** Of a card: resourceId of its backing account. */
  readonly linkedResourceId: string | null
  /** Balances inline in the list, only for consented accounts. Null if the list had none. */
  readonly balances: readonly BalanceReading[] | null
  /** Number of unreadable balances in that list. */
  readonly unreadableBalances: number
  /** The links of the entry: what the bank allows to be read. */
  readonly links: ReadonlySet<'balances' | 'transactions' | 'owners' | 'overdrafts'>
}

export type BalanceReading = {
  /** VALU CLBD OTHR ITAV PRCD, or another bank value. */
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
  /** Increasing technical identifier of a booked transaction; null before booking. */
  readonly entryReference: string | null
  /** BOOK PDNG FUTR INFO, or another bank value. */
  readonly status: string
  /** Signed: negative is money out (creditDebitIndicator decides, bank:D29). */
  readonly amount: Money
  readonly bookingDate: IsoDate | null
  readonly valueDate: IsoDate | null
  readonly transactionDate: IsoDate | null
  readonly expectedBookingDate: IsoDate | null
  readonly remittance: readonly string[]
  readonly code: BankTransactionCode
  readonly endToEndId: string | null
}

/** An unreadable transaction: recorded next to the others, which are processed (quality R16). */
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
