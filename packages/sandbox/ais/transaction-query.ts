import { dayOf, isoOf } from '#sandbox/people/days.ts'
import { positionOfDay, positionOfReference, type Stretch } from '#sandbox/store/entries.ts'
import type { Step } from '#sandbox/wire/exchange.ts'
import { refuse } from '#sandbox/wire/refuse.ts'

/** § AIS behaviour rule 9 */
const historyDays = 90
const noticeDays = 15

/**
 * Which entries the parameters of the transactions endpoint select, on a day of the bank (`YYYY-MM-DD`). Dates apply to the
 * booking or the expected booking date; never more than the last 90 days and the next 15. Refusals: 400 `ENDE` for invalid dates,
 * 404 `RENF` for a reference that this bank never gave.
 */
export function readTransactionQuery(query: URLSearchParams, accountId: string, today: string): Stretch {
  const { from, to } = readDates(query, today)
  const after = readReference(query, ['entryReferenceFrom'])
  const upTo = readReference(query, ['entryReferenceto', 'entryReferenceTo'])
  return {
    accountId,
    from: Math.max(from, after === null ? 0 : after + 1),
    to: Math.min(to, upTo === null ? Number.MAX_SAFE_INTEGER : upTo + 1),
    bookedOnly: after !== null || upTo !== null,
    bookedUntil: positionOfDay(isoOf(dayOf(today) + 1)),
  }
}

/** v1.6.2: `dateType` may be absent or `bookingDate`; any other value is 400 `FF01`. v1.4.2 ignores it. */
export const namesDateType: Step = ({ query }) => {
  const dateType = query.get('dateType')
  if (dateType !== null && dateType !== 'bookingDate') refuse('FF01', 'dateType must be bookingDate')
}

/** Positions of both bounds, within the readable window; `to` is exclusive. */
function readDates(query: URLSearchParams, today: string): { from: number; to: number } {
  const earliest = isoOf(dayOf(today) - historyDays)
  const latest = isoOf(dayOf(today) + noticeDays + 1)
  const from = readDate(query, 'dateFrom')
  const to = readDate(query, 'dateTo')
  if (from !== null && to !== null && from > to) refuse('ENDE', 'dateFrom is after dateTo')
  return {
    from: Math.max(positionOfDay(from ?? earliest), positionOfDay(earliest)),
    to: Math.min(positionOfDay(to ?? latest), positionOfDay(latest)),
  }
}

function readDate(query: URLSearchParams, name: string): string | null {
  const text = query.get(name)
  if (text === null) return null
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(text) && isCalendarDay(text)
  return isDay ? text : refuse('ENDE', `${name} must be a date YYYY-MM-DD`)
}

function isCalendarDay(text: string): boolean {
  const time = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}

function readReference(query: URLSearchParams, names: readonly string[]): number | null {
  const name = names.find(candidate => query.has(candidate))
  if (name === undefined) return null
  return positionOfReference(query.get(name) ?? '') ?? refuse('RENF', `${name} is no reference of this bank`)
}
