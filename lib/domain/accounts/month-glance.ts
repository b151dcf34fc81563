import { addMonths, type IsoDate } from '@guichet/values/calendar/day.ts'
import { absolute } from '@guichet/values/money/minor.ts'
import { compare } from '@guichet/values/text/compare.ts'
import { comparedUntil } from './comparison.ts'
import { type AccountCover, areComparable } from './coverage.ts'
import type { Recurring, Upcoming } from './recurring.ts'

/** What home says of a month: what is usual, what payday leaves, what weighs most. */

/** Fewer are no habit. */
const monthsNeeded = 2
export const monthsCompared = 3

/** Zero or less. */
export type DaySpent = { readonly day: IsoDate; readonly outMinor: bigint }

type UsualFrom = {
  readonly today: IsoDate
  readonly recurring: readonly Recurring[]
  readonly covers: readonly AccountCover[]
}

/**
 * The mean of the months before that say the same as this one (`comparedUntil`, `areComparable`) and have transactions;
 * null of fewer than two.
 */
export function usualOf(
  spent: readonly DaySpent[],
  { today, recurring, covers }: UsualFrom,
): { readonly outMinor: bigint; readonly months: number } | null {
  const now = { from: addMonths(today, 0, 1), to: today }
  const sums = Array.from({ length: monthsCompared }, (_, at) => at + 1).flatMap(back => {
    const from = addMonths(today, -back, 1)
    const { until } = comparedUntil(today, recurring, back)
    const ours = spent.filter(({ day }) => day >= from && day <= until)
    if (ours.length === 0 || !areComparable(covers, now, { from, to: until })) return []
    return [ours.reduce((sum, { outMinor }) => sum + outMinor, 0n)]
  })
  if (sums.length < monthsNeeded) return null
  return { outMinor: sums.reduce((all, sum) => all + sum, 0n) / BigInt(sums.length), months: sums.length }
}

/** What is not in the balance yet: card payments under way, and the others. */
export type Coming = { readonly purchases: readonly Upcoming[]; readonly others: readonly Upcoming[] }

/**
 * What must be paid before payday, what may come in by then, which nobody can spend yet, and what is later. What is due today goes before
 * a salary that is late.
 */
export function splitAtPayday(
  { purchases, others }: Coming,
  { payday, today }: { readonly payday: IsoDate | null; readonly today: IsoDate },
): { readonly due: Coming; readonly income: Coming; readonly later: Coming } {
  const isOut = ({ amountMinor }: Upcoming) => amountMinor < 0n
  const isDue = (line: Upcoming) => payday !== null && isOut(line) && (line.day < payday || line.day <= today)
  const isIncome = (line: Upcoming) => payday !== null && !isOut(line) && line.day < payday
  const isSpent = (line: Upcoming) => payday !== null && isOut(line)
  const isLater = (line: Upcoming) => !isDue(line) && !isIncome(line)
  return {
    due: { purchases: purchases.filter(isSpent), others: others.filter(isDue) },
    income: { purchases: purchases.filter(isIncome), others: others.filter(isIncome) },
    later: { purchases: purchases.filter(line => !isSpent(line) && !isIncome(line)), others: others.filter(isLater) },
  }
}

/** Largest first, whatever its day. */
export function byWeight(lines: readonly Upcoming[]): Upcoming[] {
  return lines.toSorted(
    (left, right) => compare(absolute(right.amountMinor), absolute(left.amountMinor)) || compare(left.day, right.day),
  )
}
