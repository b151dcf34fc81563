import { addDays, daysBetween, type IsoDate } from '@guichet/values/calendar/day.ts'

export type Period = { readonly from: IsoDate; readonly to: IsoDate }

/** Days without a transaction that any account may have. */
const quietDays = 5

/** The days missing between a file and what is stored, and those that both have. */
export function comparePeriods(
  file: Period | null,
  stored: Period | null,
): { readonly gap: Period | null; readonly overlap: Period | null } {
  if (file === null || stored === null) return { gap: null, overlap: null }
  const [from = '', to = ''] = [[file.from, stored.from].sort().at(-1), [file.to, stored.to].sort()[0]]
  if (from <= to) return { gap: null, overlap: { from, to } }
  return {
    gap: daysBetween(to, from) > quietDays ? { from: addDays(to, 1), to: addDays(from, -1) } : null,
    overlap: null,
  }
}
