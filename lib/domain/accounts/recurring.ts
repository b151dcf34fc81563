import { isBankDay, moveToBankDay } from '@guichet/values/calendar/bank-day.ts'
import { addDays, addMonths, daysBetween, type IsoDate } from '@guichet/values/calendar/day.ts'
import { absolute } from '@guichet/values/money/minor.ts'
import { compare } from '@guichet/values/text/compare.ts'
import { incomeOnly } from './category.ts'
import { later, type Span } from './coverage.ts'
import { type PriceRise, priceRiseOf } from './price-rise.ts'
import { topOf } from './sub-category.ts'

/** Same counterparty, interval and direction; money moved to and from savings is one habit. */

export const rhythms = ['week', 'month', 'quarter', 'year'] as const
export type Rhythm = (typeof rhythms)[number]

export type RhythmLine = {
  readonly accountId: string
  readonly counterparty: string
  readonly label: string
  readonly category: string
  readonly day: IsoDate
  readonly amountMinor: bigint
  readonly currency: string
}

export type Recurring = {
  readonly accountId: string
  readonly counterparty: string
  readonly label: string
  readonly category: string
  readonly rhythm: Rhythm
  /** Within 5 % of the usual amount. */
  readonly steady: boolean
  /** Of a day: interquartile mean of the newest six, signed; of savings their mean. */
  readonly amountMinor: bigint
  /** Sample standard deviation of the newest six from it. */
  readonly deviationMinor: bigint
  readonly currency: string
  readonly count: number
  readonly lastDay: IsoDate
  readonly rise: PriceRise | null
  /** The person says so. */
  readonly chosen: boolean
  /** The newest six, in order. */
  readonly recentDays: readonly IsoDate[]
  /** Null if it stopped: overdue by more than the tolerance. */
  readonly nextDay: IsoDate | null
  /** Due after it, within two months; none of what was seen once or twice. */
  readonly laterDays: readonly IsoDate[]
}

const perYear: Readonly<Record<Rhythm, bigint>> = { week: 52n, month: 12n, quarter: 4n, year: 1n }

/** Signed, as often as a year has it. */
export function yearlyOf({ rhythm, amountMinor }: Pick<Recurring, 'rhythm' | 'amountMinor'>): bigint {
  return amountMinor * perYear[rhythm]
}

type Measure = {
  readonly rhythm: Rhythm
  readonly days: number
  readonly tolerance: number
  readonly least: number
  readonly months: number
}

/** Days between two, tolerance, minimum of occurrences. */
const measures: readonly Measure[] = [
  { rhythm: 'week', days: 7, tolerance: 1, least: 4, months: 0 },
  { rhythm: 'month', days: 30.4, tolerance: 5, least: 3, months: 1 },
  { rhythm: 'quarter', days: 91.3, tolerance: 10, least: 3, months: 3 },
  { rhythm: 'year', days: 365.25, tolerance: 15, least: 2, months: 12 },
]

const monthly = 1

/** What one has committed to: there the second time shows the rhythm, if the amounts are within a tenth. */
const commitments: ReadonlySet<string> = new Set([
  'salary',
  'benefits',
  'housing',
  'energy',
  'telecom',
  'insurance',
  'health',
  'children',
  'tax',
  'loan',
])

/** A holiday moves one interval. */
const fittingShare = 0.8

/** On average; what comes more often has no rhythm: of weekly ones four in five are six days apart. */
export const leastDaysApart = 5

/** Dates of the month as near as weekends move them. */
const clusterDays = 3

/** Several loans of one bank are due on one day; more are sales, like a trader's card receipts. */
export const maxPerDay = 4

/** A longer break between two seasons; and how near their ends. */
const restDays = 75
const restEdge = 15

/** What a person says of payments with a counterparty; null: they don't recur. */
export type RecurringChoice = {
  readonly counterparty: string
  readonly direction: 'in' | 'out'
  readonly rhythm: Rhythm | null
}

/** Sorted by next day; stopped ones last. A person's word goes first. `spansOf`: the known days of an account; none: all. */
export function findRecurring(
  lines: readonly RhythmLine[],
  today: IsoDate,
  choices: readonly RecurringChoice[] = [],
  spansOf: (accountId: string) => readonly Span[] = () => [],
): Recurring[] {
  const named = lines.filter(({ counterparty }) => counterparty !== '')
  const groups = Map.groupBy(named, rhythmKey)
  const found = [...groups.values()].flatMap(group => {
    const spans = spansOf(group[0]?.accountId ?? '')
    const choice = choices.find(
      ({ counterparty, direction }) =>
        counterparty === group[0]?.counterparty &&
        group.some(({ amountMinor }) => amountMinor < 0n === (direction === 'out')),
    )
    if (choice?.rhythm === null) return []
    const whole = recurringOf(group, today, spans, choice?.rhythm)
    const found = whole ? [whole] : monthlyAmong(group, today, spans)
    if (found.some(({ nextDay }) => nextDay !== null)) return found.map(one => afterRest(one, group, spans))
    const season = recurringOf(newSeason(group), today, spans, undefined)
    return season ? [afterRest(season, group, spans)] : [...found, ...fromLastYear(group, today)]
  })
  const when = ({ nextDay }: Recurring) => nextDay ?? '9999-12-31'
  return found.sort(
    (left, right) =>
      compare(when(left), when(right)) || compare(absolute(right.amountMinor), absolute(left.amountMinor)),
  )
}

