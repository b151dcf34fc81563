import type { IsoDate } from '@guichet/values/calendar/day.ts'
import type { AppGrant, AppKind, AppState, Grants } from '#lib/domain/apps/allowance.ts'
import type { BankBadge } from './banking.ts'

/** An app that a person lets read accounts. */
export type AppView = {
  readonly id: string
  readonly name: string
  readonly kind: AppKind
  readonly state: AppState
  readonly endedBy: 'by_person' | 'by_app' | 'setup_repeated' | null
  readonly accounts: number
  /** The last day. */
  readonly until: IsoDate | null
  readonly lastReadAt: string | null
  /** Why an operator stopped it for everybody. */
  readonly suspended: Readonly<Record<'fr' | 'en', string>> | null
}

/** An account with what can be allowed of it, and what is. */
export type AppAccountView = {
  readonly id: string
  readonly name: string
  readonly bank: BankBadge
  readonly maskedIban: string | null
  /** Its bank gives us nothing new, so what leaves grows old. */
  readonly isStale: boolean
  readonly offered: Grants
  readonly allowed: Grants
}

/** A choice that is not agreed to yet, as its form takes it. */
export type AppChosenView = {
  readonly typed: AppTyped
  readonly rows: readonly AppAccountView[]
}
export type AppTyped = Readonly<Partial<Record<'kind' | 'name' | 'days' | 'history', string>>>

export type AppReadingView = {
  readonly id: string
  readonly at: string
  readonly address: string
  readonly program: string | null
  readonly accounts: number
  readonly transactions: number
  readonly from: IsoDate | null
}

/** What was agreed to at that moment. */
export type AppAgreementView = {
  readonly at: string
  readonly until: IsoDate
  readonly historyFrom: IsoDate | null
  /** Without its name: an account that is no longer offered. */
  readonly accounts: readonly {
    readonly id: string
    readonly name: string | null
    readonly grants: readonly AppGrant[]
  }[]
}

export type AppPageView = AppView & {
  readonly historyFrom: IsoDate | null
  readonly rows: readonly AppAccountView[]
  readonly agreements: readonly AppAgreementView[]
  readonly readings: readonly AppReadingView[]
  /** For a day, and SimpleFIN's until it is used. */
  readonly setup: { readonly token: string; readonly until: string } | null
  /** Where it hears of its accounts. */
  readonly webhook: { readonly host: string; readonly isOn: boolean; readonly lastAt: string | null } | null
}

export type AppChangeView = {
  readonly accountId: string
  readonly name: string
  readonly bankName: string
  readonly grants: readonly AppGrant[]
}

/** What a choice would change, for the review; `hash` comes back with the agreement. */
export type AppReviewView = {
  readonly id: string
  readonly name: string
  readonly isFirst: boolean
  /** Where the person goes who doesn’t agree, of an app that asked. */
  readonly denied: string | null
  readonly added: readonly AppChangeView[]
  readonly removed: readonly AppChangeView[]
  readonly accounts: number
  readonly historyFrom: IsoDate | null
  readonly until: IsoDate
  readonly hash: string
}
