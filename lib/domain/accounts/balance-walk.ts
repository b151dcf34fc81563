import { addDays, type IsoDate } from '@guichet/values/calendar/day.ts'
import { later, type Span } from './coverage.ts'

export type BalancePoint = {
  readonly day: IsoDate
  readonly amountMinor: bigint
  readonly source: 'bank' | 'lines'
}

export type KnownBalance = { readonly day: IsoDate; readonly amountMinor: bigint }

/**
 * Balances at the end of each day `from` to `to`, computed from one of the bank's by later bookings; days in `read`
 * are the bank's own.
 */
export function walkBalance(
  anchor: KnownBalance,
  sums: ReadonlyMap<IsoDate, bigint>,
  span: { readonly from: IsoDate; readonly to: IsoDate },
  read: ReadonlyMap<IsoDate, bigint> = new Map(),
): BalancePoint[] {
  const walked = new Map<IsoDate, bigint>()
  let amount = anchor.amountMinor
  for (let day = anchor.day; day > span.from; ) {
    amount -= sums.get(day) ?? 0n
    day = addDays(day, -1)
    walked.set(day, amount)
  }
  amount = anchor.amountMinor
  for (let day = addDays(anchor.day, 1); day <= span.to; day = addDays(day, 1)) {
    amount += sums.get(day) ?? 0n
    walked.set(day, amount)
  }
  const points: BalancePoint[] = []
  for (let day = span.from; day <= span.to; day = addDays(day, 1)) {
    const given = day === anchor.day ? anchor.amountMinor : read.get(day)
    points.push({
      day,
      amountMinor: given ?? walked.get(day) ?? amount,
      source: given === undefined ? 'lines' : 'bank',
    })
  }
  return points
}

/** Only days that are known; before a hole from the bank's last balance there, for what was booked in the hole isn't known. */
export function walkSpans(
  anchor: KnownBalance,
  sums: ReadonlyMap<IsoDate, bigint>,
  spans: readonly Span[],
  read: ReadonlyMap<IsoDate, bigint> = new Map(),
): BalancePoint[] {
  return spans.flatMap((span, at) => {
    if (span.from > span.to) return []
    const isLast = at === spans.length - 1
    if (isLast) return walkBalance(anchor, sums, { ...span, to: later(span.to, anchor.day) }, read)
    const day = [...read.keys()]
      .filter(one => one >= span.from && one <= span.to)
      .sort()
      .at(-1)
    return day === undefined ? [] : walkBalance({ day, amountMinor: read.get(day) ?? 0n }, sums, span, read)
  })
}

/** One currency, for the days that all cover. */
export function sumPoints(accounts: readonly (readonly BalancePoint[])[]): BalancePoint[] {
  const known = accounts.filter(points => points.length > 0)
  const sums = new Map<IsoDate, { amountMinor: bigint; bank: boolean; count: number }>()
  for (const { day, amountMinor, source } of known.flat()) {
    const sum = sums.get(day) ?? { amountMinor: 0n, bank: true, count: 0 }
    sums.set(day, {
      amountMinor: sum.amountMinor + amountMinor,
      bank: sum.bank && source === 'bank',
      count: sum.count + 1,
    })
  }
  return [...sums]
    .filter(([, { count }]) => count === known.length)
    .map(([day, { amountMinor, bank }]) => ({
      day,
      amountMinor,
      source: bank ? ('bank' as const) : ('lines' as const),
    }))
}
