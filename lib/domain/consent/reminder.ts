import { dayMs } from '@guichet/values/calendar/day.ts'
import { daysLeft } from './connection.ts'

export const reminderDays = [30, 14, 7, 1] as const
export type ReminderDays = (typeof reminderDays)[number]

function instantOf(expiresAt: Date, days: number): Date {
  return new Date(expiresAt.getTime() - days * dayMs)
}

/** The latest whose day has come; null before and after. */
export function dueReminder(expiresAt: Date, now: Date): ReminderDays | null {
  const left = daysLeft(expiresAt, now)
  if (left === null || left === 0) return null
  return reminderDays.filter(days => left <= days).at(-1) ?? null
}

/** Or the end; null after it. */
export function nextReminderAt(expiresAt: Date, now: Date): Date | null {
  return [...reminderDays, 0].map(days => instantOf(expiresAt, days)).find(at => at > now) ?? null
}

export function firstReminderAt(expiresAt: Date): Date {
  return instantOf(expiresAt, reminderDays[0])
}
