import type { Owner, PersonAccount } from '#sandbox/store/accounts.ts'
import type { Consent, ConsentList } from '#sandbox/store/consents.ts'
import type { ListedEntry } from '#sandbox/store/entries.ts'
import type { Person } from '#sandbox/store/people.ts'
import type { BalanceFact } from './balances.ts'
import type { ConsentMembers, ConsentMembersV142 } from './consent-body.ts'

/** `{href, templated}`; hrefs are relative to the host (bank:D20). */
export type Link = { readonly href: string; readonly templated: boolean }
export type Links = Readonly<Record<string, Link>>

export const linkTo = (href: string): Link => ({ href, templated: false })

/** An account in a list; its balances are null if they are not consented. */
export type ListedFacts = {
  readonly account: PersonAccount
  readonly bic: string
  readonly balances: readonly BalanceFact[] | null
}

/**
 * How one version of the interface presents the same data. Endpoints collect data and links; a version writes the members. A new version is
 * another object of this type.
 */
export type Presentation = {
  /** Path before every resource of this version. */
  readonly base: string
  /** The lists of a consent in this version; each is also a resource of an account. */
  readonly consentLists: readonly ConsentList[]
  /** The consent's schema, for validation and for the reference. */
  readonly consentBody: typeof ConsentMembers | typeof ConsentMembersV142
  /** Whether this version has accounts of this kind at all; others are unknown in it. */
  knows(account: PersonAccount): boolean
  /** Whether the account list contains it, by the consent in force (§ AIS behaviour rules 1 and 2). */
  lists(account: PersonAccount, consent: Consent | null): boolean
  account(facts: ListedFacts, consent: Consent | null): Readonly<Record<string, unknown>>
  balance(fact: BalanceFact): Readonly<Record<string, unknown>>
  /** JSON text, because building a page of a hundred objects would cost more than all checks of the call. */
  transaction(account: PersonAccount, entry: ListedEntry): string
  owners(owners: readonly Owner[]): Readonly<Record<string, unknown>>
  overdraft(account: PersonAccount): Readonly<Record<string, unknown>>
  identity(person: Person): Readonly<Record<string, unknown>>
}

/** Links from an account or card to its consented data (§ AIS behaviour rule 3). */
export function resourceLinks(
  { base, consentLists }: Pick<Presentation, 'base' | 'consentLists'>,
  account: PersonAccount,
  consent: Consent | null,
): Links {
  const granted = consentLists
    .filter(list => consent?.[list].has(account.iban))
    .filter(list => list !== 'overdrafts' || account.kind === 'account')
  return Object.fromEntries(granted.map(list => [list, linkTo(`${base}/accounts/${account.id}/${list}`)]))
}

/** An account or card as both versions list it; `named` is how one of them names it. */
export function describeAccount(
  version: Presentation,
  { account, balances }: ListedFacts,
  consent: Consent | null,
  named: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  return {
    cashAccountType: account.kind === 'card' ? 'CARD' : 'CACC',
    ...named,
    resourceId: account.id,
    product: account.product,
    balances: balances?.map(fact => version.balance(fact)),
    usage: account.usage,
    psuStatus: account.psuStatus,
    name: account.name,
    _links: resourceLinks(version, account, consent),
  }
}

/** Minor units as a decimal string (bank:D29). All currencies of the bank have two decimals. */
export function decimalOf(amountMinor: bigint): string {
  const digits = String(amountMinor < 0n ? -amountMinor : amountMinor)
  return `${amountMinor < 0n ? '-' : ''}${absoluteDecimalOf(digits)}`
}

/** Minor units in text form as a decimal string without sign (bank:D29: the indicator has it). */
export function absoluteDecimalOf(amount: string): string {
  const digits = (amount.startsWith('-') ? amount.slice(1) : amount).padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}
