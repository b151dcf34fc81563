import type { IsoDate } from '#lib/domain/calendar/day.ts'
import { type KnownBalance, walkBalance } from './balance-walk.ts'
import { addDays } from './recurring.ts'

/** Days that a trend looks back. */
export const trendDays = 30

export type TrendFrom = {
  /** The balance that pages show, in minor units: the trend ends with it. */
  readonly main: bigint
  /** The balance that agrees with booked transactions; the main one where the bank gives no such. */
  readonly booked: KnownBalance
  /** Sum of the booked transactions of each day. */
  readonly sums: ReadonlyMap<IsoDate, bigint>
  readonly today: IsoDate
}

/**
 * An account's balance at the end of each of the last thirty days, the oldest first, and today's as it is shown: 31 amounts in minor
 * units. Past days are computed from the accounting balance, which an instant one differs from by what is not booked yet.
 */
export function trendOf({ main, booked, sums, today }: TrendFrom): bigint[] {
  const past = walkBalance(booked, sums, { from: addDays(today, -trendDays), to: addDays(today, -1) })
  return [...past.map(({ amountMinor }) => amountMinor), main]
}

/** Trends of several accounts of one currency, day by day. All have the same days. */
export function sumTrends(trends: readonly (readonly bigint[])[]): bigint[] {
  const [first = [], ...others] = trends
  return first.map((amount, at) => others.reduce((sum, trend) => sum + (trend[at] ?? 0n), amount))
}
