import type { Account, PsuStatus } from '#sandbox/store/accounts.ts'

/** A person to use at one of the banks, as shown by the start page and the scripts. */
export type CataloguePerson = {
  /** Stable id of the person in the store. */
  readonly id: string
  readonly firstName: string
  readonly lastName: string
  readonly name: string
  readonly bankCode: string
  readonly identifier: string
  readonly password: string
  readonly segment: 'retail' | 'professional'
  readonly maskedPhone: string
  readonly story: { readonly fr: string; readonly en: string }
}

export type CatalogueLine = Omit<CataloguePerson, 'name' | 'segment'>

/** A customer as a line of the catalogue. */
export const customer = (
  id: string,
  [firstName, lastName]: readonly [firstName: string, lastName: string],
  [bankCode, identifier, password, maskedPhone]: readonly [
    bankCode: string,
    identifier: string,
    password: string,
    maskedPhone: string,
  ],
  story: CatalogueLine['story'],
): CatalogueLine => ({ id, firstName, lastName, bankCode, identifier, password, maskedPhone, story })

/** An account in the catalogue, before it has an IBAN and a resourceId. */
export type AccountPlan = {
  /** Stable id; also the name of its life, unless it has none. */
  readonly key: string
  readonly bankCode: string
  /** Accounts with one IBAN have the same number. */
  readonly number: string
  readonly name: string
  readonly product: string
  readonly currency?: string
  readonly usage?: 'ORGA'
  readonly features?: readonly string[]
  readonly overdraftMinor?: number
  readonly openingMinor: number
  /** Opened today, or with two years of entries. */
  readonly age: 'new' | 'settled'
  /** For a card: key of its backing account. */
  readonly backing?: string
  /** By default open. */
  readonly status?: Account['status']
  readonly holders: readonly {
    readonly personId: string
    readonly shared?: boolean
    /** The PSU's relation to the account if they are not its holder. */
    readonly psuStatus?: PsuStatus
  }[]
  readonly owners: readonly {
    readonly fullName: string
    readonly role?: string
    readonly company?: { readonly number: string; readonly scheme: string }
  }[]
}
