import { dayMs, type IsoDate, isoDay } from '@guichet/values/calendar/day.ts'
import { parisDay, parisInstant, parisMinute } from '@guichet/values/calendar/paris.ts'

const morning = 8 * 60

export function mondayAfter(day: IsoDate): IsoDate {
  const at = Date.parse(day)
  const weekday = new Date(at).getUTCDay()
  return isoDay(new Date(at + ((8 - weekday) % 7 || 7) * dayMs))
}

/** Still sent on Tuesday; later it would describe another week. */
export function summaryTurn(monday: IsoDate, at: Date): 'early' | 'due' | 'missed' {
  const daysLate = Math.round((Date.parse(parisDay(at)) - Date.parse(monday)) / dayMs)
  if (daysLate < 0 || (daysLate === 0 && parisMinute(at) < morning)) return 'early'
  return daysLate <= 1 ? 'due' : 'missed'
}

export function summaryInstant(monday: IsoDate): Date {
  return parisInstant(monday, morning)
}
