import { type IsoDate, isoDay } from './day.ts'

/** Paris days, by which the interface counts (bank:D31). */

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

export function parisDay(at: Date): IsoDate {
  return parisDate.format(at)
}

export function parisMinute(at: Date): number {
  const [hour = '0', minute = '0'] = parisTime.format(at).split(':')
  return Number(hour) * 60 + Number(minute)
}

/** `minute` since midnight. A skipped time is the one an hour later, a repeated one the first. */
export function parisInstant(day: IsoDate, minute: number): Date {
  const asUtc = Date.parse(`${day}T00:00:00Z`) + minute * 60_000
  // Only the right offset gives that Paris time.
  const summer = new Date(asUtc - 2 * 3_600_000)
  return parisDay(summer) === isoDay(new Date(asUtc)) && parisMinute(summer) === minuteOf(asUtc)
    ? summer
    : new Date(asUtc - 3_600_000)
}

const minuteOf = (asUtc: number) => Math.floor(asUtc / 60_000) % 1_440

/** Also after days of 23 or 25 hours. */
export function nextParisMidnight(at: Date): Date {
  const [year = 0, month = 0, day = 0] = parisDay(at).split('-').map(Number)
  const midnightUtc = Date.UTC(year, month - 1, day + 1)
  // The earlier of both instants that is in the new day.
  const [summer, winter] = [new Date(midnightUtc - 2 * 3_600_000), new Date(midnightUtc - 3_600_000)]
  return parisDay(summer) === parisDay(at) ? winter : summer
}
