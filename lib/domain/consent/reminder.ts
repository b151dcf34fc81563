import { daysLeft } from './connection.ts'

/** When a person is reminded of an authorisation's end: 30, 14, 7 and 1 days before. */

export const reminderDays = [30, 14, 7, 1] as const
export type ReminderDays = (typeof reminderDays)[number]

const dayMs = 24 * 60 * 60 * 1000

function instantOf(expiresAt: Date, days: number): Date {
  return new Date(expiresAt.getTime() - days * dayMs)
}

/**
 * The reminder due now: the latest whose day has come, so that somebody who missed several gets one. Null with more
 * than 30 days left, and after the end.
 */
export function dueReminder(expiresAt: Date, now: Date): ReminderDays | null {
  const left = daysLeft(expiresAt, now)
  if (left === null || left === 0) return null
  return reminderDays.filter(days => left <= days).at(-1) ?? null
}

/** The next instant for a reminder, or the end. Null after the end. */
export function nextReminderAt(expiresAt: Date, now: Date): Date | null {
  return [...reminderDays, 0].map(days => instantOf(expiresAt, days)).find(at => at > now) ?? null
}

/** The first such instant of a new authorisation. */
export function firstReminderAt(expiresAt: Date): Date {
  return instantOf(expiresAt, reminderDays[0])
}
