import { addDays, type IsoDate } from '@guichet/values/calendar/day.ts'
import type { Money } from '@guichet/values/money/minor.ts'

/**
 * The balance after known debits: `PDNG` of the day, `FUTR`, direct debits due within fifteen days (§ AIS behaviour rules 9 and 10);
 * v1.4.2 calls all of them `OTHR`. Credits that have not arrived can't be spent.
 */

/** § AIS Limits. */
export const horizonDays = 15

export type OpenLine = { readonly status: string; readonly amount: Money; readonly day: IsoDate }

export type UpcomingFrom = {
  /** An instant one (`OTHR`) includes the day's pending transactions. */
  readonly balance: { readonly type: string; readonly amount: Money }
  readonly lines: readonly OpenLine[]
  /** In Paris. */
  readonly today: IsoDate
}

export type AfterUpcoming = {
  /** Zero or less. */
  readonly debits: Money
  readonly after: Money
  readonly count: number
  /** Included. */
  readonly until: IsoDate
}

/** Other currencies are skipped. */
export function upcomingDebits({ balance, lines, today }: UpcomingFrom): OpenLine[] {
  const until = addDays(today, horizonDays)
  return lines.filter(
    line =>
      line.amount.currency === balance.amount.currency &&
      line.amount.amountMinor < 0n &&
      line.day <= until &&
      isToCome(line, balance.type, today),
  )
}

export function afterUpcomingDebits({ balance, lines, today }: UpcomingFrom): AfterUpcoming {
  const { amountMinor, currency } = balance.amount
  const until = addDays(today, horizonDays)
  const counted = upcomingDebits({ balance, lines, today })
  const debitMinor = counted.reduce((sum, line) => sum + line.amount.amountMinor, 0n)
  return {
    debits: { amountMinor: debitMinor, currency },
    after: { amountMinor: amountMinor + debitMinor, currency },
    count: counted.length,
    until,
  }
}

/** Not if the balance includes it. */
export function isToCome(
  { status, day }: Pick<OpenLine, 'status' | 'day'>,
  balanceType: string,
  today: IsoDate,
): boolean {
  const inInstant = balanceType === 'OTHR'
  if (status === 'PDNG') return !inInstant
  if (status === 'FUTR') return day >= today
  // v1.4.2: future days are due, past ones being processed.
  if (status === 'OTHR') return day > today || !inInstant
  return false
}
