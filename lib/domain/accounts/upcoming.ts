import { addDays, type IsoDate } from '@guichet/values/calendar/day.ts'
import type { Money } from '@guichet/values/money/minor.ts'

/**
 * The balance after known upcoming debits, shown next to today's balance (docs/product.md). Known are transactions that are
 * not booked: `PDNG` of the day, `FUTR`, and direct debits due within fifteen days (§ AIS behaviour rules 9 and 10);
 * v1.4.2 calls all of them `OTHR`. `INFO` is discarded or informational, so it does not count. Credits don't count
 * either: money that has not arrived can't be spent.
 */

/** § AIS Limits: the bank announces direct debits of the next 15 days. */
export const horizonDays = 15

export type OpenLine = { readonly status: string; readonly amount: Money; readonly day: IsoDate }

export type UpcomingFrom = {
  /** The main balance and its type; the instant one (`OTHR`) includes the day's pending transactions. */
  readonly balance: { readonly type: string; readonly amount: Money }
  /** Transactions that are not booked. */
  readonly lines: readonly OpenLine[]
  /** Calendar date in Paris. */
  readonly today: IsoDate
}

export type AfterUpcoming = {
  /** Sum of the debits, negative or zero. */
  readonly debits: Money
  readonly after: Money
  readonly count: number
  /** The last day that counts, included. */
  readonly until: IsoDate
}

/** The debits that will still reduce this balance, up to fifteen days from `today`. Other currencies are skipped. */
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

/** The balance after upcoming debits. */
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

/** Whether a transaction will still reduce this balance: not if the balance includes it already. */
function isToCome({ status, day }: OpenLine, balanceType: string, today: IsoDate): boolean {
  const inInstant = balanceType === 'OTHR'
  if (status === 'PDNG') return !inInstant
  if (status === 'FUTR') return day >= today
  // v1.4.2: future days are due, past ones are being processed.
  if (status === 'OTHR') return day > today || !inInstant
  return false
}
