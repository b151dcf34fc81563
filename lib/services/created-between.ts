import { parisInstant } from '#lib/domain/calendar/paris.ts'

/** Days in Paris, both included; null for no limit. */
export type CreatedBetween = { readonly from?: string | null | undefined; readonly to?: string | null | undefined }

/** The condition for rows created between two days. */
export function createdBetween({ from = null, to = null }: CreatedBetween): { createdAt?: { gte?: Date; lt?: Date } } {
  if (from === null && to === null) return {}
  const next = (day: string) => new Date(Date.parse(day) + 24 * 60 * 60_000).toISOString().slice(0, 10)
  return {
    createdAt: {
      ...(from === null ? {} : { gte: parisInstant(from, 0) }),
      ...(to === null ? {} : { lt: parisInstant(next(to), 0) }),
    },
  }
}
