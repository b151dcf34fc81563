import { daysLeft } from './connection.ts'

/** When a person is told how long an authorisation still lasts: 30, 14, 7 and 1 days before its end. */

export const reminderDays = [30, 14, 7, 1] as const
export type ReminderDays = (typeof reminderDays)[number]

const dayMs = 24 * 60 * 60 * 1000

function instantOf(expiresAt: Date, days: number): Date {
  return new Date(expiresAt.getTime() - days * dayMs)
}

/**
 * The reminder that stands at this moment: of those whose day has come, the last one, so that whoever was not reminded for
 * weeks gets one and not three. Null while more than 30 days are left, and once it is over.
 */
export function dueReminder(expiresAt: Date, now: Date): ReminderDays | null {
  const left = daysLeft(expiresAt, now)
  if (left === null || left === 0) return null
  return reminderDays.filter(days => left <= days).at(-1) ?? null
}

/** The next instant after now at which there is something to say: a reminder, or the end. Null once it is over. */
export function nextReminderAt(expiresAt: Date, now: Date): Date | null {
  return [...reminderDays, 0].map(days => instantOf(expiresAt, days)).find(at => at > now) ?? null
}

/** The first such instant of a new authorisation. */
export function firstReminderAt(expiresAt: Date): Date {
  return instantOf(expiresAt, reminderDays[0])
}
