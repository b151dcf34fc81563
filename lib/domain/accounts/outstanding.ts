import type { BalanceReading } from '@guichet/stet/terms/account-data.ts'
import type { IsoDate } from '@guichet/values/calendar/day.ts'
import type { Money } from '@guichet/values/money/minor.ts'

/** Timeline of a deferred-debit card (§ AIS behaviour rule 7): last drawn, drawn next, carried over. */

export type Draw = { readonly amount: Money; readonly day: IsoDate | null; readonly name: string }

export type CardTimeline = {
  /** The last one drawn (`PRCD`): already on the account, not counted. */
  readonly previous: Draw | null
  /** Still to be drawn (`ITAV`), earliest first; without a date last (v1.4.2 gives none). */
  readonly coming: readonly Draw[]
}

/** The timeline of a card from its outstandings. Other types appear in the list of balances only. */
export function timelineOf(readings: readonly BalanceReading[]): CardTimeline {
  const draws = (type: string) =>
    readings
      .filter(reading => reading.type === type)
      .map(({ amount, referenceDate, name }): Draw => ({ amount, day: referenceDate, name }))
      .toSorted((left, right) => (left.day ?? '9999').localeCompare(right.day ?? '9999'))
  return { previous: draws('PRCD').at(-1) ?? null, coming: draws('ITAV') }
}
