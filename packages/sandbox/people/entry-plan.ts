import type { Chance } from './chance.ts'
import type { Day } from './days.ts'
import type { OperationName } from './operations.ts'

/** An operation on a day of a life. `live.ts` decides when the bank books it. */
export type EntryPlan = {
  readonly operation: OperationName
  /** Signed, in minor units: negative leaves the account. */
  readonly amountMinor: bigint
  /** The bank's text, one line each, at most 140 characters (bank:D46). */
  readonly lines: readonly string[]
  /** Only for issued transfers. */
  readonly endToEndId?: string
  /** Refused by the bank: shown as INFO for a while, never booked. */
  readonly discarded?: boolean
  /** From this day on it is announced as FUTR. */
  readonly announcedFrom?: Day
  /** For a card slip: the day of its debit from the backing account. */
  readonly drawnOn?: Day
}

/** Returns a day's operations; determined only by the day, its own random numbers and the seed. */
export type Schedule = (day: Day, chance: Chance, seed: string) => readonly EntryPlan[]

/** Balances a month: moves the rest of the previous month to savings, or what it lacked from there. */
export type Balancing = {
  readonly dateOfMonth: number
  /** Amounts are multiples of this, in minor units. */
  readonly stepMinor: bigint
  readonly put: (amountMinor: bigint, day: Day, chance: Chance) => EntryPlan
  readonly take: (amountMinor: bigint, day: Day, chance: Chance) => EntryPlan
}

/** The content of an account: schedules by name (the name is part of their random key), and how its months are balanced. */
export type Life = {
  readonly schedules: Readonly<Record<string, Schedule>>
  readonly balancing?: Balancing
}
