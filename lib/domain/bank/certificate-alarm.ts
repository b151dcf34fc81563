import { dayMs } from '@guichet/values/calendar/day.ts'
/** Days before expiry, and when expired. */
export const alarmDays = [30, 14, 7, 1] as const

/** Rounded up: 1 on the last day, 0 or less after expiry. */
export function daysToExpiry(validTo: Date, at: Date): number {
  return Math.ceil((validTo.getTime() - at.getTime()) / dayMs)
}

export type Alarm = 'none' | 'notice' | 'warning' | 'danger' | 'over'

/** Notice from 30 days, warning from 14, danger from 7, over. */
export function alarmOf(days: number): Alarm {
  if (days <= 0) return 'over'
  if (days <= 7) return 'danger'
  if (days <= 14) return 'warning'
  return days <= 30 ? 'notice' : 'none'
}

/** The smallest one reached. */
export function dueThreshold(days: number): (typeof alarmDays)[number] | null {
  return [...alarmDays].reverse().find(threshold => days <= threshold) ?? null
}