const isRest = (left: IsoDate, back: IsoDate) => daysBetween(left, back) > restDays

/** What came month by month before a rest begins again. */
function newSeason(group: readonly RhythmLine[]): readonly RhythmLine[] {
  const sorted = group.toSorted((left, right) => compare(left.day, right.day))
  const begin = sorted.findLastIndex(({ day }, at) => isRest(sorted[at - 1]?.day ?? day, day))
  const ended = sorted.slice(0, Math.max(0, begin)).slice(-2)
  const gaps = gapsOf(
    ended.map(({ day }) => day),
    [],
  )
  const isMonthly = measures.some(one => one.months === monthly && fits(gaps, one, 2))
  return isMonthly ? sorted.slice(begin) : []
}

/** Where it rested a year ago, it is due a year after it returned, unless it is known that no season began a year before this one. */
function afterRest(one: Recurring, group: readonly RhythmLine[], spans: readonly Span[]): Recurring {
  if (one.nextDay === null || one.rhythm !== 'month' || one.chosen) return one
  const days = [...new Set(group.map(({ day }) => day))].sort()
  const begins = days.filter((day, at) => at === 0 || isRest(days[at - 1] ?? day, day))
  const rests = gapsOf(days, spans).flatMap(({ length, known }, at) => {
    const [left = '', back = ''] = days.slice(at)
    const isUnknown = addMonths(begins[0] ?? '', 12) > back
    const isSeason = isUnknown || begins.some(begun => Math.abs(daysBetween(addMonths(begun, 12), back)) <= restEdge)
    return known && isSeason && length > restDays ? { left: addDays(left, restEdge), back } : []
  })
  const restOf = (day: IsoDate) => {
    const yearAgo = addMonths(day, -12)
    return rests.find(({ left, back }) => left < yearAgo && yearAgo < addDays(back, -restEdge))
  }
  const rest = restOf(one.nextDay)
  if (rest) return { ...one, nextDay: addMonths(rest.back, 12), laterDays: [] }
  return { ...one, laterDays: one.laterDays.filter(day => !restOf(day)) }
}

/** What one has committed to, and what rests now, comes again a year after its season began: due within a month. */
function fromLastYear(group: readonly RhythmLine[], today: IsoDate): Recurring[] {
  const sorted = group.toSorted((left, right) => compare(left.day, right.day))
  if (!isRest(sorted.at(-1)?.day ?? today, today)) return []
  const line = sorted.find(({ category, day }, at) => {
    const begins = isRest(sorted[at - 1]?.day ?? addMonths(day, -12), day)
    const isNear = addMonths(day, 11) <= today && today <= addDays(addMonths(day, 12), restEdge)
    return begins && isNear && commitments.has(topOf(category))
  })
  const one = line && recurringOf([line], line.day, [], 'year')
  return one ? [{ ...one, chosen: false }] : []
}

/** Of a commitment with days of its own: a wage twice a month, or one beside a bonus. */
function monthlyAmong(group: readonly RhythmLine[], today: IsoDate, spans: readonly Span[]): Recurring[] {
  const [last] = group.toSorted((left, right) => compare(right.day, left.day))
  if (!last || !commitments.has(topOf(last.category))) return []
  const dates = [...new Set(group.map(({ day }) => dateOf(day)))].sort(compare)
  // Where a new cluster begins; the month ends where it begins again.
  const starts = dates.filter((date, at) => date - (dates[at - 1] ?? (dates.at(-1) ?? 0) - 31) > clusterDays)
  const clusters = Map.groupBy(group, ({ day }) => starts.findLast(start => start <= dateOf(day)) ?? starts.at(-1))
  const found = [...clusters.values()].flatMap(lines => recurringOf(lines, today, spans, undefined) ?? [])
  const monthly = found.filter(({ rhythm, count }) => rhythm === 'month' && count >= 3)
  const covered = monthly.reduce((sum, { count }) => sum + count, 0)
  return covered * 4 >= group.length * 3 ? monthly : []
}

