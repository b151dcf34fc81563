import type { BalanceReading } from '@guichet/stet/terms/account-data.ts'
import type { IsoDate } from '@guichet/values/calendar/day.ts'
import type { Money } from '@guichet/values/money/minor.ts'

/** A deferred-debit card's draws (behaviour rule 7). */

export type Draw = { readonly amount: Money; readonly day: IsoDate | null; readonly name: string }

export type CardTimeline = {
  /** `PRCD`: already on the account. */
  readonly previous: Draw | null
  /** `ITAV`, earliest first; undated (v1.4.2) last. */
  readonly coming: readonly Draw[]
}

export function timelineOf(readings: readonly BalanceReading[]): CardTimeline {
  const draws = (type: string) =>
    readings
      .filter(reading => reading.type === type)
      .map(({ amount, referenceDate, name }): Draw => ({ amount, day: referenceDate, name }))
      .toSorted((left, right) => (left.day ?? '9999').localeCompare(right.day ?? '9999'))
  return { previous: draws('PRCD').at(-1) ?? null, coming: draws('ITAV') }
}
