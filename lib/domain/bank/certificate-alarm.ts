/** When operators are alerted that a certificate expires: at 30, 14, 7 and 1 days, and when it has expired. */
export const alarmDays = [30, 14, 7, 1] as const

const dayMs = 86_400_000

/** Whole days left, rounded up: 1 on the last day, 0 or less after expiry. */
export function daysToExpiry(validTo: Date, at: Date): number {
  return Math.ceil((validTo.getTime() - at.getTime()) / dayMs)
}

export type Alarm = 'none' | 'notice' | 'warning' | 'danger' | 'over'

/** Severity: a notice from 30 days, a warning from 14, danger from 7, over after expiry. */
export function alarmOf(days: number): Alarm {
  if (days <= 0) return 'over'
  if (days <= 7) return 'danger'
  if (days <= 14) return 'warning'
  return days <= 30 ? 'notice' : 'none'
}

/** The threshold to alert about: the smallest one reached; earlier ones without an alert are skipped. */
export function dueThreshold(days: number): (typeof alarmDays)[number] | null {
  return [...alarmDays].reverse().find(threshold => days <= threshold) ?? null
}
