import { calendarOf, type Day, dayAt, dayOf, isBankDay, isoOf, lastDayOfMonth } from '#sandbox/people/days.ts'
import type { ExecutionRule, Frequency } from '#sandbox/store/payments.ts'

/** A series of executions (bank:D41). Days are `YYYY-MM-DD`, `endOn` included. */
export type Series = {
  readonly firstOn: string
  readonly frequency: Frequency | null
  readonly rule: ExecutionRule
  readonly endOn: string | null
}

const everyDays: Readonly<Partial<Record<Frequency, number>>> = { DAIL: 1, WEEK: 7, TOWK: 14 }
const everyMonths: Readonly<Partial<Record<Frequency, number>>> = { MNTH: 1, TOMN: 2, QUTR: 3, SEMI: 6, YEAR: 12 }

/**
 * The nominal day of occurrence `count` (from 0) of a series, before weekends and holidays are considered; null after its end. A
 * date that a month does not have becomes its last day, always counted from the first date: 31 January, 28 February, 31 March.
 */
export function nominalDay(series: Series, count: number): string | null {
  if (series.frequency === null) return count === 0 ? series.firstOn : null
  const day = stepFrom(dayOf(series.firstOn), series.frequency, count)
  const iso = isoOf(day)
  return series.endOn !== null && iso > series.endOn ? null : iso
}

function stepFrom(first: Day, frequency: Frequency, count: number): Day {
  const days = everyDays[frequency]
  if (days !== undefined) return first + days * count
  const { year, month, date } = calendarOf(first)
  const firstOfMonth = dayAt(year, month + (everyMonths[frequency] ?? 1) * count, 1)
  return Math.min(firstOfMonth + date - 1, lastDayOfMonth(firstOfMonth))
}

/**
 * The execution day of occurrence `count`; null after the end of the series. Recurrent transfers avoid weekends and TARGET
 * holidays: the following bank day (FWNG) or the preceding one (PREC). A single transfer is executed on its date.
 */
export function executionDay(series: Series, count: number): string | null {
  const nominal = nominalDay(series, count)
  if (nominal === null || series.frequency === null) return nominal
  return isoOf(moveToBankDay(dayOf(nominal), series.rule === 'PREC' ? -1 : 1))
}

function moveToBankDay(day: Day, direction: 1 | -1): Day {
  let at = day
  while (!isBankDay(at)) at += direction
  return at
}
