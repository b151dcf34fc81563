import type { AccountChoice } from '#lib/domain/consent.ts'
import type { Currency } from '#lib/domain/money.ts'
import type { Bank, StetVersion } from './bank.ts'
import type { CallContext } from './send.ts'
import type { AispToken } from './token.ts'

/** A ConsentChoice whose accounts carry a currency: one is enough, it stands for all of that IBAN (v1.6.2). */
export type ConsentToSend = {
  readonly accounts: readonly (AccountChoice & { readonly currency: Currency | null })[]
  readonly psuIdentity: boolean
}

type ConsentedAccount = { readonly iban: string; readonly currency?: Currency }

/** Body of `PUT /consents`. */
export type ConsentBody = {
  readonly balances: readonly ConsentedAccount[]
  readonly transactions: readonly ConsentedAccount[]
  readonly owners?: readonly ConsentedAccount[]
  readonly overdrafts?: readonly ConsentedAccount[]
  readonly trustedBeneficiaries: boolean
  readonly psuIdentity: boolean
}

/** The body that will be sent, as a value: to show it, or to store its hash (C21). */
export declare function consentBody(version: StetVersion, consent: ConsentToSend): ConsentBody
/** Replaces the whole previous consent. An empty one takes everything back. */
export declare function putConsent(bank: Bank, token: AispToken, consent: ConsentToSend, context: CallContext): Promise<void>
