import { addDays, type IsoDate } from '@guichet/values/calendar/day.ts'
import { type KnownBalance, walkBalance } from './balance-walk.ts'
import { horizonDays, type UpcomingFrom, upcomingDebits } from './upcoming.ts'

/** Default number of past days in a trend. */
export const trendDays = 30

export type TrendFrom = {
  /** The balance that pages show, in minor units: the trend ends with it. */
  readonly main: bigint
  /** The balance that agrees with booked transactions; the main one if the bank gives none. */
  readonly booked: KnownBalance
  /** Sum of the booked transactions of each day. */
  readonly sums: ReadonlyMap<IsoDate, bigint>
  readonly today: IsoDate
  /** Number of days before today; 30 by default. */
  readonly days?: number
}

/**
 * An account's balance at the end of each of the last `days` days, oldest first, followed by today's as shown; in minor units. Past
 * days are computed from the accounting balance, because an instant balance includes transactions that are not booked yet.
 */
export function trendOf({ main, booked, sums, today, days = trendDays }: TrendFrom): bigint[] {
  const past = walkBalance(booked, sums, { from: addDays(today, -days), to: addDays(today, -1) })
  return [...past.map(({ amountMinor }) => amountMinor), main]
}

/**
 * The balance at the end of each of the next fifteen days, tomorrow first, in minor units: today's balance less the upcoming debits.
 * The last amount equals that of `afterUpcomingDebits`. Empty without upcoming debits.
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

/** The daily sums of several trends, all in one currency and of equal length. */
export function sumTrends(trends: readonly (readonly bigint[])[]): bigint[] {
  const [first = [], ...others] = trends
  return first.map((amount, at) => others.reduce((sum, trend) => sum + (trend[at] ?? 0n), amount))
}
