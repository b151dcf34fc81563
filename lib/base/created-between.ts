import { addDays } from '@guichet/values/calendar/day.ts'
import { parisInstant } from '@guichet/values/calendar/paris.ts'
import { omitUndefined } from '#lib/domain/requests/omit-undefined.ts'

/** Paris days, inclusive; null: no limit. */
export type CreatedBetween = { readonly from?: string | null | undefined; readonly to?: string | null | undefined }

const [firstDay, lastDay] = ['1970-01-01', '9998-12-31']

export function createdBetween({ from = null, to = null }: CreatedBetween): { createdAt?: { gte?: Date; lt?: Date } } {
  if (from === null && to === null) return {}
  // PostgreSQL's calendar ends before what can be typed.
  const gte = from === null || from < firstDay ? undefined : parisInstant(from, 0)
  const lt = to === null || to > lastDay ? undefined : parisInstant(addDays(to < firstDay ? firstDay : to, 1), 0)
  return { createdAt: omitUndefined({ gte, lt }) }
}
