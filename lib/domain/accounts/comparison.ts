import { addDays, addMonths, type IsoDate } from '@guichet/values/calendar/day.ts'
import { compare } from '@guichet/values/text/compare.ts'
import { type Recurring, yearlyOf } from './recurring.ts'

/** The one rule of paydays: of what must last until the next, what is usual, and what a running month is compared with. */

/** Until when an earlier month is compared with a running one. */
export type Compared = {
  /** Before its first day: there is nothing to compare. */
  readonly until: IsoDate
  /** The payday that moved it; `due`: it hasn't come this month, and is left out of both. */
  readonly payday: { readonly label: string; readonly day: IsoDate; readonly due: boolean } | null
}

type Pay = Pick<Recurring, 'category' | 'rhythm' | 'amountMinor' | 'label' | 'recentDays' | 'nextDay'>

const pay = ['salary', 'benefits']

/** What one lives on, largest in a year first: salaries that go on, else benefits. */
function paysOf<One extends Pay>(recurring: readonly One[]): One[] {
  const going = recurring.filter(({ amountMinor, nextDay }) => amountMinor > 0n && nextDay !== null)
  const [paid = []] = pay.map(kind => going.filter(one => one.category === kind)).filter(some => some.length > 0)
  return paid.toSorted((left, right) => compare(yearlyOf(right), yearlyOf(left)))
}

export function payOf<One extends Pay>(recurring: readonly One[]): One | null {
  return paysOf(recurring)[0] ?? null
}

/**
 * Of two people the first to be paid, if both live on it: half of the largest is enough. Today if it is overdue. Nobody waits for
 * what comes once in three months, or rests for a season.
 */
export function paydayOf(recurring: readonly Pay[], today: IsoDate): IsoDate | null {
  const soon = addMonths(today, 2)
  const often = recurring.filter(({ rhythm }) => rhythm === 'week' || rhythm === 'month')
  const [most, ...others] = paysOf(often.filter(({ nextDay }) => nextDay !== null && nextDay < soon))
  if (most === undefined) return null
  const large = [most, ...others.filter(one => yearlyOf(one) * 2n >= yearlyOf(most))]
  const [day = null] = large.flatMap(({ nextDay }) => nextDay ?? []).sort()
  return day !== null && day < today ? today : day
}

/**
 * The same days of an earlier month (the 31st with all of a shorter one), moved so that the payday is in both or in
 * neither: it may fall on a weekend.
 */
export function comparedUntil(today: IsoDate, recurring: readonly Pay[], monthsBack = 1): Compared {
  const until = addMonths(today, -monthsBack, Number(today.slice(8)))
  const one = payOf(recurring)
  const paidIn = (day: IsoDate) => one?.recentDays.findLast(paid => paid.slice(0, 7) === day.slice(0, 7))
  const day = paidIn(until)
  const due = paidIn(today) === undefined
  if (one?.rhythm !== 'month' || day === undefined || due !== day <= until) return { until, payday: null }
  return { until: due ? addDays(day, -1) : day, payday: { label: one.label, day, due } }
}
