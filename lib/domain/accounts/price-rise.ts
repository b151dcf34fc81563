import type { IsoDate } from '@guichet/values/calendar/day.ts'
import { absolute } from '@guichet/values/money/minor.ts'

type Line = { readonly day: IsoDate; readonly amountMinor: bigint }

export type PriceRise = { readonly fromMinor: bigint; readonly toMinor: bigint; readonly day: IsoDate }

/** Less is rounding, or a price in another currency. */
const leastRise = { minor: 50n, percent: 1n }

/** Of absolute amounts. Twice the price is another thing. */
export function isPriceRise(before: bigint, now: bigint): boolean {
  const rise = now - before
  return rise >= leastRise.minor && rise * 100n >= before * leastRise.percent && now < before * 2n
}

/** What came twice at one price, and since then at a higher one; oldest first. Null for money in. */
export function priceRiseOf(lines: readonly Line[]): PriceRise | null {
  const to = lines.at(-1)?.amountMinor ?? 0n
  const since = lines.findLastIndex(({ amountMinor }) => amountMinor !== to) + 1
  const [before, earlier] = [lines[since - 1], lines[since - 2]]
  const first = lines[since]
  if (!before || !earlier || !first || before.amountMinor !== earlier.amountMinor || before.amountMinor >= 0n)
    return null
  if (to >= 0n || !isPriceRise(absolute(before.amountMinor), absolute(to))) return null
  return { fromMinor: before.amountMinor, toMinor: to, day: first.day }
}
