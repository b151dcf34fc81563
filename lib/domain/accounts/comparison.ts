import { addDays, addMonths, type IsoDate } from '@guichet/values/calendar/day.ts'
import type { Recurring } from './recurring.ts'

/** Until when the month before is compared with a running one. */
export type Compared = {
  /** Before its first day: there is nothing to compare. */
  readonly until: IsoDate
  /** The payday that moved it; `due`: it hasn't come this month, and is left out of both. */
  readonly payday: { readonly label: string; readonly day: IsoDate; readonly due: boolean } | null
}

type Pay = Pick<Recurring, 'category' | 'rhythm' | 'amountMinor' | 'label' | 'lastDay' | 'previousDay' | 'nextDay'>

const pay: ReadonlySet<string> = new Set(['salary', 'benefits'])

/** The largest monthly income of that kind. */
export function payOf<One extends Pay>(recurring: readonly One[]): One | null {
  const paid = recurring.filter(one => pay.has(one.category) && one.rhythm === 'month' && one.amountMinor > 0n)
  return paid.reduce<One | null>((most, one) => (most && most.amountMinor >= one.amountMinor ? most : one), null)
}

/**
 * The same days of the month before (the 31st with all of a shorter one), moved so that the payday is in both or in
 * neither: it may fall on a weekend.
 */
export function comparedUntil(today: IsoDate, recurring: readonly Pay[]): Compared {
  const until = addMonths(today, -1, Number(today.slice(8)))
  const month = today.slice(0, 7)
  const one = payOf(recurring)
  if (one === null) return { until, payday: null }
  const { label, lastDay, previousDay, nextDay } = one
  if (lastDay.startsWith(month)) {
    if (!previousDay?.startsWith(until.slice(0, 7)) || previousDay <= until) return { until, payday: null }
    return { until: previousDay, payday: { label, day: previousDay, due: false } }
  }
  if (!lastDay.startsWith(until.slice(0, 7)) || lastDay > until || nextDay === null) return { until, payday: null }
  return { until: addDays(lastDay, -1), payday: { label, day: lastDay, due: true } }
}
