import type { HoldingKind } from '#lib/domain/accounts/holding.ts'
import type { CountedAccountView, MoneyView } from './banking.ts'

/** Decimal strings; zero or more, also of what is owed. */

export type HoldingView = {
  id: string
  name: string
  kind: HoldingKind
  isOwed: boolean
  /** The newest; later days count from then on. */
  value: MoneyView
  day: string
  /** Newest first, the present one included. */
  values: { day: string; amount: string }[]
}

export type ArrangementView = {
  /** In order, with cards, hidden ones and those the bank no longer lists. */
  accounts: (CountedAccountView & {
    /** What the bank calls it, where the person calls it otherwise. */
    listedName: string | null
  })[]
  totals: MoneyView[]
  holdings: HoldingView[]
  /** Accounts and holdings; empty without holdings. */
  wealth: MoneyView[]
}
