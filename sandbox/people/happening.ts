import type { Chance } from './chance.ts'
import type { Day } from './days.ts'
import type { OperationName } from './operations.ts'

/** Something that happens in a life on a day. When the bank books it is the bank's affair (`live.ts`). */
export type Happening = {
  readonly operation: OperationName
  /** Signed, in minor units: negative leaves the account. */
  readonly amountMinor: bigint
  /** As the bank prints it, a line each, at most 140 characters (D46). */
  readonly lines: readonly string[]
  /** Filled for issued transfers. */
  readonly endToEndId?: string
  /** Refused by the bank: shown as INFO for a while, never booked. */
  readonly discarded?: boolean
  /** From this day on the operation is announced as FUTR, before it happens. */
  readonly announcedFrom?: Day
  /** Of a card slip: the day on which it is drawn on the backing account. */
  readonly drawnOn?: Day
}

/** A habit says what happens on a day; decided by the day, a chance of its own and the seed, by nothing else. */
export type Habit = (day: Day, chance: Chance, seed: string) => readonly Happening[]

/** Evens a month out: what the month before left over goes to savings, what it lacked comes from there. */
export type Levelling = {
  readonly dateOfMonth: number
  /** Whole steps move, in minor units: nobody saves to the cent. */
  readonly stepMinor: bigint
  readonly put: (amountMinor: bigint, day: Day, chance: Chance) => Happening
  readonly take: (amountMinor: bigint, day: Day, chance: Chance) => Happening
}

/** What fills an account: habits by name (the name is part of their chance) and a way to stay believable. */
export type Life = {
  readonly habits: Readonly<Record<string, Habit>>
  readonly levelling?: Levelling
}
