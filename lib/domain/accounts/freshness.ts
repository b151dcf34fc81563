import { addDays, type IsoDate } from '@guichet/values/calendar/day.ts'

/** How old the parts of a total are. One is fresh if it was read yesterday or today. */

export type TotalPart = { readonly amountMinor: bigint; readonly readOn: IsoDate }

export type Stale = {
  readonly amountMinor: bigint
  /** Of the oldest. */
  readonly day: IsoDate
  /** No part is fresh. */
  readonly isAll: boolean
}

export function isFresh(readOn: IsoDate, today: IsoDate): boolean {
  return readOn >= addDays(today, -1)
}

/** Null if all are fresh. */
export function staleOf(parts: readonly TotalPart[], today: IsoDate): Stale | null {
  const stale = parts.filter(({ readOn }) => !isFresh(readOn, today))
  const [day] = stale.map(({ readOn }) => readOn).sort()
  if (day === undefined) return null
  return {
    amountMinor: stale.reduce((sum, part) => sum + part.amountMinor, 0n),
    day,
    isAll: stale.length === parts.length,
  }
}
