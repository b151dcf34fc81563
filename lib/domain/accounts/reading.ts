import type { IsoDate } from '#lib/domain/calendar/day.ts'
import type { Currency, Money } from '#lib/domain/money/minor.ts'

/** Values a bank tells us about accounts, after translation from its wire format. Unknown codes stay as they came. */

/** One entry of the bank's account list: a payment account, or a deferred-debit card beside the account it draws on. */
export type ListedAccount = {
  readonly resourceId: string
  readonly kind: 'account' | 'card'
  readonly cashAccountType: string
  readonly iban: string | null
  /** Encoded card number, opaque. Null for accounts. */
  readonly cardId: string | null
  readonly currency: Currency
  readonly name: string
  readonly product: string | null
  readonly details: string | null
  /** From `details: features:`: IP, SCT, SCT_MULT, or what the bank says. */
  readonly features: readonly string[]
  readonly usage: string | null
  readonly psuStatus: string | null
  readonly bic: string | null
  /** Of a card: resourceId of the account that backs it. */
  readonly linkedResourceId: string | null
  /** Balances the list carried inline, only for consented accounts. Null when the list carried none. */
  readonly balances: readonly BalanceReading[] | null
  /** How many balances of that list nobody could read. */
  readonly unreadableBalances: number
  /** Which links the entry carries: the bank's own word on what may be called. */
  readonly links: ReadonlySet<'balances' | 'transactions' | 'owners' | 'overdrafts'>
}

export type BalanceReading = {
  /** VALU CLBD OTHR ITAV PRCD, or what the bank says. */
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

export type TransactionLine = {
  readonly resourceId: string | null
  /** Increasing technical identifier of a booked line; null while not booked. */
  readonly entryReference: string | null
  /** BOOK PDNG FUTR INFO, or what the bank says. */
  readonly status: string
  /** Signed: negative is money out (creditDebitIndicator decides, D29). */
  readonly amount: Money
  readonly bookingDate: IsoDate | null
  readonly valueDate: IsoDate | null
  readonly transactionDate: IsoDate | null
  readonly expectedBookingDate: IsoDate | null
  readonly remittance: readonly string[]
  readonly code: BankTransactionCode
  readonly endToEndId: string | null
}

/** A line nobody could read: kept beside the others so that the rest goes on (quality R16). */
export type UnreadableLine = { readonly reason: string; readonly field: string }

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
