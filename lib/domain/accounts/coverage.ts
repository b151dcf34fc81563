import { addDays, daysBetween, type IsoDate } from '@guichet/values/calendar/day.ts'
import { compare } from '@guichet/values/text/compare.ts'

/** Of which days the transactions of an account are known: a day without any is not a day nobody read. */

/** Both included. */
export type Span = { readonly from: IsoDate; readonly to: IsoDate }

/** § AIS Limits: what a bank gives, today included. */
export const historyDays = 90

/** Read so lately counts as read today: banks book late. */
const lateDays = 3

export type CoverFrom = {
  readonly today: IsoDate
  /** Of the bank's transactions: the oldest day, and when it was first read; null without any. */
  readonly oldest: { readonly day: IsoDate; readonly readOn: IsoDate } | null
  /** Null: never read. */
  readonly lastReadOn: IsoDate | null
  /** What no reading reached back to. */
  readonly unread: readonly Span[]
  /** Of files. */
  readonly imported: readonly Span[]
}

/** In order, none touching the next. */
export function coverOf({ today, oldest, lastReadOn, unread, imported }: CoverFrom): Span[] {
  const banks: Span[] = []
  if (oldest && lastReadOn) {
    const first = earlier(oldest.day, addDays(oldest.readOn, 1 - historyDays))
    const last = addDays(lastReadOn, lateDays) >= today ? today : lastReadOn
    banks.push({ from: first, to: last })
  }
  return mergeSpans([...imported, ...unread.reduce(withoutSpan, banks)])
}

export function mergeSpans(spans: readonly Span[]): Span[] {
  const merged: Span[] = []
  for (const span of spans.toSorted((left, right) => compare(left.from, right.from))) {
    const last = merged.at(-1)
    if (last && span.from <= addDays(last.to, 1)) merged[merged.length - 1] = { ...last, to: later(last.to, span.to) }
    else if (span.from <= span.to) merged.push(span)
  }
  return merged
}

function withoutSpan(spans: readonly Span[], hole: Span): Span[] {
  return spans.flatMap(span => {
    if (hole.to < span.from || hole.from > span.to) return [span]
    const around = [
      { from: span.from, to: addDays(hole.from, -1) },
      { from: addDays(hole.to, 1), to: span.to },
    ]
    return around.filter(({ from, to }) => from <= to)
  })
}

/** `none`: of no account anything is known; `part`: of some account not all. One that begins later is not missed. */
export type Coverage = 'whole' | 'part' | 'none'

export type AccountCover = {
  readonly spans: readonly Span[]
  /** Closed: nothing is missed after its last day. */
  readonly ended: boolean
}

export function coverageOf(covers: readonly AccountCover[], span: Span): Coverage {
  const kinds = covers.map(cover => kindOf(cover, span))
  if (!kinds.some(({ days }) => days > 0)) return 'none'
  return kinds.some(({ missing }) => missing) ? 'part' : 'whole'
}

/** Whether sums of two spans say the same: of each account both are known whole, or neither is its time. */
export function areComparable(covers: readonly AccountCover[], one: Span, other: Span): boolean {
  return covers.every(cover => {
    const [left, right] = [kindOf(cover, one), kindOf(cover, other)]
    return !left.missing && !right.missing && left.days > 0 === right.days > 0
  })
}

/** The last days in a row of which all is known of each account; null: none. */
export function lastKnown(covers: readonly AccountCover[]): Span | null {
  const [first = [], ...others] = covers.map(({ spans }) => spans).filter(spans => spans.length > 0)
  const common = others.reduce(
    (left, right) =>
      left.flatMap(one =>
        right.flatMap(other => {
          const both = { from: later(one.from, other.from), to: earlier(one.to, other.to) }
          return both.from <= both.to ? [both] : []
        }),
      ),
    first,
  )
  return common.at(-1) ?? null
}

/** How many days are known, and whether others of its time are not. */
function kindOf({ spans, ended }: AccountCover, { from, to }: Span): { days: number; missing: boolean } {
  const [first, last] = [spans[0]?.from, spans.at(-1)?.to]
  const until = ended && last !== undefined ? earlier(to, last) : to
  const known = spans.map(span => daysBetween(later(span.from, from), earlier(span.to, to)) + 1)
  const days = known.reduce((sum, count) => sum + Math.max(0, count), 0)
  const isItsTime = first !== undefined && first <= to && until >= from
  return { days, missing: isItsTime && days <= daysBetween(from, until) }
}

export function earlier(left: IsoDate, right: IsoDate): IsoDate {
  return left < right ? left : right
}

export function later(left: IsoDate, right: IsoDate): IsoDate {
  return left > right ? left : right
}
