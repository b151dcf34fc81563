import { addDays, dayMs, type IsoDate } from '@guichet/values/calendar/day.ts'

/**
 * Programs that a person lets read accounts. What leaves is the smaller of two permissions, both looked up at that moment: what the
 * person allowed the program, and what the bank's consent covers.
 */

/** How it reads: by SimpleFIN, or by the data API with a token that the person carries, or that the app got by OAuth. */
export const appKinds = ['simplefin', 'token', 'oauth'] as const
export type AppKind = (typeof appKinds)[number]

/** What an app may read of an account, in the order of pages. */
export const appGrants = ['balances', 'transactions', 'owners'] as const
export type AppGrant = (typeof appGrants)[number]
export type Grants = Readonly<Record<AppGrant, boolean>>

export const noGrants: Grants = { balances: false, transactions: false, owners: false }

export const maxApps = 20
/** Days that an app may be allowed for. */
export const appDays = [30, 90, 180, 365] as const
/** Days of transactions before the day of the agreement; 0: all that is stored. */
export const historyDays = [30, 90, 365, 0] as const
/** In place of a number of days: as it is. */
export const unchanged = 'unchanged'
/** In place of an account's id. */
export const everyAccount = 'every'
/** A setup token lives a day. */
export const setupHours = 24

export const appStates = ['proposed', 'waiting', 'active', 'suspended', 'expired', 'ended'] as const
export type AppState = (typeof appStates)[number]

type AppRow = {
  readonly agreedAt: Date | null
  readonly claimedAt: Date | null
  readonly expiresAt: Date | null
  readonly endedAt: Date | null
  readonly client: { readonly suspendedAt: Date | null } | null
}

/** `waiting`: agreed to, its setup token not used yet. `suspended`: by an operator, for everybody. */
export function appState({ agreedAt, claimedAt, expiresAt, endedAt, client }: AppRow, at: Date): AppState {
  if (endedAt !== null) return 'ended'
  if (agreedAt === null || expiresAt === null) return 'proposed'
  if (expiresAt <= at) return 'expired'
  if (client?.suspendedAt) return 'suspended'
  return claimedAt === null ? 'waiting' : 'active'
}

/** 256 random bits behind a mark that scanners of published code can find. */
export const writeAccessToken = (random: string) => `gd_${random}`

/** What a person can choose without an app that asks. */
export const chosenKinds = ['simplefin', 'token'] as const satisfies readonly AppKind[]

/** Whether its secret may be shown: until it is used, and for a token as long as it works. */
export const showsSetup = (kind: AppKind, state: AppState) =>
  state === 'waiting' || (kind === 'token' && state === 'active')

/** The account as the bank lists it, and what the consent in force covers. */
export type Consented = {
  readonly gone: boolean
  readonly connectionStatus: string
  readonly mayBalances: boolean
  readonly mayTransactions: boolean
  readonly mayOwners: boolean
}

/** What can be allowed of an account now: what the consent covers. Nothing of one that is closed or disconnected. */
export function offeredOf(account: Consented): Grants {
  if (account.gone || account.connectionStatus === 'disconnected') return noGrants
  return { balances: account.mayBalances, transactions: account.mayTransactions, owners: account.mayOwners }
}

/** What leaves: allowed by the person and covered by the consent. */
export function leavesOf(allowed: Grants, account: Consented): Grants {
  const offered = offeredOf(account)
  return {
    balances: allowed.balances && offered.balances,
    transactions: allowed.transactions && offered.transactions,
    owners: allowed.owners && offered.owners,
  }
}

/** Nothing is told of an account without its balance. */
export const isOffered = (offered: Grants, grant: AppGrant) => offered.balances && offered[grant]

export const hasAny = (grants: Grants) => appGrants.some(grant => grants[grant])

/** The first day of transactions that leave; null: no bound. */
export function historyStart(days: number, today: IsoDate): IsoDate | null {
  return days === 0 ? null : addDays(today, -days)
}

export type AppChoice = ReadonlyMap<string, Grants>
export type AppChange = { readonly accountId: string; readonly grants: readonly AppGrant[] }
export type AppDiff = { readonly added: readonly AppChange[]; readonly removed: readonly AppChange[] }

/** By account, in the order of the wanted choice and then of the old one. */
export function diffGrants(before: AppChoice, after: AppChoice): AppDiff {
  const ids = [...new Set([...after.keys(), ...before.keys()])]
  const over = (one: AppChoice, other: AppChoice) =>
    ids.flatMap(accountId => {
      const [has, had] = [one.get(accountId) ?? noGrants, other.get(accountId) ?? noGrants]
      const grants = appGrants.filter(grant => has[grant] && !had[grant])
      return grants.length > 0 ? [{ accountId, grants }] : []
    })
  return { added: over(after, before), removed: over(before, after) }
}

type Bounds = { readonly historyFrom: IsoDate | null; readonly expiresAt: Date }

/** Whether more would leave than before, or for longer: that needs the password, everything else takes effect at once. */
export function isWider(diff: AppDiff, before: Bounds | null, after: Bounds): boolean {
  if (before === null || diff.added.length > 0 || after.expiresAt > before.expiresAt) return true
  if (before.historyFrom === null) return false
  return after.historyFrom === null || after.historyFrom < before.historyFrom
}

/** The end that a person is told of at `at`: a week ahead. */
export function endNoticeAt(at: Date): Date {
  return new Date(at.getTime() + 7 * dayMs)
}
