import { addMonths, type IsoDate } from '@guichet/values/calendar/day.ts'
import { absolute } from '@guichet/values/money/minor.ts'
import { compare } from '@guichet/values/text/compare.ts'
import type { Recurring, Upcoming } from './recurring.ts'

/** What home says of a month: what is usual, until when the money must last, what weighs most. */

/** Fewer are no habit. */
const monthsNeeded = 2
export const monthsCompared = 3

export type MonthSpent = {
  /** `YYYY-MM`. */
  readonly month: string
  /** Up to the same day of the month; zero or less. */
  readonly outMinor: bigint
}

/** The mean of the whole months before this one that have transactions; null of fewer than two. */
export function usualOf(
  spent: readonly MonthSpent[],
  { firstDay, today }: { readonly firstDay: IsoDate; readonly today: IsoDate },
): { readonly outMinor: bigint; readonly months: number } | null {
  const first = addMonths(today, -monthsCompared, 1)
  const whole = spent.filter(({ month }) => {
    const begins = `${month}-01`
    return begins >= first && begins >= firstDay && month < today.slice(0, 7)
  })
  if (whole.length < monthsNeeded) return null
  return {
    outMinor: whole.reduce((sum, { outMinor }) => sum + outMinor, 0n) / BigInt(whole.length),
    months: whole.length,
  }
}

/** The next salary, or the largest of other regular payments by an institution; today if it is overdue. */
export function paydayOf(recurring: readonly Recurring[], today: IsoDate): IsoDate | null {
  const regular = recurring.filter(({ amountMinor, nextDay }) => amountMinor > 0n && nextDay !== null)
  const salaries = regular.filter(({ category }) => category === 'salary').map(({ nextDay }) => nextDay)
  const benefits = regular
    .filter(({ category }) => category === 'benefits')
    .toSorted((left, right) => compare(right.amountMinor, left.amountMinor))
  const day = salaries[0] ?? benefits[0]?.nextDay ?? null
  return day !== null && day < today ? today : day
}

/** Largest first, whatever its day. */
export function byWeight(lines: readonly Upcoming[]): Upcoming[] {
  return lines.toSorted(
    (left, right) => compare(absolute(right.amountMinor), absolute(left.amountMinor)) || compare(left.day, right.day),
  )
}
