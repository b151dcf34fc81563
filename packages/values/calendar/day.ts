/** `YYYY-MM-DD`, no time zone. */
export type IsoDate = string

export const dayMs = 86_400_000

/** In UTC, as the database keeps days. */
export function isoDay(at: Date): IsoDate
export function isoDay(at: Date | null | undefined): IsoDate | null
export function isoDay(at: Date | null | undefined): IsoDate | null {
  return at?.toISOString().slice(0, 10) ?? null
}

export function daysBetween(from: IsoDate, to: IsoDate): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / dayMs)
}

export function addDays(day: IsoDate, count: number): IsoDate {
  return isoDay(new Date(Date.parse(day) + count * dayMs))
}

/** `addDays` of each number, once for each day: many transactions have few days. */
export function daysAround(numbers: readonly number[]): (day: IsoDate) => readonly IsoDate[] {
  const known = new Map<IsoDate, readonly IsoDate[]>()
  return day => {
    const around = known.get(day) ?? numbers.map(number => addDays(day, number))
    known.set(day, around)
    return around
  }
}

/** On `date`, or the last day of a shorter month. */
export function addMonths(day: IsoDate, count: number, date = Number(day.slice(8))): IsoDate {
  const [year, month] = [Number(day.slice(0, 4)), Number(day.slice(5, 7))]
  const last = new Date(Date.UTC(year, month + count, 0)).getUTCDate()
  return isoDay(new Date(Date.UTC(year, month - 1 + count, Math.min(date, last))))
}