export function rhythmKey({
  accountId,
  counterparty,
  category,
  amountMinor,
  currency,
}: Pick<RhythmLine, 'accountId' | 'counterparty' | 'category' | 'amountMinor' | 'currency'>): string {
  return `${accountId} ${counterparty} ${category === 'savings' ? 'both' : amountMinor < 0n} ${currency}`
}

function recurringOf(
  group: readonly RhythmLine[],
  today: IsoDate,
  spans: readonly Span[],
  chosen: Rhythm | undefined,
): Recurring | null {
  const sorted = group.toSorted((left, right) => compare(left.day, right.day))
  const days = [...new Set(sorted.map(({ day }) => day))]
  const gaps = gapsOf(days, spans)
  const measure =
    measures.find(one => one.rhythm === chosen) ??
    measures.find(one => fits(gaps, one, one.least)) ??
    measures.find(one => one.months === monthly && sorted.length === 2 && fits(gaps, one, 2) && areAlike(sorted)) ??
    measures.find(one => one.months === monthly && sorted.length === 1 && isIncome(sorted[0]))
  const last = sorted.at(-1)
  if (!measure || !last || (!chosen && sorted.length > days.length * maxPerDay)) return null
  const perDay = [...Map.groupBy(sorted, ({ day }) => day)].map(([day, some]) => ({
    day,
    amountMinor: sumOf(some.map(line => line.amountMinor)),
  }))
  const amounts = perDay.slice(-6).map(one => one.amountMinor)
  const amountMinor = last.category === 'savings' ? mean(amounts) : middleMean(amounts)
  const steady = perDay.every(one => absolute(one.amountMinor - amountMinor) * 20n <= absolute(amountMinor))
  // A yearly interval may be chance.
  if (measure.rhythm === 'year' && !steady && !chosen) return null
  const { accountId, counterparty, label, category, currency, day: lastDay } = last
  const [next = lastDay, ...laterDays] = duesUntil(addMonths(today, 2), days, measure)
  const over = daysBetween(next, today) > measure.tolerance
  const isNew = sorted.length < 3 && !chosen
  return {
    accountId,
    counterparty,
    label,
    category,
    rhythm: measure.rhythm,
    steady,
    amountMinor,
    deviationMinor: deviation(amounts, amountMinor),
    currency,
    count: sorted.length,
    lastDay,
    rise: priceRiseOf(perDay),
    chosen: chosen !== undefined,
    recentDays: days.slice(-6),
    nextDay: over ? null : next,
    laterDays: over || isNew ? [] : laterDays,
  }
}

/** Two are no chance: the same amount, much the same for a commitment, or savings. Cash is taken when needed. */
function areAlike([one, other]: readonly RhythmLine[]): boolean {
  if (!one || !other || other.category === 'cash') return false
  const apart = absolute(one.amountMinor - other.amountMinor)
  if (apart === 0n || other.category === 'savings') return true
  return commitments.has(topOf(other.category)) && apart * 10n <= absolute(other.amountMinor)
}

const incomes: ReadonlySet<string> = incomeOnly

/** A salary or benefit may come again. */
function isIncome(line: RhythmLine | undefined): boolean {
  return line !== undefined && line.amountMinor > 0n && incomes.has(topOf(line.category))
}

/** Seen once, and nobody says that it recurs. */
export function isFirst({ count, chosen }: Pick<Recurring, 'count' | 'chosen'>): boolean {
  return count === 1 && !chosen
}

type Gap = { readonly length: number; readonly known: boolean }

/** In days, and whether each day of it is known. */
function gapsOf(days: readonly IsoDate[], spans: readonly Span[]): Gap[] {
  return days.slice(1).map((to, at) => {
    const from = days[at] ?? to
    const known = spans.length < 2 || spans.some(span => span.from <= from && to <= span.to)
    return { length: daysBetween(from, to), known }
  })
}

/** Seen `least` times. A longer one over days that nobody knows says nothing. */
function fits(gaps: readonly Gap[], { days, tolerance }: Measure, least: number): boolean {
  const fitting = gaps.filter(({ length }) => Math.abs(length - days) <= tolerance).length
  const telling = fitting + gaps.filter(({ length, known }) => known && Math.abs(length - days) > tolerance).length
  return telling + 1 >= least && fitting >= telling * fittingShare
}

/** The next, and those until then. */
function duesUntil(until: IsoDate, days: readonly IsoDate[], { months }: Measure): IsoDate[] {
  const last = days.at(-1) ?? ''
  const isMoved = days.every(isBankDay)
  const schedule = months > 0 ? scheduleOf(days.slice(-6), isMoved ? moves : ['none']) : null
  const due = (count: number) =>
    schedule
      ? dueAfter(last, months * count, schedule)
      : moved(addDays(last, 7 * count), isMoved ? 'following' : 'none')
  const found = [due(1)]
  for (let count = 2; due(count) <= until; count++) found.push(due(count))
  return found
}

