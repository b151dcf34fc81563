import type { IsoDate } from './day.ts'

/** Calendar days on the clocks of Paris, by which the interface counts (D31). */

const parisDate = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'Europe/Paris',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
})
const parisTime = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/Paris',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})

/** Calendar day in Paris of an instant. */
export function parisDay(at: Date): IsoDate {
  return parisDate.format(at)
}

/** Minutes since midnight on the clocks of Paris. */
export function parisMinute(at: Date): number {
  const [hour = '0', minute = '0'] = parisTime.format(at).split(':')
  return Number(hour) * 60 + Number(minute)
}

/**
 * The instant of a time on the clocks of Paris, in minutes since midnight. A time that the change of clocks skips is the
 * one an hour later; of one that it repeats, the first.
 */
export function parisInstant(day: IsoDate, minute: number): Date {
  const asUtc = Date.parse(`${day}T00:00:00Z`) + minute * 60_000
  // Paris is two hours before UTC in summer and one in winter: the right one of both shows that time there.
  const summer = new Date(asUtc - 2 * 3_600_000)
  return parisDay(summer) === isoDay(asUtc) && parisMinute(summer) === minuteOf(asUtc)
    ? summer
    : new Date(asUtc - 3_600_000)
}

const isoDay = (asUtc: number): IsoDate => new Date(asUtc).toISOString().slice(0, 10)
const minuteOf = (asUtc: number) => Math.floor(asUtc / 60_000) % 1_440

/** The instant at which the next Paris day begins, also on the days of 23 and 25 hours. */
export function nextParisMidnight(at: Date): Date {
  const [year = 0, month = 0, day = 0] = parisDay(at).split('-').map(Number)
  const midnightUtc = Date.UTC(year, month - 1, day + 1)
  // Paris is one or two hours before UTC; the earlier instant of the two that already lies in the new day.
  const [summer, winter] = [new Date(midnightUtc - 2 * 3_600_000), new Date(midnightUtc - 3_600_000)]
  return parisDay(summer) === parisDay(at) ? winter : summer
}
