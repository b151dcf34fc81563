import type { IsoDate } from '#lib/domain/calendar/day.ts'
import type { Money } from '#lib/domain/money/minor.ts'
import type { BalanceReading } from './reading.ts'

/** A deferred-debit card in time (§ AIS behaviour rule 7): what was drawn, what is drawn next, what is carried over. */

export type Draw = { readonly amount: Money; readonly day: IsoDate | null; readonly name: string }

export type CardTimeline = {
  /** The last that was drawn (`PRCD`): on the account already, counted nowhere. */
  readonly previous: Draw | null
  /** Still to be drawn (`ITAV`), the earliest first; one without a date comes last (v1.4.2 gives none). */
  readonly coming: readonly Draw[]
}

/** The timeline of a card from its outstandings as they were read. Types that are neither are left to the list of balances. */
export function timelineOf(readings: readonly BalanceReading[]): CardTimeline {
  const draws = (type: string) =>
    readings
      .filter(reading => reading.type === type)
      .map(({ amount, referenceDate, name }): Draw => ({ amount, day: referenceDate, name }))
      .toSorted((left, right) => (left.day ?? '9999').localeCompare(right.day ?? '9999'))
  return { previous: draws('PRCD').at(-1) ?? null, coming: draws('ITAV') }
}
