import type { IsoDate } from '@guichet/values/calendar/day.ts'
import { parisDay, parisInstant, parisMinute } from '@guichet/values/calendar/paris.ts'

/** When a weekly summary is due: Mondays at 8:00 in Paris. */

const dayMs = 86_400_000
const morning = 8 * 60

/** The first Monday after a day, never the day itself. */
export function mondayAfter(day: IsoDate): IsoDate {
  const at = Date.parse(day)
  const weekday = new Date(at).getUTCDay()
  return new Date(at + ((8 - weekday) % 7 || 7) * dayMs).toISOString().slice(0, 10)
}

/**
 * Whether the summary of a Monday is not due yet, due, or missed. After a day without a worker it is still sent on Tuesday; later
 * it would describe another week than it says.
 */
export function summaryTurn(monday: IsoDate, at: Date): 'early' | 'due' | 'missed' {
  const daysLate = Math.round((Date.parse(parisDay(at)) - Date.parse(monday)) / dayMs)
  if (daysLate < 0 || (daysLate === 0 && parisMinute(at) < morning)) return 'early'
  return daysLate <= 1 ? 'due' : 'missed'
}

/** When the summary of a Monday is due. */
export function summaryInstant(monday: IsoDate): Date {
  return parisInstant(monday, morning)
}
