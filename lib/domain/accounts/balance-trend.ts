import { addDays, type IsoDate } from '@guichet/values/calendar/day.ts'
import { type KnownBalance, walkBalance } from './balance-walk.ts'
import { horizonDays, type UpcomingFrom, upcomingDebits } from './upcoming.ts'

export const trendDays = 30

export type TrendFrom = {
  /** As pages show it, in minor units. */
  readonly main: bigint
  /** Agrees with booked transactions; the main one if the bank gives none. */
  readonly booked: KnownBalance
  /** Booked, by day. */
  readonly sums: ReadonlyMap<IsoDate, bigint>
  readonly today: IsoDate
  readonly days?: number
}

/**
 * Balances at the end of the last `days` days, oldest first, then today's; minor units. Past days follow the booked
 * balance, because an instant one includes what is not booked.
 */
export function trendOf({ main, booked, sums, today, days = trendDays }: TrendFrom): bigint[] {
  const past = walkBalance(booked, sums, { from: addDays(today, -days), to: addDays(today, -1) })
  return [...past.map(({ amountMinor }) => amountMinor), main]
}

/** Balances at the end of the next fifteen days: today's less upcoming debits; minor units, empty without debits. */
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

/** One currency, equal lengths. */
export function sumTrends(trends: readonly (readonly bigint[])[]): bigint[] {
  const [first = [], ...others] = trends
  return first.map((amount, at) => others.reduce((sum, trend) => sum + (trend[at] ?? 0n), amount))
}
