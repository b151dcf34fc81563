import { addDays, type IsoDate, isoDay } from '@guichet/values/calendar/day.ts'
import { parisDay, parisInstant } from '@guichet/values/calendar/paris.ts'
import { downtimeMs, type Outage } from './outages.ts'

/** Statistics per day as (EU) 2018/389, art. 32(4) asks of banks, by EBA/GL/2018/07, guideline 2; measured by us. */

/** Paris days; `2026-Q4`. */
export type Quarter = { readonly name: string; readonly from: Date; readonly to: Date }

export function readQuarter(name: string): Quarter | null {
  const found = /^(20\d\d)-Q([1-4])$/.exec(name)
  if (found === null) return null
  const [year, number] = [Number(found[1]), Number(found[2])]
  const firstDay = (month: number) => isoDay(new Date(Date.UTC(year, month, 1)))
  const month = (number - 1) * 3
  return { name, from: parisInstant(firstDay(month), 0), to: parisInstant(firstDay(month + 3), 0) }
}

/** Newest first. */
export function lastQuarters(at: Date, count: number): readonly string[] {
  const [year = 0, month = 1] = parisDay(at).split('-').map(Number)
  const newest = year * 4 + Math.floor((month - 1) / 3)
  return Array.from({ length: count }, (_, back) => newest - back).map(
    index => `${Math.floor(index / 4)}-Q${(index % 4) + 1}`,
  )
}

/** Averages in milliseconds; null: no such call. */
export type DayCounts = {
  readonly day: IsoDate
  readonly calls: number
  /** No answer, or 500 and above. */
  readonly errors: number
  readonly aisMs: number | null
  readonly pisMs: number | null
}

export type DayStatistics = DayCounts & {
  /** Percent; they add up to 100. */
  readonly uptime: number
  readonly downtime: number
  /** Percent. */
  readonly errorRate: number
}

/** Null without calls. `now` ends a day that is not over. */
export function statisticsOf(counts: DayCounts, outages: readonly Outage[], now: Date): DayStatistics {
  const [from, end] = [parisInstant(counts.day, 0), parisInstant(addDays(counts.day, 1), 0)]
  const to = end < now ? end : now
  const downtime = percent(downtimeMs(outages, { from, to }), to.getTime() - from.getTime())
  return { ...counts, uptime: round(100 - downtime), downtime, errorRate: percent(counts.errors, counts.calls) }
}

const percent = (part: number, all: number) => (all <= 0 ? 0 : round((part * 100) / all))
/** A second of a day. */
const round = (value: number) => Math.round(value * 1_000) / 1_000
