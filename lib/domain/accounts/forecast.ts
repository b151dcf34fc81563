import { addDays, addMonths, daysBetween, type IsoDate } from '@guichet/values/calendar/day.ts'
import { type Recurring, type RhythmLine, rhythmKey, upcomingOf } from './recurring.ts'

/**
 * What accounts will hold until the end of the month: balance, known payments, and what the last days of earlier
 * months bring; with its spread.
 */

/** A spread needs two months; more than six are outdated. */
const monthsNeeded = 2
const monthsAtMost = 6

/** Neither recurring nor own transfers. */
export type VariableDay = { readonly day: IsoDate; readonly inMinor: bigint; readonly outMinor: bigint }

/** Minor units of one currency; outgoing is negative. */
export type ForecastFrom = {
  readonly today: IsoDate
  /** Of booked transactions. */
  readonly balanceMinor: bigint
  /** Not in the balance. */
  readonly announced: readonly RhythmLine[]
  readonly recurring: readonly Recurring[]
  readonly variable: readonly VariableDay[]
  readonly since: IsoDate
}

export type ForecastPoint = {
  readonly day: IsoDate
  readonly expectedMinor: bigint
  /** One standard deviation. */
  readonly lowMinor: bigint
  readonly highMinor: bigint
}

export type Forecast = {
  /** To the end of the month; on its last day, of the next month. */
  readonly points: readonly ForecastPoint[]
  readonly knownCount: number
  /** Full months behind the usual amounts. */
  readonly months: number
}

/**
 * Null without two full months before this one. Announced payments that don't recur are part of the usual amounts
 * until they exceed them.
 */
export function forecastMonth(from: ForecastFrom): Forecast | null {
  const { today, balanceMinor, announced, recurring } = from
  const until = lastOfMonth(addDays(today, 1))
  const length = daysBetween(today, until)
  const months = fullMonths(from, length)
  if (months.length < monthsNeeded) return null
  const samples = months.map(last => sumUp(from.variable, last, length))
  const regular = new Set(recurring.map(rhythmKey))
  const expected = upcomingOf(announced, recurring, today, until).filter(({ source }) => source === 'expected')
  const ahead = announced.filter(({ day }) => day >= today && day <= until)
  const known = [...expected, ...ahead.filter(line => regular.has(rhythmKey(line)))]
  const single = ahead.filter(line => !regular.has(rhythmKey(line)))
  const points = Array.from({ length }, (_, at): ForecastPoint => {
    const day = addDays(today, at + 1)
    // Due today and not booked yet: counts for tomorrow.
    const sumOf = (lines: readonly { readonly day: IsoDate; readonly amountMinor: bigint }[]) =>
      lines.reduce((sum, line) => (line.day <= day ? sum + line.amountMinor : sum), 0n)
    const earlier = samples.flatMap(sample => sample[at] ?? [])
    const into = mean(earlier.map(({ inMinor }) => inMinor))
    const out = mean(earlier.map(({ outMinor }) => outMinor))
    const [comes, goes] = [sumOf(single.filter(isIn)), sumOf(single.filter(line => !isIn(line)))]
    const usual = furthest(comes, into) + furthest(goes, out)
    const spread = deviation(earlier.map(({ inMinor, outMinor }) => inMinor + outMinor))
    const expectedMinor = balanceMinor + sumOf(known) + usual
    return { day, expectedMinor, lowMinor: expectedMinor - spread, highMinor: expectedMinor + spread }
  })
  return { points, knownCount: known.length + single.length, months: months.length }
}

function isIn({ amountMinor }: { readonly amountMinor: bigint }): boolean {
  return amountMinor >= 0n
}

/** Newest first; every day of it, and `length` days before, is known. */
function fullMonths({ today, since }: ForecastFrom, length: number): IsoDate[] {
  return Array.from({ length: monthsAtMost }, (_, at) => lastOfMonth(addMonths(today, -1 - at, 1))).filter(
    last => since <= addMonths(last, 0, 1) && since <= addDays(last, 1 - length),
  )
}

/** Cumulative over the last days of a month: first entry one day, last all. */
function sumUp(days: readonly VariableDay[], last: IsoDate, length: number): Omit<VariableDay, 'day'>[] {
  const byDay = new Map(days.map(one => [one.day, one]))
  let [inMinor, outMinor] = [0n, 0n]
  return Array.from({ length }, (_, at) => {
    const one = byDay.get(addDays(last, at + 1 - length))
    inMinor += one?.inMinor ?? 0n
    outMinor += one?.outMinor ?? 0n
    return { inMinor, outMinor }
  })
}

function lastOfMonth(day: IsoDate): IsoDate {
  return addMonths(day, 0, Number.POSITIVE_INFINITY)
}

function mean(amounts: readonly bigint[]): bigint {
  return amounts.reduce((sum, amount) => sum + amount, 0n) / BigInt(amounts.length)
}

/** Both have the same sign. */
function furthest(one: bigint, other: bigint): bigint {
  return one * one > other * other ? one : other
}

/** Sample standard deviation (n − 1), rounded down. */
function deviation(amounts: readonly bigint[]): bigint {
  const middle = mean(amounts)
  const squares = amounts.reduce((sum, amount) => sum + (amount - middle) ** 2n, 0n)
  return squareRoot(squares / BigInt(amounts.length - 1))
}

/** Newton's method, rounded down. */
function squareRoot(square: bigint): bigint {
  let root = square
  for (let next = (square + 1n) / 2n; next < root; next = (root + square / root) / 2n) root = next
  return root
}
