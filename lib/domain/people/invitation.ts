import { dayMs } from '@guichet/values/calendar/day.ts'
/** Days. */
export const invitationDays = 7

export function invitationEnds(from: Date): Date {
  return new Date(from.getTime() + invitationDays * dayMs)
}
