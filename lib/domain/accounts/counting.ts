import type { IsoDate } from '@guichet/values/calendar/day.ts'
import { compare } from '@guichet/values/text/compare.ts'

/** Which accounts count, once each: two logins may give one, and a bank may list one again under another id. */

export type CountableAccount = {
  readonly id: string
  readonly kind: string
  readonly iban: string | null
  readonly cardId: string | null
  readonly currency: string
  /** No longer listed by the bank. */
  readonly gone: boolean
  /** Milliseconds. */
  readonly readAt: number
  /** Of its booked transactions. */
  readonly firstDay: IsoDate | null
}

export type Counted = {
  readonly id: string
  /** Null: all its transactions; else those before this day, for another row has those since. */
  readonly before: IsoDate | null
}

/** IBAN and currency; a card by its number. */
export function accountKey({
  id,
  kind,
  iban,
  cardId,
  currency,
}: Omit<CountableAccount, 'gone' | 'readAt' | 'firstDay'>) {
  return kind === 'card' ? `card ${cardId ?? id} ${currency}` : `${iban ?? id} ${currency}`
}

/** Of rows of one account the one that is still listed and read last, then of the others what they have from before. */
export function countOnce(accounts: readonly CountableAccount[]): Counted[] {
  return [...Map.groupBy(accounts, accountKey).values()].flatMap(rows => {
    const ordered = rows.toSorted(
      (left, right) =>
        Number(left.gone) - Number(right.gone) || right.readAt - left.readAt || compare(right.id, left.id),
    )
    let before: IsoDate | null = null
    return ordered.map(({ id, firstDay }): Counted => {
      const counted = { id, before }
      if (firstDay !== null && (before === null || firstDay < before)) before = firstDay
      return counted
    })
  })
}