/** To a bank day; `modified`: the next of the month, else the one before. */
const moves = ['modified', 'following', 'preceding'] as const
type Move = (typeof moves)[number] | 'none'
/** The date, or the last of a shorter month. */
type Schedule = { readonly date: number; readonly move: Move }

/** The one that explains these days best. */
function scheduleOf(days: readonly IsoDate[], among: readonly Move[]): Schedule {
  const dates = [...new Set(days.map(dateOf).toReversed())]
  let best: Schedule = { date: dates[0] ?? 1, move: 'none' }
  let least = Number.POSITIVE_INFINITY
  for (const schedule of dates.flatMap(date => among.map(move => ({ date, move })))) {
    const apart = days.reduce((sum, day) => sum + Math.abs(daysBetween(day, dueAfter(day, 0, schedule))), 0)
    if (apart < least) [best, least] = [schedule, apart]
    if (least === 0) break
  }
  return best
}

/** So many months later: what was due on 31 January may have come on 2 February. */
function dueAfter(day: IsoDate, months: number, { date, move }: Schedule): IsoDate {
  const late = dateOf(day) - date
  const turn = late > 15 ? 1 : late < -15 ? -1 : 0
  return moved(addMonths(day, months + turn, date), move)
}

function moved(day: IsoDate, move: Move): IsoDate {
  if (move === 'none') return day
  const next = moveToBankDay(day, move === 'preceding' ? -1 : 1)
  return move === 'modified' && next.slice(0, 7) > day.slice(0, 7) ? moveToBankDay(day, -1) : next
}

function dateOf(day: IsoDate): number {
  return Number(day.slice(8))
}

/** Without a quarter at each end. */
function middleMean(amounts: readonly bigint[]): bigint {
  const cut = Math.floor((amounts.length + 1) / 4)
  return mean(amounts.toSorted(compare).slice(cut, amounts.length - cut))
}

function sumOf(amounts: readonly bigint[]): bigint {
  return amounts.reduce((all, amount) => all + amount, 0n)
}

/** Rounded towards zero. */
function mean(amounts: readonly bigint[]): bigint {
  return sumOf(amounts) / BigInt(Math.max(1, amounts.length))
}

/** From `middle` (n − 1), rounded to minor units. */
function deviation(amounts: readonly bigint[], middle: bigint): bigint {
  const squares = amounts.reduce((sum, amount) => sum + Number(amount - middle) ** 2, 0)
  return BigInt(Math.round(Math.sqrt(squares / Math.max(1, amounts.length - 1))))
}

export type Upcoming = {
  readonly day: IsoDate
  readonly label: string
  readonly category: string
  readonly accountId: string
  readonly amountMinor: bigint
  readonly currency: string
  readonly source: 'bank' | 'expected'
}

/**
 * Announced ones, and recurring ones not among them (same counterparty and direction, at most ten days apart). `shown`: without
 * those that a balance includes.
 */
export function upcomingOf(
  announced: readonly RhythmLine[],
  recurring: readonly Recurring[],
  today: IsoDate,
  until: IsoDate,
  shown = announced,
): Upcoming[] {
  // What should have been booked by now still will be.
  const bank = shown
    .filter(({ day }) => day <= until)
    .map(({ day, label, category, accountId, amountMinor, currency }) => ({
      day: later(day, today),
      label,
      category,
      accountId,
      amountMinor,
      currency,
      source: 'bank' as const,
    }))
  const expected = recurring.flatMap(one => {
    const { label, category, accountId, amountMinor, currency } = one
    return expectedDays(one, announced, today, until).map(day => {
      return { day, label, category, accountId, amountMinor, currency, source: 'expected' as const }
    })
  })
  return [...bank, ...expected].sort((left, right) => compare(left.day, right.day))
}

/** When a recurring one is due until then, where the bank has announced none near it. */
export function expectedDays(
  one: Recurring,
  announced: readonly RhythmLine[],
  today: IsoDate,
  until: IsoDate,
): IsoDate[] {
  const near = one.rhythm === 'week' ? 3 : 10
  const isKnown = (due: IsoDate) =>
    announced.some(line => rhythmKey(line) === rhythmKey(one) && Math.abs(daysBetween(line.day, due)) <= near)
  const dues = one.nextDay === null ? [] : [one.nextDay, ...one.laterDays]
  // Slightly overdue is expected today.
  return dues.flatMap(due => (due > until || isKnown(due) ? [] : later(due, today)))
}
