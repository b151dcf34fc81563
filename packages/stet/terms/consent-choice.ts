import { isIban } from '@guichet/values/money/iban.ts'
import { compare } from '@guichet/values/text/compare.ts'

/** What a person allows to be read at a bank: one row per IBAN, and the identity separately (document 1, Consent). */

export const consentKinds = ['balances', 'transactions', 'owners', 'overdrafts'] as const
export type ConsentKind = (typeof consentKinds)[number]

/** The lists of a consent in each version of the interface (§ AIS Versioning); only these are offered and sent. */
export const kindsOfVersion = {
  '1.4.2': ['balances', 'transactions'],
  '1.6.2': consentKinds,
} as const satisfies Record<string, readonly ConsentKind[]>
export type InterfaceVersion = keyof typeof kindsOfVersion

export type Allowance = { readonly [kind in ConsentKind]: boolean }

export type AccountChoice = { readonly iban: string } & Allowance

export type ConsentChoice = { readonly accounts: readonly AccountChoice[]; readonly psuIdentity: boolean }

/** Nothing allowed: before any consent, or with everything unticked. */
export const nothing: Allowance = { balances: false, transactions: false, owners: false, overdrafts: false }

/** The facts that decide which row of the consent applies to an account or card. */
export type Consentable = {
  readonly kind: 'account' | 'card'
  readonly iban: string | null
  /** Of a card: the IBAN of its backing account. */
  readonly backingIban: string | null
}

/**
 * The check before every call about an account: may this kind of data be read now? A card follows its backing account,
 * the currencies of an IBAN follow that IBAN (§ AIS behaviour rules 3 and 5). Cards have no overdrafts. Without
 * consent, or if the IBAN is not ticked, the answer is no. Services use `allowancesOf` for many accounts at once.
 * @internal
 */
export function mayRead(consent: ConsentChoice | null, account: Consentable, kind: ConsentKind): boolean {
  return allowancesOf(consent)(account)[kind]
}

/** Whether the identity may be read (`psuIdentity`). */
export function mayReadIdentity(consent: ConsentChoice | null): boolean {
  return consent?.psuIdentity === true
}

/**
 * All four answers of `mayRead`, as stored with an account, for many accounts with one lookup each. A consent names an
 * IBAN once (`findChoiceFault`); of two rows the first counts.
 */
export function allowancesOf(consent: ConsentChoice | null): (account: Consentable) => Allowance {
  const choices = new Map(consent?.accounts.toReversed().map(choice => [choice.iban, choice]))
  return account => {
    const iban = account.kind === 'card' ? account.backingIban : account.iban
    const choice = (iban === null ? undefined : choices.get(iban)) ?? nothing
    const { balances, transactions, owners, overdrafts } = choice
    return { balances, transactions, owners, overdrafts: overdrafts && account.kind !== 'card' }
  }
}

type Listed = {
  readonly kind: 'account' | 'card'
  readonly resourceId: string
  readonly iban: string | null
  readonly linkedResourceId: string | null
}

/** Finds the IBAN that decides about each account of a listing. */
export function consentablesOf(listing: readonly Listed[]): (account: Listed) => Consentable {
  const accounts = listing.filter(({ kind }) => kind === 'account').toReversed()
  const ibans = new Map(accounts.map(({ resourceId, iban }) => [resourceId, iban]))
  return ({ kind, iban, linkedResourceId }) => ({
    kind,
    iban,
    backingIban: kind === 'card' && linkedResourceId !== null ? (ibans.get(linkedResourceId) ?? null) : null,
  })
}

/** Rows sorted by IBAN, without those where nothing is ticked: the meaning of a choice, independent of the page. */
export function normaliseChoice(choice: ConsentChoice): ConsentChoice {
  const accounts = choice.accounts
    .filter(account => consentKinds.some(kind => account[kind]))
    .map(({ iban, balances, transactions, owners, overdrafts }) => ({
      iban,
      balances,
      transactions,
      owners,
      overdrafts,
    }))
    .sort((left, right) => compare(left.iban, right.iban))
  return { accounts, psuIdentity: choice.psuIdentity }
}

/** A choice without kinds that this version of the interface lacks. */
export function restrictChoice(choice: ConsentChoice, kinds: readonly ConsentKind[]): ConsentChoice {
  const only = (account: AccountChoice): AccountChoice => ({
    iban: account.iban,
    balances: account.balances && kinds.includes('balances'),
    transactions: account.transactions && kinds.includes('transactions'),
    owners: account.owners && kinds.includes('owners'),
    overdrafts: account.overdrafts && kinds.includes('overdrafts'),
  })
  return { accounts: choice.accounts.map(only), psuIdentity: choice.psuIdentity }
}

/** The text whose SHA-256 is the choice's hash (C21): equal for equivalent choices only. */
export function canonicalChoice(choice: ConsentChoice): string {
  const { accounts, psuIdentity } = normaliseChoice(choice)
  return JSON.stringify([
    accounts.map(account => [account.iban, ...consentKinds.map(kind => account[kind])]),
    psuIdentity,
  ])
}

