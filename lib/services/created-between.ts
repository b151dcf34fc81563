import { addDays } from '#lib/domain/calendar/day.ts'
import { parisInstant } from '#lib/domain/calendar/paris.ts'
import { defined } from '#lib/domain/requests/defined.ts'

/** Days in Paris, both included; null for no limit. */
export type CreatedBetween = { readonly from?: string | null | undefined; readonly to?: string | null | undefined }

/** The condition for rows created between two days. */
export function createdBetween({ from = null, to = null }: CreatedBetween): { createdAt?: { gte?: Date; lt?: Date } } {
  if (from === null && to === null) return {}
  const gte = from === null ? undefined : parisInstant(from, 0)
  const lt = to === null ? undefined : parisInstant(addDays(to, 1), 0)
  return { createdAt: defined({ gte, lt }) }
}
