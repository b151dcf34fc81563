import { dayOf, isoOf } from '@guichet/sandbox/people/days.ts'
import { entriesBetween, type LivedEntry, type Living, statusAt } from '@guichet/sandbox/people/live.ts'
import type { AccountPlan } from '@guichet/sandbox/people/portfolio.ts'
import { addDays, addMonths, daysBetween, type IsoDate } from '@guichet/values/calendar/day.ts'
import { absolute } from '@guichet/values/money/minor.ts'
import { incomeOnly } from '#lib/domain/accounts/category.ts'
import { type DayFlow, earlierDays, errorOn, forecastMonth } from '#lib/domain/accounts/forecast.ts'
import { findRecurring, leastDaysApart, type RhythmLine, rhythmKey } from '#lib/domain/accounts/recurring.ts'
import { topOf } from '#lib/domain/accounts/sub-category.ts'
import { fileEntry } from './lives.ts'

/** What was forecast for the end of the month, beside what came. */

export type OwnLife = { readonly plan: Pick<AccountPlan, 'key' | 'usage'>; readonly living: Living }
type Lived = RhythmLine & { readonly entry: LivedEntry }

export type Outcome = {
  readonly held: boolean
  readonly missedBy: number
  /** By the same days of the month before. */
  readonly naiveBy: number
  /** Half of the range. */
  readonly wide: number
  /** By whoever knows all but which incomes begin and end. */
  readonly unseenBy: number
}

const firstDay = '2026-06-01'
/** They linked their accounts on the first day, when the bank gave 90 days; or a year before. */
export const since = addDays(firstDay, -90)
export const yearBefore = addMonths(since, -12)
const lastDay = addDays(firstDay, 200 + 31)
/** Every so many of 200 days. */
export const daysTested = (every: number) =>
  Array.from({ length: Math.ceil(200 / every) }, (_, at) => addDays(firstDay, at * every))

const sum = (lines: readonly RhythmLine[]) => lines.reduce((all, { amountMinor }) => all + amountMinor, 0n)
const between = <One extends { readonly day: IsoDate }>(all: readonly One[], after: IsoDate, until: IsoDate) =>
  all.filter(({ day }) => day > after && day <= until)
const total = (flows: readonly DayFlow[]) => flows.reduce((all, { inMinor, outMinor }) => all + inMinor + outMinor, 0n)

/** Between accounts of one person, on one day. */
function withoutOwnTransfers(lines: readonly Lived[]): readonly Lived[] {
  const kept = new Set(lines)
  const byAmount = Map.groupBy(lines, ({ day, amountMinor }) => `${day} ${amountMinor}`)
  for (const line of lines) {
    const others = byAmount.get(`${line.day} ${-line.amountMinor}`) ?? []
    const other = others.find(one => one.accountId !== line.accountId && kept.has(one))
    if (other && kept.has(line)) for (const one of [line, other]) kept.delete(one)
  }
  return [...kept]
}

/** As services/accounts/outlook.ts reads them: what comes more often has no rhythm. */
function thatMayRecur(lines: readonly Lived[]): readonly Lived[] {
  return [...Map.groupBy(lines, rhythmKey).values()].flatMap(group => {
    const days = [...new Set(group.map(({ day }) => day))].sort()
    return (days.length - 1) * leastDaysApart <= daysBetween(days[0] ?? '', days.at(-1) ?? '') ? group : []
  })
}

const incomes: ReadonlySet<string> = incomeOnly

/** Of incomes that come for the first time, or not again a month after the last, without a sign. */
function unseenBetween(lines: readonly Lived[], today: IsoDate, until: IsoDate): bigint {
  const earned = lines.filter(({ category, amountMinor }) => amountMinor > 0n && incomes.has(topOf(category)))
  return [...Map.groupBy(earned, rhythmKey).values()].reduce((all, of) => {
    const last = of.findLast(({ day }) => day <= today)
    const next = of.find(({ day }) => day > today)
    if (!last) return next && next.day <= until ? all + next.amountMinor : all
    const due = addMonths(last.day, 1)
    const ends = due > today && due <= until && !(next && next.day <= addDays(due, 7))
    return ends ? all - last.amountMinor : all
  }, 0n)
}

function remembered<T>(make: (day: IsoDate) => T): (day: IsoDate) => T {
  const made = new Map<IsoDate, T>()
  return day => {
    const known = made.get(day)
    if (known !== undefined) return known
    const one = make(day)
    made.set(day, one)
    return one
  }
}

function toFlows(lines: readonly Lived[]) {
  return [...Map.groupBy(lines, ({ day }) => day)].map(([day, some]) => ({
    day,
    inMinor: sum(some.filter(({ amountMinor }) => amountMinor > 0n)),
    outMinor: sum(some.filter(({ amountMinor }) => amountMinor < 0n)),
  }))
}

export function outcomesOf(own: readonly OwnLife[], tested: readonly IsoDate[], knownFrom = since): Outcome[] {
  const all = own.flatMap(({ plan, living }) =>
    entriesBetween(living, dayOf(knownFrom), dayOf(lastDay)).map(
      (entry): Lived => ({ ...fileEntry(plan, entry), day: isoOf(entry.bookedOn), entry }),
    ),
  )
  const lines = withoutOwnTransfers(all)
  const [flows, seldom, byDay] = [toFlows(lines), thatMayRecur(lines), Map.groupBy(lines, ({ day }) => day)]
  const recurringOn = remembered(day => findRecurring(between(seldom, '', day), day))
  const fromOn = (today: IsoDate) => ({
    today,
    balanceMinor: 0n,
    announced: [],
    recurring: recurringOn(today),
    flows,
    lines: seldom,
    known: { from: knownFrom, to: today },
    errors: [],
  })
  const errorOf = remembered(day => errorOn({ ...fromOn(lastDay), recurring: [] }, day, recurringOn(day)))
  return tested.map(today => {
    const next = Array.from({ length: 31 }, (_, at) => byDay.get(addDays(today, at + 1)) ?? []).flat()
    const open = Map.groupBy(next, ({ entry }) => statusAt(entry, dayOf(today)))
    const last = forecastMonth({
      ...fromOn(today),
      // The total on home has the payments by card of the day.
      balanceMinor: sum(open.get('PDNG') ?? []),
      announced: open.get('FUTR') ?? [],
      errors: earlierDays(today).flatMap(day => errorOf(day) ?? []),
    })?.points.at(-1)
    if (!last) throw new Error('a forecast needs 60 days')
    const truth = total(between(flows, today, last.day))
    const before = addMonths(addMonths(last.day, -1, 1), 0, Number.POSITIVE_INFINITY)
    const naive = total(between(flows, addDays(before, -daysBetween(today, last.day)), before))
    return {
      held: last.lowMinor <= truth && truth <= last.highMinor,
      missedBy: Number(absolute(last.expectedMinor - truth)),
      naiveBy: Number(absolute(naive - truth)),
      wide: Number(last.highMinor - last.lowMinor) / 2,
      unseenBy: Number(absolute(unseenBetween(lines, today, last.day))),
    }
  })
}
