import { isIban } from '@guichet/values/money/iban.ts'
import { compare } from '@guichet/values/text/compare.ts'

/** What may be read at a bank: one row per IBAN, and the identity (document 1, Consent). */

export const consentKinds = ['balances', 'transactions', 'owners', 'overdrafts'] as const
export type ConsentKind = (typeof consentKinds)[number]

/** Only these are offered and sent (§ AIS Versioning). */
export const kindsOfVersion = {
  '1.4.2': ['balances', 'transactions'],
  '1.6.2': consentKinds,
} as const satisfies Record<string, readonly ConsentKind[]>
export type InterfaceVersion = keyof typeof kindsOfVersion

export type Allowance = { readonly [kind in ConsentKind]: boolean }

export type AccountChoice = { readonly iban: string } & Allowance

export type ConsentChoice = { readonly accounts: readonly AccountChoice[]; readonly psuIdentity: boolean }

export const nothing: Allowance = { balances: false, transactions: false, owners: false, overdrafts: false }

export type Consentable = {
  readonly kind: 'account' | 'card'
  readonly iban: string | null
  /** Of a card. */
  readonly backingIban: string | null
}

/**
 * Whether a kind of data may be read now, checked before every call. A card follows its account, currencies their
 * IBAN (behaviour rules 3 and 5); cards have no overdrafts. For many accounts: `allowancesOf`.
 * @internal
 */
export function mayRead(consent: ConsentChoice | null, account: Consentable, kind: ConsentKind): boolean {
  return allowancesOf(consent)(account)[kind]
}

export function mayReadIdentity(consent: ConsentChoice | null): boolean {
  return consent?.psuIdentity === true
}

/** All four answers for many accounts. Of two rows for an IBAN the first counts. */
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

export function consentablesOf(listing: readonly Listed[]): (account: Listed) => Consentable {
  const accounts = listing.filter(({ kind }) => kind === 'account').toReversed()
  const ibans = new Map(accounts.map(({ resourceId, iban }) => [resourceId, iban]))
  return ({ kind, iban, linkedResourceId }) => ({
    kind,
    iban,
    backingIban: kind === 'card' && linkedResourceId !== null ? (ibans.get(linkedResourceId) ?? null) : null,
  })
}

/** Sorted by IBAN, without empty rows. */
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

/** Without kinds this version lacks. */
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

/** Equal for equivalent choices only; hashed for C21. */
export function canonicalChoice(choice: ConsentChoice): string {
  const { accounts, psuIdentity } = normaliseChoice(choice)
  return JSON.stringify([
    accounts.map(account => [account.iban, ...consentKinds.map(kind => account[kind])]),
    psuIdentity,
  ])
}

export function isEmptyChoice(choice: ConsentChoice): boolean {
  return !choice.psuIdentity && normaliseChoice(choice).accounts.length === 0
}

export type Offer = {
  readonly ibans: ReadonlySet<string>
  readonly kinds: readonly ConsentKind[]
  /** Without a listing, if IBANs are known (§ AIS Consent), at banks that list consented accounts only. */
  readonly mayNameMore: boolean
}

/**
 * Path of the first row with an IBAN unlisted (unless more may be named), invalid or repeated, or with a kind the
 * version lacks; null if valid. The bank would refuse the whole consent (bank:D58).
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

/** 'all': everything this version offers, and the identity. */
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

/** Null for a choice of one's own; an empty one is 'none'. */
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
  readonly kept: number
  readonly identity: 'added' | 'removed' | 'kept_on' | 'kept_off'
  readonly unchanged: boolean
}

/** `before` null: there was none. */
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

function changes(ibans: readonly string[], from: ByIban, to: ByIban): ChangedKinds[] {
  return ibans
    .map(iban => ({ iban, kinds: consentKinds.filter(kind => to.get(iban)?.[kind] && !from.get(iban)?.[kind]) }))
    .filter(({ kinds }) => kinds.length > 0)
}

function diffIdentity(before: boolean, after: boolean): ConsentDiff['identity'] {
  if (before === after) return after ? 'kept_on' : 'kept_off'
  return after ? 'added' : 'removed'
}
