import { addDays, daysBetween, type IsoDate } from '@guichet/values/calendar/day.ts'
import { earlier, later, mergeSpans } from './coverage.ts'

export type Period = { readonly from: IsoDate; readonly to: IsoDate }

/** Days without a transaction that any account may have. */
const quietDays = 5

/** The days missing between a file and what is stored, and those that both have. */
export function comparePeriods(
  file: Period | null,
  stored: readonly Period[],
): { readonly gap: Period | null; readonly overlap: Period | null } {
  if (file === null) return { gap: null, overlap: null }
  const [overlap = null] = mergeSpans(stored).flatMap(one => {
    const both = { from: later(one.from, file.from), to: earlier(one.to, file.to) }
    return both.from <= both.to ? [both] : []
  })
  const all = mergeSpans([...stored, file])
  const at = all.findIndex(({ from, to }) => from <= file.from && file.to <= to)
  const [before, own, after] = [all[at - 1], all[at], all[at + 1]]
  const between = (left: Period | undefined, right: Period | undefined) =>
    left && right && daysBetween(left.to, right.from) > quietDays
      ? { from: addDays(left.to, 1), to: addDays(right.from, -1) }
      : null
  const gap = (own?.to === file.to && between(own, after)) || (own?.from === file.from && between(before, own)) || null
  return { gap, overlap }
}
