import { addDays, addMonths, daysBetween, type IsoDate } from '@guichet/values/calendar/day.ts'
import type { Span } from './coverage.ts'
import { expectedDays, type Recurring, type RhythmLine, rhythmKey } from './recurring.ts'

/**
 * What accounts will hold until the end of the month: what they hold today, what the bank announced, what recurs, and what
 * comes and goes otherwise on as many days; with the range that holds four times out of five, which never narrows.
 */

/** Less shows no habit. */
const daysNeeded = 60
const weekDays = 7

/** Quantile of a normal distribution: 80 % lie within it. */
const width = 1.28
/** Share of recurring payments that don't come (a contract ends, a month is skipped), of those seen twice, and their least deviation. */
const missed = 0.01
const missedIfNew = 0.15
const leastDeviation = 0.03
/** A recurring payment may be this early or late; then its day is uncertain. */
const shiftDays = 2
const shifted = 0.05

/** Neither recurring nor own transfers. */
export type VariableDay = { readonly day: IsoDate; readonly inMinor: bigint; readonly outMinor: bigint }

/** Minor units of one currency; outgoing is negative. */
export type ForecastFrom = {
  readonly today: IsoDate
  /** As home shows it. */
  readonly balanceMinor: bigint
  /** Not in the balance. */
  readonly announced: readonly RhythmLine[]
  readonly recurring: readonly Recurring[]
  readonly variable: readonly VariableDay[]
  /** The last days in a row of which everything is known. */
  readonly known: Span
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

/** Null with less than 60 days. Announced payments that don't recur are part of the usual amounts until they exceed them. */
export function forecastMonth(from: ForecastFrom): Forecast | null {
  const { today, balanceMinor, announced, recurring, known } = from
  const days = daysBetween(known.from, known.to) + 1
  if (days < daysNeeded) return null
  const until = lastOfMonth(addDays(today, 1))
  const regular = new Set(recurring.map(rhythmKey))
  const ahead = announced.filter(({ day }) => day >= today && day <= until)
  const certain = ahead.filter(line => regular.has(rhythmKey(line)))
  const single = ahead.filter(line => !regular.has(rhythmKey(line)))
  const expected = recurring.flatMap(one =>
    // One due just after the end may come before it.
    expectedDays(one, announced, today, addDays(until, shiftDays)).map(day => ({
      day,
      amountMinor: one.amountMinor,
      doubt: doubtOf(one),
    })),
  )
  const variable = from.variable.filter(({ day }) => day >= known.from && day <= known.to)
  const [into, out] = [sum(variable.map(({ inMinor }) => inMinor)), sum(variable.map(({ outMinor }) => outMinor))]
  const daily = dailyVariance(variable, known.to, days)
  let spread = 0n
  const points = Array.from({ length: daysBetween(today, until) }, (_, at): ForecastPoint => {
    const day = addDays(today, at + 1)
    const passed = at + 1
    // Due today and not booked yet: counts for tomorrow.
    const dueBy = (lines: readonly Due[]) => sum(lines.flatMap(line => (line.day <= day ? line.amountMinor : [])))
    const usual = (total: bigint) => (total * BigInt(passed)) / BigInt(days)
    const comes = furthest(dueBy(single.filter(isIn)), usual(into))
    const goes = furthest(dueBy(single.filter(line => !isIn(line))), usual(out))
    const doubts = expected.reduce((all, one) => all + doubtBy(one, day), 0)
    // The mean itself is an estimate from as many days.
    const variance = daily * passed * (1 + passed / days) + doubts
    const wide = BigInt(Math.round(width * Math.sqrt(variance)))
    spread = wide > spread ? wide : spread
    const expectedMinor = balanceMinor + dueBy(certain) + dueBy(expected) + comes + goes
    return { day, expectedMinor, lowMinor: expectedMinor - spread, highMinor: expectedMinor + spread }
  })
  return { points, knownCount: expected.filter(({ day }) => day <= until).length + ahead.length, days }
}

/** Variance of one occurrence, in minor units squared. */
function doubtOf({ amountMinor, deviationMinor, count }: Recurring): number {
  const amount = Number(amountMinor)
  const deviation = Math.max(Number(deviationMinor), Math.abs(leastDeviation * amount))
  return deviation ** 2 + (count < 3 ? missedIfNew : missed) * amount ** 2
}

function doubtBy({ day: due, amountMinor, doubt }: Due & { readonly doubt: number }, day: IsoDate): number {
  const late = daysBetween(due, day)
  if (late < -shiftDays) return 0
  return doubt + (late <= shiftDays ? shifted * Number(amountMinor) ** 2 : 0)
}

/** From sums of weeks, so that what follows the weekday or its neighbour counts as it does over a month. */
function dailyVariance(variable: readonly VariableDay[], last: IsoDate, days: number): number {
  const weeks = Math.floor(days / weekDays)
  const sums = Array.from({ length: weeks }, () => 0)
  for (const { day, inMinor, outMinor } of variable) {
    const week = Math.floor(daysBetween(day, last) / weekDays)
    if (week < weeks) sums[week] = (sums[week] ?? 0) + Number(inMinor + outMinor)
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
