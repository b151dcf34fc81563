import type { Owner, PersonAccount } from '#sandbox/store/accounts.ts'
import type { Consent, ConsentList } from '#sandbox/store/consents.ts'
import type { ListedEntry } from '#sandbox/store/entries.ts'
import type { Person } from '#sandbox/store/people.ts'
import type { BalanceFact } from './balances.ts'
import type { ConsentMembers, ConsentMembersV142 } from './consent-body.ts'

/** `{href, templated}`; hrefs are relative to the host (D20). */
export type Link = { readonly href: string; readonly templated: boolean }
export type Links = Readonly<Record<string, Link>>

export const linkTo = (href: string): Link => ({ href, templated: false })

/** An account as it may be listed: its balances are null when the consent does not cover them. */
export type ListedFacts = {
  readonly account: PersonAccount
  readonly bic: string
  readonly balances: readonly BalanceFact[] | null
}

/**
 * How one version of the interface shows the same facts. Endpoints collect facts and links; a version writes members:
 * a further version is a further one of these.
 */
export type Presentation = {
  /** Path in front of every resource of this version. */
  readonly base: string
  /** Lists that a consent of this version has; each is a resource of an account, too. */
  readonly consentLists: readonly ConsentList[]
  /** What a consent of this version looks like: validates it, and describes it in the reference. */
  readonly consentBody: typeof ConsentMembers | typeof ConsentMembersV142
  /** Whether this version has accounts like this one at all; one that it has not is unknown to it. */
  knows(account: PersonAccount): boolean
  /** Whether the account list shows it, under the consent in force (§ AIS behaviour rules 1 and 2). */
  lists(account: PersonAccount, consent: Consent | null): boolean
  account(facts: ListedFacts, consent: Consent | null): Readonly<Record<string, unknown>>
  balance(fact: BalanceFact): Readonly<Record<string, unknown>>
  /** JSON text: a page has a hundred of them, and objects in between would cost more than all the checks of the call. */
  transaction(account: PersonAccount, entry: ListedEntry): string
  owners(owners: readonly Owner[]): Readonly<Record<string, unknown>>
  overdraft(account: PersonAccount): Readonly<Record<string, unknown>>
  identity(person: Person): Readonly<Record<string, unknown>>
}

/** Links from an account or card to what the consent covers of it (§ AIS behaviour rule 3). */
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

/** Minor units as a decimal string (D29). Every currency of the bank has two decimals. */
export function decimalOf(amountMinor: bigint): string {
  const digits = String(amountMinor < 0n ? -amountMinor : amountMinor)
  return `${amountMinor < 0n ? '-' : ''}${absoluteDecimalOf(digits)}`
}

/** Minor units that stand as text as a decimal string without sign (D29: the indicator has it). */
export function absoluteDecimalOf(amount: string): string {
  const digits = (amount.startsWith('-') ? amount.slice(1) : amount).padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}
