import { addDays, addMonths, daysBetween, type IsoDate } from '@guichet/values/calendar/day.ts'
import { type Recurring, type RhythmLine, rhythmKey, upcomingOf } from './recurring.ts'

/**
 * What some accounts together will have until the end of the month: the balance, known upcoming payments (announced by
 * the bank, or recurring), and what the last days of earlier months usually bring. An estimate, so it has a spread.
 */

/** A spread needs at least two months; more than six are outdated. */
const monthsNeeded = 2
const monthsAtMost = 6

/** Booked transactions of one day that are neither recurring nor own transfers. */
export type VariableDay = { readonly day: IsoDate; readonly inMinor: bigint; readonly outMinor: bigint }

/** Amounts in minor units of one currency; outgoing ones are negative. */
export type ForecastFrom = {
  readonly today: IsoDate
  /** The balance today, from booked transactions. */
  readonly balanceMinor: bigint
  /** Not booked, and not included in the balance. */
  readonly announced: readonly RhythmLine[]
  readonly recurring: readonly Recurring[]
  readonly variable: readonly VariableDay[]
  /** Day of the oldest known transaction. */
  readonly since: IsoDate
}

export type ForecastPoint = {
  readonly day: IsoDate
  readonly expectedMinor: bigint
  /** One standard deviation below and above. */
  readonly lowMinor: bigint
  readonly highMinor: bigint
}

export type Forecast = {
  /** From tomorrow to the last day of the month; on the last day, the days of the next month. */
  readonly points: readonly ForecastPoint[]
  /** Number of announced or recurring payments. */
  readonly knownCount: number
  /** Number of full months behind the usual amounts and their spread. */
  readonly months: number
}

/**
 * The forecast for each day. Null without two full months of transactions before this one. Announced payments that are
 * not recurring count as part of the usual amounts, separately for income and spending, until they exceed them, so
 * nothing counts twice.
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
    // A payment due today that is not booked yet counts for tomorrow.
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

/** The last days of earlier months for which every day, and `length` days before, is known; newest first. */
function fullMonths({ today, since }: ForecastFrom, length: number): IsoDate[] {
  return Array.from({ length: monthsAtMost }, (_, at) => lastOfMonth(addMonths(today, -1 - at, 1))).filter(
    last => since <= addMonths(last, 0, 1) && since <= addDays(last, 1 - length),
  )
}

/** Cumulative income and spending over the last days of a month: the first entry is one day, the last all of them. */
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

/** The larger absolute value of two amounts with the same sign. */
function furthest(one: bigint, other: bigint): bigint {
  return one * one > other * other ? one : other
}

/** Sample standard deviation (n − 1) of two or more amounts, rounded down to a minor unit. */
function deviation(amounts: readonly bigint[]): bigint {
  const middle = mean(amounts)
  const squares = amounts.reduce((sum, amount) => sum + (amount - middle) ** 2n, 0n)
  return squareRoot(squares / BigInt(amounts.length - 1))
}

/** Integer square root, rounded down (Newton's method). */
function squareRoot(square: bigint): bigint {
  let root = square
  for (let next = (square + 1n) / 2n; next < root; next = (root + square / root) / 2n) root = next
  return root
}
