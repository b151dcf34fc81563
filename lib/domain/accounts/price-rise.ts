import type { IsoDate } from '@guichet/values/calendar/day.ts'
import { absolute } from '@guichet/values/money/minor.ts'

type Line = { readonly day: IsoDate; readonly amountMinor: bigint }

export type PriceRise = { readonly fromMinor: bigint; readonly toMinor: bigint; readonly day: IsoDate }

/** What came twice at one price, and since then at another at most half as high again; oldest first. Null for money in. */
export function priceRiseOf(lines: readonly Line[]): PriceRise | null {
  const to = lines.at(-1)?.amountMinor ?? 0n
  const since = lines.findLastIndex(({ amountMinor }) => amountMinor !== to) + 1
  const [before, earlier] = [lines[since - 1], lines[since - 2]]
  const first = lines[since]
  if (!before || !earlier || !first || before.amountMinor !== earlier.amountMinor || before.amountMinor >= 0n)
    return null
  const [old, now] = [absolute(before.amountMinor), absolute(to)]
  if (to >= 0n || now <= old || now * 2n > old * 3n) return null
  return { fromMinor: before.amountMinor, toMinor: to, day: first.day }
}
