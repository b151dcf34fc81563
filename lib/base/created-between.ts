import { addDays } from '@guichet/values/calendar/day.ts'
import { parisInstant } from '@guichet/values/calendar/paris.ts'
import { omitUndefined } from '#lib/domain/requests/omit-undefined.ts'

/** Days in Paris, both included; null for no limit. */
export type CreatedBetween = { readonly from?: string | null | undefined; readonly to?: string | null | undefined }

const [firstDay, lastDay] = ['1970-01-01', '9998-12-31']

/** The condition for rows created between two days. */
export function createdBetween({ from = null, to = null }: CreatedBetween): { createdAt?: { gte?: Date; lt?: Date } } {
  if (from === null && to === null) return {}
  // PostgreSQL and our calendar end before what can be typed does, and nothing is older or newer than these days.
  const gte = from === null || from < firstDay ? undefined : parisInstant(from, 0)
  const lt = to === null || to > lastDay ? undefined : parisInstant(addDays(to < firstDay ? firstDay : to, 1), 0)
  return { createdAt: omitUndefined({ gte, lt }) }
}
