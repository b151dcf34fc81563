import type { Frequency, Recurrence } from '@guichet/stet/terms/payment-request.ts'
import { moveToBankDay } from '@guichet/values/calendar/bank-day.ts'
import { dayMs, type IsoDate, isoDay } from '@guichet/values/calendar/day.ts'

/** bank:D41. */
export type StandingOrder = {
  readonly firstDay: IsoDate
  readonly frequency: Frequency
  /** Included; null: no end. */
  readonly endDate: IsoDate | null
  readonly executionRule: Recurrence['executionRule']
}

const steps: Readonly<Record<Frequency, { readonly days?: number; readonly months?: number }>> = {
  DAIL: { days: 1 },
  WEEK: { days: 7 },
  TOWK: { days: 14 },
  MNTH: { months: 1 },
  TOMN: { months: 2 },
  QUTR: { months: 3 },
  SEMI: { months: 6 },
  YEAR: { months: 12 },
}

/** From 0, before it is moved; null after the end. 31 January, 28 February, 31 March. */
export function occurrence(
  { firstDay, frequency, endDate }: Omit<StandingOrder, 'executionRule'>,
  count: number,
): IsoDate | null {
  const day = step(new Date(firstDay), frequency, count)
  return endDate !== null && day > endDate ? null : day
}

function step(first: Date, frequency: Frequency, count: number): IsoDate {
  const { days = 0, months = 0 } = steps[frequency]
  if (months === 0) return toIso(first.getTime() + days * count * dayMs)
  const month = first.getUTCMonth() + months * count
  const lastOfMonth = new Date(Date.UTC(first.getUTCFullYear(), month + 1, 0)).getUTCDate()
  return toIso(Date.UTC(first.getUTCFullYear(), month, Math.min(first.getUTCDate(), lastOfMonth)))
}

const toIso = (ms: number): IsoDate => isoDay(new Date(ms))

/** Over Easter. */
const longestMoveDays = 4

/** Moved to the following (`FWNG`) or preceding (`PREC`) TARGET day (bank:D41); null if ended. */
export function nextExecution(order: StandingOrder, after: IsoDate): IsoDate | null {
  const direction = order.executionRule === 'PREC' ? -1 : 1
  for (let count = firstGuess(order, after); ; count += 1) {
    const due = occurrence(order, count)
    const day = due === null ? null : moveToBankDay(due, direction)
    if (day === null || day > after) return day
  }
}

/** The first `count` days, or fewer if it ends, with the transfers of each: a daily order has three on a Monday (bank:D67). */
export function firstExecutions(order: StandingOrder, count: number): [IsoDate, number][] {
  const days = new Map<IsoDate, number>()
  const direction = order.executionRule === 'PREC' ? -1 : 1
  for (let at = 0; ; at += 1) {
    const due = occurrence(order, at)
    const day = due === null ? null : moveToBankDay(due, direction)
    if (day === null || (days.size === count && !days.has(day))) return [...days]
    days.set(day, (days.get(day) ?? 0) + 1)
  }
}

/** Slightly below: a daily order of many years isn't walked from its start. */
function firstGuess({ firstDay, frequency }: StandingOrder, after: IsoDate): number {
  const passed = (new Date(after).getTime() - new Date(firstDay).getTime()) / dayMs - longestMoveDays
  const { days = 0, months = 0 } = steps[frequency]
  return Math.max(0, Math.floor(passed / (days + months * 31)) - 1)
}