/** Whether a choice allows nothing: no account stays consented, but the bank still lists them. */
export function isEmptyChoice(choice: ConsentChoice): boolean {
  return !choice.psuIdentity && normaliseChoice(choice).accounts.length === 0
}

/**
 * What a choice is checked against: the IBANs of the login, the kinds of its bank's version, and whether IBANs may be
 * typed.
 */
export type Offer = {
  readonly ibans: ReadonlySet<string>
  readonly kinds: readonly ConsentKind[]
  /**
   * A consent may be sent without a listing if the IBANs are known (§ AIS Consent), at banks that list consented
   * accounts only.
   */
  readonly mayNameMore: boolean
}

/**
 * Validates a choice. Returns the path of the first row with an IBAN that is not listed (if none may be added, or
 * invalid), an IBAN that occurs twice, or a kind that the bank's version lacks; null if valid. The bank would refuse
 * the whole consent (bank:D58).
 */
export function findChoiceFault(choice: ConsentChoice, { ibans, kinds, mayNameMore }: Offer): string | null {
  const seen = new Set<string>()
  for (const [index, account] of choice.accounts.entries()) {
    const known = ibans.has(account.iban) || (mayNameMore && isIban(account.iban))
    if (!known || seen.has(account.iban)) return `accounts.${index}.iban`
    const foreign = consentKinds.find(kind => account[kind] && !kinds.includes(kind))
    if (foreign) return `accounts.${index}.${foreign}`
    seen.add(account.iban)
  }
  return null
}

export const consentPresets = ['balances_and_transactions', 'balances_only', 'all', 'none'] as const
export type ConsentPreset = (typeof consentPresets)[number]

/** The choice behind a preset button. 'all' is everything this bank's version offers; only it includes the identity. */
export function presetChoice(
  preset: ConsentPreset,
  ibans: readonly string[],
  kinds: readonly ConsentKind[] = consentKinds,
): ConsentChoice {
  const all = preset === 'all'
  const transactions = all || preset === 'balances_and_transactions'
  const row: Allowance = { balances: preset !== 'none', transactions, owners: all, overdrafts: all }
  const accounts = [...new Set(ibans)].map(iban => ({ iban, ...row }))
  return restrictChoice({ accounts, psuIdentity: all }, kinds)
}

/** The preset a choice equals, so that a page can show which button it is; null for a choice of one's own. An empty choice is 'none'. */
export function presetOf(
  choice: ConsentChoice,
  ibans: readonly string[],
  kinds: readonly ConsentKind[] = consentKinds,
): ConsentPreset | null {
  if (isEmptyChoice(choice)) return 'none'
  const text = canonicalChoice(choice)
  return consentPresets.find(preset => canonicalChoice(presetChoice(preset, ibans, kinds)) === text) ?? null
}

export type ChangedKinds = { readonly iban: string; readonly kinds: readonly ConsentKind[] }

export type ConsentDiff = {
  readonly added: readonly ChangedKinds[]
  readonly removed: readonly ChangedKinds[]
  /** IBANs ticked before and after, without changes. */
  readonly kept: number
  readonly identity: 'added' | 'removed' | 'kept_on' | 'kept_off'
  /** There are no differences. */
  readonly unchanged: boolean
}

/** The changes per IBAN from one consent to another. `before` null: there was none. */
export function diffChoices(before: ConsentChoice | null, after: ConsentChoice): ConsentDiff {
  const old = new Map((before?.accounts ?? []).map(account => [account.iban, account]))
  const fresh = new Map(after.accounts.map(account => [account.iban, account]))
  const ibans = [...new Set([...fresh.keys(), ...old.keys()])]
  const added = changes(ibans, old, fresh)
  const removed = changes(ibans, fresh, old)
  const changed = new Set([...added, ...removed].map(({ iban }) => iban))
  const kept = ibans.filter(iban => !changed.has(iban) && consentKinds.some(kind => fresh.get(iban)?.[kind])).length
  const identity = diffIdentity(before?.psuIdentity === true, after.psuIdentity)
  return { added, removed, kept, identity, unchanged: changed.size === 0 && identity.startsWith('kept') }
}

type ByIban = ReadonlyMap<string, AccountChoice>

/** Kinds that `to` has and `from` has not. */
function changes(ibans: readonly string[], from: ByIban, to: ByIban): ChangedKinds[] {
  return ibans
    .map(iban => ({ iban, kinds: consentKinds.filter(kind => to.get(iban)?.[kind] && !from.get(iban)?.[kind]) }))
    .filter(({ kinds }) => kinds.length > 0)
}

function diffIdentity(before: boolean, after: boolean): ConsentDiff['identity'] {
  if (before === after) return after ? 'kept_on' : 'kept_off'
  return after ? 'added' : 'removed'
}
