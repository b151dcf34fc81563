import type { DatabaseSync } from 'node:sqlite'
import { calendarOf, dayAt, dayOf, isoOf, lastBankDayOfMonth } from '#sandbox/people/days.ts'
import type { Account } from '#sandbox/store/accounts.ts'
import { lastSlipOn, type Outstanding, outstandingsFrom } from '#sandbox/store/entries.ts'

/** The three outstandings of a deferred-debit card (§ AIS behaviour rule 7), as money owed: negative. */
export type Outstandings = {
  /** Debited next: of the card's current month, or of a closed month that is not posted yet. */
  readonly thisMonth: Outstanding
  /** Carried over to the next month. */
  readonly carriedOver: Outstanding
  /** The last one debited; null before the first. */
  readonly drawn: Outstanding | null
}

/** Outstandings of a card on a day of the bank (`YYYY-MM-DD`). What is debited today counts as debited. */
export function outstandingsOf(db: DatabaseSync, cardId: string, today: string): Outstandings {
  const sums = outstandingsFrom(db, cardId, monthsBefore(today, 2), today)
  const next = nextDrawAfter(today)
  const following = nextDrawAfter(next)
  const sumOf = (drawnOn: string): Outstanding =>
    sums.find(sum => sum.drawnOn === drawnOn) ?? { drawnOn, amountMinor: 0n }
  return {
    thisMonth: sumOf(next),
    carriedOver: sumOf(following),
    drawn: sums.findLast(sum => sum.drawnOn <= today) ?? null,
  }
}

/** § AIS behaviour rule 4: a card is available while it is active and was used in the last two months; after that it is CDNA. */
export function isAvailableCard(db: DatabaseSync, card: Pick<Account, 'id' | 'status'>, today: string): boolean {
  if (card.status !== 'open') return false
  const lastSlip = lastSlipOn(db, card.id, today)
  return lastSlip !== null && lastSlip >= monthsBefore(today, 2)
}

/** Whether anything is outstanding on a card in the current or the previous month. */
export function hasOutstanding(db: DatabaseSync, cardId: string, today: string): boolean {
  const { thisMonth, carriedOver, drawn } = outstandingsOf(db, cardId, today)
  return [thisMonth, carriedOver, drawn].some(outstanding => outstanding !== null && outstanding.amountMinor !== 0n)
}

/** § AIS behaviour rule 4: of the available cards, only those with an outstanding are listed. */
export function isListedCard(db: DatabaseSync, card: Pick<Account, 'id' | 'status'>, today: string): boolean {
  return isAvailableCard(db, card, today) && hasOutstanding(db, card.id, today)
}

/** The first day after `day` on which cards are debited: the last bank day of a month. */
function nextDrawAfter(day: string): string {
  const today = dayOf(day)
  const { year, month } = calendarOf(today)
  const draw = lastBankDayOfMonth(today)
  return isoOf(draw > today ? draw : lastBankDayOfMonth(dayAt(year, month + 1, 1)))
}

function monthsBefore(day: string, months: number): string {
  const { year, month, date } = calendarOf(dayOf(day))
  const lastDate = calendarOf(dayAt(year, month - months + 1, 0)).date
  return isoOf(dayAt(year, month - months, Math.min(date, lastDate)))
}
