import { moveToBankDay } from '@guichet/values/calendar/bank-day.ts'
import { addDays, addMonths, dayMs, daysBetween, type IsoDate } from '@guichet/values/calendar/day.ts'
import { absolute } from '@guichet/values/money/minor.ts'
import { compare } from '@guichet/values/text/compare.ts'
import { later, type Span } from './coverage.ts'
import { expectedDays, type Recurring, type RhythmLine, rhythmKey } from './recurring.ts'

/**
 * What accounts will hold until the end of the month: what they hold, what was announced, what recurs, and what else comes and goes in as
 * many days; with the range that holds four times out of five.
 */

/** Less shows no habit. */
const daysNeeded = 60
const weekDays = 7
/** Older habits say little. */
export const memoryDays = 365

/** Quantile of a normal distribution: 80 % lie within it. */
const width = 1.28
/** Share of recurring payments that don't come (a contract ends), and their least deviation. */
const missed = 0.007
const leastDeviation = 0.03
/** A recurring payment may be this early or late; then its day is uncertain. */
const shiftDays = 2
const shifted = 0.03

/** Earlier months whose forecasts are made again, beside quantiles of a normal distribution: alone they give `width` */
const monthsTried = 7
const normalErrors = [0.16, 0.49, 0.89, 1.45]
/** A wider range is of no use. */
const widest = 2

/** Without own transfers. */
export type DayFlow = { readonly day: IsoDate; readonly inMinor: bigint; readonly outMinor: bigint }

/** Of several accounts, one a day. */
export function sumByDay(flows: readonly DayFlow[]): DayFlow[] {
  const days = new Map<IsoDate, DayFlow>()
  for (const { day, inMinor, outMinor } of flows) {
    const sum = days.get(day)
    days.set(day, { day, inMinor: inMinor + (sum?.inMinor ?? 0n), outMinor: outMinor + (sum?.outMinor ?? 0n) })
  }
  return [...days.values()]
}

/** Minor units of one currency; outgoing is negative. */
export type ForecastFrom = {
  readonly today: IsoDate
  /** As home shows it. */
  readonly balanceMinor: bigint
  /** Not in the balance. */
  readonly announced: readonly RhythmLine[]
  readonly recurring: readonly Recurring[]
  readonly flows: readonly DayFlow[]
  /** Of them, what may recur. */
  readonly lines: readonly RhythmLine[]
  /** The last days in a row of which everything is known. */
  readonly known: Span
  /** `errorOn` the days of `earlierDays`. */
  readonly errors: readonly number[]
}

export type ForecastPoint = {
  readonly day: IsoDate
  readonly expectedMinor: bigint
  /** The range of 80 %. */
  readonly lowMinor: bigint
  readonly highMinor: bigint
}

export type Forecast = {
  /** To the end of the month; on its last day, of the next month. */
  readonly points: readonly ForecastPoint[]
  readonly knownCount: number
  /** Days behind the usual amounts. */
  readonly days: number
}

type Due = { readonly day: IsoDate; readonly amountMinor: bigint }

/** Null with less than 60 days. */
export function forecastMonth(from: ForecastFrom): Forecast | null {
  const outlook = outlookOf(from)
  if (outlook === null) return null
  const { days, knownCount, widths, expectedAfter } = outlook
  const points = widths.map(({ below, above }, at): ForecastPoint => {
    const expectedMinor = expectedAfter(at + 1)
    const [lowMinor, highMinor] = [expectedMinor - below, expectedMinor + above]
    return { day: addDays(from.today, at + 1), expectedMinor, lowMinor, highMinor }
  })
  return { points, knownCount, days }
}

/**
 * How far its days may be off, and what is expected after so many. Announced payments that don't recur are part of the usual
 * amounts until they exceed them.
 */
