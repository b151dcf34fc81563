import { addDays, type IsoDate } from '@guichet/values/calendar/day.ts'

/** Balance over time: balances given by the bank and, for all other days, values computed from booked transactions. */

export type BalancePoint = {
  readonly day: IsoDate
  readonly amountMinor: bigint
  /** Given by the bank for that day, or computed from booked transactions. */
  readonly source: 'bank' | 'lines'
}

export type KnownBalance = { readonly day: IsoDate; readonly amountMinor: bigint }

/**
 * The balance at the end of each day from `from` to `to`, computed from one balance given by the bank: backwards by
 * subtracting later bookings, forwards by adding them. On the days in `read` the bank gave a
 * balance, which is used unchanged.
 */
export function walkBalance(
  anchor: KnownBalance,
  sums: ReadonlyMap<IsoDate, bigint>,
  span: { readonly from: IsoDate; readonly to: IsoDate },
  read: ReadonlyMap<IsoDate, bigint> = new Map(),
): BalancePoint[] {
  const walked = new Map<IsoDate, bigint>()
  let amount = anchor.amountMinor
  for (let day = addDays(anchor.day, -1); day >= span.from; day = addDays(day, -1)) {
    amount -= sums.get(addDays(day, 1)) ?? 0n
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

/** The sum of several accounts of one currency, for the days that all of them cover. */
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
