import { addDays, daysBetween, type IsoDate } from '@guichet/values/calendar/day.ts'
import { foldText } from '@guichet/values/text/clean.ts'

export const dayOrders = ['dmy', 'mdy'] as const
export type DayOrder = (typeof dayOrders)[number]

/** In the languages of banks' tables, by their first letters; `ju` alone is June or July. */
const months =
  'jan|ene|gen|sty,f[ev]|lut,mar|mrz|mrt|maa,a[vpb]|kwi,ma[iygj]|mei,jui?n|giu|cze,jui?l|lug|lip,a[oug]|sie,se[pt]|wrz,o[ckt]t|out|paz,nov|lis,de[czs]|dic|gru'
    .split(',')
    .map(names => new RegExp(`^(?:${names})`))

function monthOf(word: string): string {
  const at = months.findIndex(month => month.test(word))
  return at < 0 ? '' : String(at + 1)
}

const weekday =
  /^(?:le |(?:lun|mar|mer|jeu|ven|sam|dim|mon|tue|wed|thu|fri|sat|sun)[a-z]{0,6}[.,]* |(?:mo|di|mi|do|fr|sa|so)[.,]+ )(?=\d)/i

/**
 * `2026-11-21`, `2026/11/21`, `20261121…`, `21/11/2026`, `11/21/2026` by order, `Sat 21 nov. 2026`, `Nov 21, 2026`; else
 * null. Two digits are 1970 to 2069.
 */
export function readDay(text: string, order: DayOrder = 'dmy'): IsoDate | null {
  if (text.length > 60) return null
  const trimmed = text
    .replace(/\p{Cf}/gu, '')
    .trim()
    .replace(weekday, '')
  const iso = /^(\d{4})([-/.]?)(\d{1,2})\2(\d{1,2})(?:$|[T\s[+-]|Z$)/.exec(trimmed)
  if (iso && (iso[2] !== '' || /^\d{8}/.test(trimmed))) return toDay(iso[1], iso[3], iso[4])
  const stamp = /^(\d{4})(\d{2})(\d{2})\d{2,}/.exec(trimmed)
  if (stamp) return toDay(stamp[1], stamp[2], stamp[3])
  const parts = /^(\d{1,2})[/.' -] ?(\d{1,2})[/.' -] ?(\d{4}|\d{2}|(?<=' )\d)(?:$|[\sT,])/.exec(trimmed)
  if (parts) return order === 'dmy' ? toDay(parts[3], parts[2], parts[1]) : toDay(parts[3], parts[1], parts[2])
  const folded = foldText(trimmed)
  const named = /^(\d{1,2})(?:er|st|nd|rd|th)?(?:\. |[ ./-])([a-z]{3,12})\.?[ ./-](\d{4}|\d{2})(?:$|[\s,])/.exec(folded)
  if (named) return toDay(named[3], monthOf(named[2] ?? ''), named[1])
  const english = /^(?:[a-z]{3,9}, )?([a-z]{3,9})\.? (\d{1,2}),? (\d{4})(?:$|[\s,])/.exec(folded)
  return english ? toDay(english[3], monthOf(english[1] ?? ''), english[2]) : null
}

function toDay(year = '', month = '', date = ''): IsoDate | null {
  // Quicken's `' 6` is 2006.
  const full = year.length === 1 ? `200${year}` : year.length === 2 ? `${year < '70' ? '20' : '19'}${year}` : year
  const day = `${full}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`
  const at = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(day) && full >= '1900' ? day : null
}

/** A bank books a few days ahead; a day months ahead is a month misread. */
const bookedAhead = 7

/** `sure` unless both orders give days that can be. */
export function dayOrderOf(
  days: readonly string[],
  today: IsoDate | null = null,
): { readonly order: DayOrder; readonly sure: boolean } {
  const numeric = days.filter(day => /^\s*\d{1,2}[/.' -] ?\d{1,2}[/.' -]/.test(day))
  const latest = today === null ? '9999-12-31' : addDays(today, bookedAhead)
  const [readable, plausible] = [
    (day: IsoDate | null) => day !== null,
    (day: IsoDate | null) => day !== null && day <= latest,
  ].map(test => dayOrders.filter(order => numeric.every(day => test(readDay(day, order)))))
  const fitting = plausible?.length === 1 ? plausible : (readable ?? [])
  // No country writes the month first with points.
  const isPointed = fitting.includes('dmy') && numeric.every(day => /^\s*\d+\./.test(day))
  if (isPointed) return { order: 'dmy', sure: true }
  const sure = fitting.length < 2 || numeric.every(day => readDay(day) === readDay(day, 'mdy'))
  return { order: fitting[0] ?? 'dmy', sure }
}

/** Two digits of the year are first if days then are fewer apart. */
export function isYearFirst(days: readonly string[]): boolean {
  const span = (read: (day: string) => IsoDate | null) => {
    const found = days.flatMap(day => read(day) ?? []).sort()
    return found.length < days.length ? Number.POSITIVE_INFINITY : daysBetween(found[0] ?? '', found.at(-1) ?? '')
  }
  const isShort = days.length > 0 && days.every(day => /^\d\d([-/.])\d\d\1\d\d$/.test(day))
  return isShort && span(day => readDay(`20${day}`)) < span(readDay)
}

/** Whether such a table is in order only if it has the month first, or then ends later, in days of a month instead of one of several. */
export function looksMonthFirst(days: readonly string[]): boolean {
  const [dmy = [], mdy = []] = dayOrders.map(order => days.flatMap(day => readDay(day, order) ?? []))
  const isOrdered = (read: readonly IsoDate[]) => {
    const sorted = read.toSorted().join()
    return read.join() === sorted || read.toReversed().join() === sorted
  }
  const [dates, others] = [dmy, mdy].map(read => new Set(read.map(day => day.slice(8))).size)
  const [last = '', other = ''] = [dmy, mdy].map(read => read.toSorted().at(-1))
  const isOfOneDate = dates === 1 && others !== 1 && last < other
  return mdy.length === days.length && isOrdered(mdy) && (!isOrdered(dmy) || isOfOneDate)
}