function outlookOf(all: ForecastFrom) {
  const { today, balanceMinor, announced, recurring } = all
  const known = { ...all.known, from: later(all.known.from, addDays(today, -memoryDays)) }
  const from = { ...all, known }
  const days = daysBetween(known.from, known.to) + 1
  if (days < daysNeeded) return null
  const until = lastOfMonth(addDays(today, 1))
  const regular = new Set(recurring.map(rhythmKey))
  const ahead = announced.filter(({ day }) => day <= until)
  const certain = ahead.filter(line => regular.has(rhythmKey(line)))
  const single = ahead.filter(line => !regular.has(rhythmKey(line)))
  const isLate = ({ nextDay }: Recurring) => nextDay !== null && moveToBankDay(addDays(nextDay, shiftDays), 1) < today
  const expected = recurring.flatMap(one =>
    // One due just after the end may come before it; one that is late seldom comes.
    (isLate(one) ? [] : expectedDays(one, announced, today, addDays(until, shiftDays))).map(day => ({
      day,
      after: daysBetween(today, day),
      amountMinor: one.amountMinor,
      doubt: doubtOf(one),
      isNew: isNew(one),
    })),
  )
  const variable = variableOf(from)
  const usual = usualUntil(variable, from)
  const widening = wideningOf(from.errors)
  const daily = dailyVariance(variable, days)
  let spread = 0n
  const widths = Array.from({ length: daysBetween(today, until) }, (_, at) => {
    const passed = at + 1
    const doubts = expected.reduce((all, one) => all + doubtBy(one, passed), 0)
    // The mean itself is an estimate from as many days.
    const variance = daily * passed * (1 + passed / days) + doubts
    const wide = BigInt(Math.round(width * widening * Math.sqrt(variance)))
    spread = wide > spread ? wide : spread
    const newOnes = expected.filter(({ isNew, after }) => isNew && after <= passed)
    const of = (some: typeof newOnes) => sum(some.map(({ amountMinor }) => amountMinor))
    return { below: spread + of(newOnes.filter(isIn)), above: spread - of(newOnes.filter(one => !isIn(one))) }
  })
  const expectedAfter = (passed: number): bigint => {
    const day = addDays(today, passed)
    // Due by today and not booked yet: counts for tomorrow.
    const dueBy = (lines: readonly Due[]) => sum(lines.flatMap(line => (line.day <= day ? line.amountMinor : [])))
    const { into, out } = usual(passed)
    const comes = furthest(dueBy(single.filter(isIn)), into)
    const goes = furthest(dueBy(single.filter(line => !isIn(line))), out)
    return balanceMinor + dueBy(certain) + dueBy(expected) + comes + goes
  }
  const knownCount = expected.filter(({ day }) => day <= until).length + ahead.length
  return { until, days, knownCount, widths, expectedAfter }
}

/** What does not recur, by days after the first known one. Estimates: a float is exact enough, and thirty times as fast. */
type Variable = { readonly into: Float64Array; readonly out: Float64Array }

function variableOf({ flows, lines, recurring, known }: ForecastFrom): Variable {
  const regular = new Set(recurring.map(rhythmKey))
  const first = Date.parse(known.from)
  const placeOf = (day: IsoDate) => Math.round((Date.parse(day) - first) / dayMs)
  const days = placeOf(known.to) + 1
  const [into, out] = [new Float64Array(days), new Float64Array(days)]
  const isKnown = ({ day }: { readonly day: IsoDate }) => day >= known.from && day <= known.to
  for (const { day, inMinor, outMinor } of flows.filter(isKnown)) {
    const at = placeOf(day)
    into[at] = (into[at] ?? 0) + Number(inMinor)
    out[at] = (out[at] ?? 0) + Number(outMinor)
  }
  for (const line of regular.size === 0 ? [] : lines.filter(isKnown)) {
    if (!regular.has(rhythmKey(line))) continue
    const [sums, at] = [isIn(line) ? into : out, placeOf(line.day)]
    sums[at] = (sums[at] ?? 0) - Number(line.amountMinor)
  }
  return { into, out }
}

/** From tomorrow until a day, of all such spans: what comes on average, and what goes in half of them. */
function usualUntil({ into, out }: Variable, { today, known }: ForecastFrom) {
  const tomorrow = daysBetween(known.from, today) + 1
  const upTo = (daily: Float64Array) => {
    const sums = new Float64Array(daily.length + 1)
    for (let at = 0; at < daily.length; at++) sums[at + 1] = (sums[at] ?? 0) + (daily[at] ?? 0)
    return sums
  }
  const [intoUpTo, outUpTo] = [upTo(into), upTo(out)]
  const all = new Float64Array(into.length)
  return (passed: number) => {
    // Fewer days have their place in the week.
    const [first, step] = passed >= 2 * weekDays ? [0, 1] : [tomorrow % weekDays, weekDays]
    const count = Math.floor((into.length - passed - first) / step) + 1
    const outs = all.subarray(0, count)
    let came = 0
    for (let span = 0; span < count; span++) {
      const [from, to] = [first + span * step, first + span * step + passed]
      came += (intoUpTo[to] ?? 0) - (intoUpTo[from] ?? 0)
      outs[span] = (outUpTo[to] ?? 0) - (outUpTo[from] ?? 0)
    }
    return { into: BigInt(Math.trunc(came / count)), out: BigInt(nthOf(outs, Math.floor(count / 2))) }
  }
}

