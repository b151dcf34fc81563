import type { IsoDate } from '#lib/domain/calendar/day.ts'
import { type KnownBalance, walkBalance } from './balance-walk.ts'
import { addDays } from './recurring.ts'
import { horizonDays, type UpcomingFrom, upcomingDebits } from './upcoming.ts'

/** Days that a trend looks back, where nothing else is asked for. */
export const trendDays = 30

export type TrendFrom = {
  /** The balance that pages show, in minor units: the trend ends with it. */
  readonly main: bigint
  /** The balance that agrees with booked transactions; the main one where the bank gives no such. */
  readonly booked: KnownBalance
  /** Sum of the booked transactions of each day. */
  readonly sums: ReadonlyMap<IsoDate, bigint>
  readonly today: IsoDate
  /** How many days before today; 30 unless told. */
  readonly days?: number
}

/**
 * An account's balance at the end of each of the last days, the oldest first, and today's as it is shown: one amount more than `days`,
 * in minor units. Past days are computed from the accounting balance, which an instant one differs from by what is not booked yet.
 */
export function trendOf({ main, booked, sums, today, days = trendDays }: TrendFrom): bigint[] {
  const past = walkBalance(booked, sums, { from: addDays(today, -days), to: addDays(today, -1) })
  return [...past.map(({ amountMinor }) => amountMinor), main]
}

/**
 * The balance at the end of each of the next fifteen days, tomorrow first, in minor units: today's less the debits known to come, by
 * the rule of `afterUpcomingDebits`, whose amount is the last one. Empty when none is known.
 */
export function announcedTrend(from: UpcomingFrom): bigint[] {
  const debits = upcomingDebits(from)
  if (debits.length === 0) return []
  return Array.from({ length: horizonDays }, (_, at) => {
    const day = addDays(from.today, at + 1)
    return debits.reduce(
      (left, line) => (line.day <= day ? left + line.amount.amountMinor : left),
      from.balance.amount.amountMinor,
    )
  })
}

/** Trends of several accounts of one currency, day by day. All have the same days. */
export function sumTrends(trends: readonly (readonly bigint[])[]): bigint[] {
  const [first = [], ...others] = trends
  return first.map((amount, at) => others.reduce((sum, trend) => sum + (trend[at] ?? 0n), amount))
}
