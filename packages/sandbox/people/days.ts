/**
 * Calendar days without a time zone, as a number of days since 1970-01-01, so that a change of clocks can't move one.
 */
export type Day = number

const msPerDay = 86_400_000

/** The day of `YYYY-MM-DD`. Throws for an invalid one. */
export function dayOf(iso: string): Day {
  const time = Date.parse(`${iso}T00:00:00Z`)
  if (Number.isNaN(time) || isoOf(time / msPerDay) !== iso) throw new Error(`not a day: ${iso}`)
  return time / msPerDay
}

/** `YYYY-MM-DD` of a day. */
export const isoOf = remembered((day): string => new Date(day * msPerDay).toISOString().slice(0, 10))

export type CalendarDate = { readonly year: number; readonly month: number; readonly date: number }

/** Year, month (1 to 12) and day of the month. */
export const calendarOf = remembered((day): CalendarDate => {
  const date = new Date(day * msPerDay)
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, date: date.getUTCDate() }
})

/** Caches results: two years of lives need the same few hundred days hundreds of thousands of times. */
function remembered<T>(compute: (day: Day) => T): (day: Day) => T {
  const known = new Map<Day, T>()
  return day => {
    const found = known.get(day)
    if (found !== undefined) return found
    if (known.size >= 8_192) known.clear()
    const value = compute(day)
    known.set(day, value)
    return value
  }
}

/** The day of a calendar date; months and dates beyond their range roll over. */
export function dayAt(year: number, month: number, date: number): Day {
  return Date.UTC(year, month - 1, date) / msPerDay
}

/** 0 Sunday to 6 Saturday. */
export function weekdayOf(day: Day): number {
  return (((day + 4) % 7) + 7) % 7
}

/** The last calendar day of the month of `day`. */
export function lastDayOfMonth(day: Day): Day {
  const { year, month } = calendarOf(day)
  return dayAt(year, month + 1, 0)
}

const bankHolidays = new Map<number, ReadonlySet<Day>>()

/** Days on which TARGET is open: no weekend, no 1 January, Good Friday, Easter Monday, 1 May, 25 and 26 December. */
export function isBankDay(day: Day): boolean {
  const weekday = weekdayOf(day)
  if (weekday === 0 || weekday === 6) return false
  const year = new Date(day * msPerDay).getUTCFullYear()
  const known = bankHolidays.get(year) ?? holidaysOf(year)
  bankHolidays.set(year, known)
  return !known.has(day)
}

function holidaysOf(year: number): ReadonlySet<Day> {
  const easter = easterOf(year)
  return new Set([
    dayAt(year, 1, 1),
    easter - 2,
    easter + 1,
    dayAt(year, 5, 1),
    dayAt(year, 12, 25),
    dayAt(year, 12, 26),
  ])
}

/** Easter Sunday, Gregorian calendar (Meeus, Jones, Butcher). */
function easterOf(year: number): Day {
  const a = year % 19
  const b = Math.floor(year / 100)
  const c = year % 100
  const d = (19 * a + b - Math.floor(b / 4) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3) + 15) % 30
  const e = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - d - (c % 4)) % 7
  const f = Math.floor((a + 11 * d + 22 * e) / 451)
  const month = Math.floor((d + e - 7 * f + 114) / 31)
  return dayAt(year, month, ((d + e - 7 * f + 114) % 31) + 1)
}

/** The day itself if it is a bank day, else the next one. */
export function bankDayFrom(day: Day): Day {
  return isBankDay(day) ? day : bankDayFrom(day + 1)
}

/** The last bank day of the month. */
export function lastBankDayOfMonth(day: Day): Day {
  let last = lastDayOfMonth(day)
  while (!isBankDay(last)) last -= 1
  return last
}