/** Hoare's selection, in place. */
function nthOf(values: Float64Array, at: number): number {
  let [left, right] = [0, values.length - 1]
  while (left < right) {
    const pivot = values[at] ?? 0
    let [low, high] = [left, right]
    while (low <= high) {
      while ((values[low] ?? 0) < pivot) low++
      while ((values[high] ?? 0) > pivot) high--
      if (low > high) break
      const swapped = values[low] ?? 0
      values[low++] = values[high] ?? 0
      values[high--] = swapped
    }
    if (high < at) left = low
    if (at < low) right = high
  }
  return values[at] ?? 0
}

/** Days on which a forecast was like today's: what it erred by says how far this one may. */
export function earlierDays(today: IsoDate): IsoDate[] {
  return Array.from({ length: monthsTried }, (_, at) => addMonths(today, -at - 1))
}

/** What a forecast of an earlier day erred by, as a share of its range; null if there was none. `recurring` on that day. */
export function errorOn(from: ForecastFrom, today: IsoDate, recurring: readonly Recurring[]): number | null {
  const known = { from: from.known.from, to: today }
  const past = { ...from, today, known, recurring, balanceMinor: 0n, announced: [], errors: [] }
  const outlook = today < known.from ? null : outlookOf(past)
  if (!outlook || outlook.until > from.known.to) return null
  const { until, widths, expectedAfter } = outlook
  const came = from.flows.filter(({ day }) => day > today && day <= until)
  const truth = sum(came.map(({ inMinor, outMinor }) => inMinor + outMinor))
  // As wide as its variance says.
  const off = truth - expectedAfter(widths.length)
  const { below = 0n, above = 0n } = widths.at(-1) ?? {}
  const range = Number(off < 0n ? below : above) / wideningOf([])
  return Number(absolute(off)) / Math.max(1, range)
}

/** What four in five errors are within, counting the one to come (split conformal prediction); normal ones make up for few. */
function wideningOf(errors: readonly number[]): number {
  const all = [...errors, ...normalErrors.map(one => one / width)].sort(compare)
  const rank = 0.8 * all.length - 0.5 + (0.3 * errors.length) / all.length
  const [low = 1, high = low] = all.slice(Math.floor(rank))
  return Math.min(widest, low + (high - low) * (rank % 1))
}

/** Variance of one occurrence, in minor units squared. */
function doubtOf(one: Recurring): number {
  const { amountMinor, deviationMinor } = one
  const amount = Number(amountMinor)
  const deviation = Math.max(Number(deviationMinor), Math.abs(leastDeviation * amount))
  return deviation ** 2 + (isNew(one) ? 0 : missed) * amount ** 2
}

/** Once or twice may be all: such a payment doesn't come one time in three, so the range holds both. */
function isNew({ count, chosen }: Recurring): boolean {
  return count < 3 && !chosen
}

type Doubted = { readonly after: number; readonly amountMinor: bigint; readonly doubt: number }

function doubtBy({ after, amountMinor, doubt }: Doubted, passed: number): number {
  const late = passed - after
  const shift = Math.abs(late) <= shiftDays ? shifted * Number(amountMinor) ** 2 : 0
  return shift + (late < 0 ? 0 : doubt)
}

/** From sums of weeks, so that what follows the weekday or its neighbour counts as it does over a month. */
function dailyVariance({ into, out }: Variable, days: number): number {
  const weeks = Math.floor(days / weekDays)
  const sums = new Float64Array(weeks)
  for (let at = days - weeks * weekDays; at < days; at++) {
    const week = Math.floor((days - 1 - at) / weekDays)
    sums[week] = (sums[week] ?? 0) + (into[at] ?? 0) + (out[at] ?? 0)
  }
  const middle = sums.reduce((all, one) => all + one, 0) / weeks
  return sums.reduce((all, one) => all + (one - middle) ** 2, 0) / (weeks - 1) / weekDays
}

function isIn({ amountMinor }: Due): boolean {
  return amountMinor >= 0n
}

function lastOfMonth(day: IsoDate): IsoDate {
  return addMonths(day, 0, Number.POSITIVE_INFINITY)
}

function sum(amounts: readonly bigint[]): bigint {
  return amounts.reduce((all, amount) => all + amount, 0n)
}

/** Both have the same sign. */
function furthest(one: bigint, other: bigint): bigint {
  return one * one > other * other ? one : other
}
