import { addDays, addMonths, daysBetween, type IsoDate, isoDay } from '@guichet/values/calendar/day.ts'
import { parisDay } from '@guichet/values/calendar/paris.ts'
import { absolute, formatAmount } from '@guichet/values/money/minor.ts'
import { now } from '#lib/clock.ts'
import { db } from '#lib/db.ts'
import { sumTrends, trendOf } from '#lib/domain/accounts/balance-trend.ts'
import { paydayOf } from '#lib/domain/accounts/comparison.ts'
import { later } from '#lib/domain/accounts/coverage.ts'
import {
  byWeight,
  type Coming,
  type DaySpent,
  monthsCompared,
  splitAtPayday,
  usualOf,
} from '#lib/domain/accounts/month-glance.ts'
import type { Recurring } from '#lib/domain/accounts/recurring.ts'
import type { Person } from '#lib/domain/who.ts'
import { anchorOf, type DaySums, toDaySums } from '#lib/services/accounts/booked-balance.ts'
import { categoriseNew } from '#lib/services/accounts/categorise.ts'
import {
  countedLines,
  type Held,
  heldOnce,
  isSpentOrEarned,
  totalsOf,
  whereCounted,
} from '#lib/services/accounts/counted.ts'
import { listHoldings, wealthWith } from '#lib/services/accounts/holdings.ts'
import { comingOf, openScope, readFlows, readRhythm, type Scope, toForecast } from '#lib/services/accounts/outlook.ts'
import { type Naming, readNaming } from '#lib/services/accounts/own-names.ts'
import type { AccountRow } from '#lib/services/accounts/view.ts'
import { listLatest } from '#lib/services/transactions/list.ts'
import { type ComingPart, type ComingView, type GlanceView, type HomeMoney, partKinds } from '#lib/views/home.ts'

const listed = 5
/** Of what comes: a property manager is paid a hundred rents. */
const named = 12
/** Of what comes. */
const comingDays = 30
/** Before today, at least. */
const chartDays = 10

/** Of the rows that home shows. */
export async function readHomeMoney({ userId }: Person, rows: readonly AccountRow[]): Promise<HomeMoney> {
  await categoriseNew(userId)
  const naming = await readNaming(userId)
  const [glance, holdings, latest] = await Promise.all([
    readGlance(userId, rows, naming),
    listHoldings(userId),
    rows.some(({ mayTransactions }) => mayTransactions) ? listLatest(userId, rows, listed, naming) : [],
  ])
  return { glance, wealth: wealthWith(totalsOf(rows), holdings), holdings: holdings.length, latest }
}

/** In the currency of most accounts. */
async function readGlance(userId: string, accounts: readonly AccountRow[], naming: Naming): Promise<GlanceView | null> {
  const byCurrency = [...Map.groupBy(heldOnce(accounts), ({ main }) => main.amount.currency)]
  const [most] = byCurrency.toSorted(([, left], [, right]) => right.length - left.length)
  if (!most) return null
  const [currency, held] = most
  const today = parisDay(now())
  const scope = await openScope({ userId, currency, today, accounts }, { naming })
  const monthBegin = [`${today.slice(0, 7)}-01`, addDays(today, -chartDays)].sort()[0] ?? today
  const [spent, rhythm, flows] = await Promise.all([readSpent(scope), readRhythm(scope), readFlows(scope)])
  const past = toPast({ ...scope, from: monthBegin }, held, toDaySums(flows))
  const forecast = toForecast(scope, rhythm, flows)
  const text = (amountMinor: bigint) => formatAmount({ amountMinor, currency })
  const payday = paydayOf(rhythm.recurring, today)
  const until = later(addDays(today, comingDays), payday ?? today)
  const parts = splitAtPayday(comingOf(rhythm, { held, today, until }), { payday, today })
  const left = sum([...held.map(({ main }) => main.amount), ...parts.due.purchases, ...parts.due.others])
  const last = forecast?.points.at(-1)
  return {
    currency,
    today,
    spent: toSpent(spent, scope, rhythm.recurring),
    payday: payday === null ? null : { day: payday, left: text(left) },
    forecast:
      forecast && last
        ? { until: last.day, amount: last.amount, low: last.low, high: last.high, below: forecast.below }
        : null,
    coming: partKinds.flatMap(kind =>
      toPart({ ...parts[kind], kind, day: kind === 'later' || payday === null ? until : payday }, text),
    ),
    chart: forecast && past.length > 0 ? { past, future: forecast.points } : { past: [], future: [] },
  }
}

type Part = Coming & Pick<ComingPart, 'kind' | 'day'>

/** Card payments under way are one row, among the others by its weight. */
function toPart({ purchases, others, kind, day }: Part, text: (amountMinor: bigint) => string): ComingPart[] {
  if (purchases.length + others.length === 0) return []
  const paid = sum(purchases)
  const rows = byWeight(others).map(({ label, category, amountMinor, day }): ComingRow => {
    return { label, category, amountMinor, day, cards: null }
  })
  const at = rows.findIndex(({ amountMinor }) => absolute(amountMinor) < absolute(paid))
  const together = { label: '', category: 'to_file', amountMinor: paid, day: null, cards: purchases.length }
  if (purchases.length > 0) rows.splice(at < 0 ? rows.length : at, 0, together)
  const small = rows.slice(named)
  return [
    {
      kind,
      day,
      sum: text(sum(rows)),
      rows: rows.slice(0, named).map(({ amountMinor, ...row }) => ({ ...row, amount: text(amountMinor) })),
      rest: small.length > 0 ? { count: small.length, amount: text(sum(small)) } : null,
    },
  ]
}

type ComingRow = Omit<ComingView, 'amount'> & { readonly amountMinor: bigint }

function sum(amounts: readonly { readonly amountMinor: bigint }[]): bigint {
  return amounts.reduce((all, { amountMinor }) => all + amountMinor, 0n)
}

/** By day, of this month and those before; the list behind it has `counted`, `direction` and the days. */
async function readSpent({ userId, currency, today, once }: Scope): Promise<DaySpent[]> {
  const rows = await db().$queryRaw<{ day: Date; outMinor: bigint }[]>`
    SELECT "day", sum("amountMinor")::bigint AS "outMinor" FROM ${countedLines}
    WHERE "userId" = ${userId}::uuid AND ${await whereCounted(userId, once)} AND ${isSpentOrEarned}
      AND "currency" = ${currency} AND "amountMinor" < 0
      AND "day" BETWEEN ${addMonths(today, -monthsCompared, 1)}::date AND ${today}::date
    GROUP BY 1`
  return rows.map(({ day, outMinor }) => ({ day: isoDay(day), outMinor }))
}

function toSpent(spent: readonly DaySpent[], scope: Scope, recurring: readonly Recurring[]): GlanceView['spent'] {
  const from = addMonths(scope.today, 0, 1)
  const text = (amountMinor: bigint) => formatAmount({ amountMinor, currency: scope.currency })
  const usual = usualOf(spent, { ...scope, recurring })
  const now = spent.filter(({ day }) => day >= from).reduce((all, { outMinor }) => all + outMinor, 0n)
  return { amount: text(now), from, usual: usual && { amount: text(usual.outMinor), months: usual.months } }
}

type Past = Pick<Scope, 'currency' | 'today'> & { readonly from: IsoDate }

/** Totals by day up to today; empty unless they follow from the transactions of every account. */
export function toPast({ currency, today, from }: Past, held: readonly Held[], sums: DaySums) {
  const days = daysBetween(from, today)
  const trends = held.flatMap(({ row, main: { amount } }) => {
    if (!row.mayTransactions || row.lastSyncedAt === null) return []
    const own = row.balances.filter(balance => balance.currency === currency)
    const booked = anchorOf(own, today) ?? { day: today, amountMinor: amount.amountMinor }
    return [trendOf({ main: amount.amountMinor, booked, today, sums: sums.of(row.id, currency), days })]
  })
  if (trends.length < held.length) return []
  return sumTrends(trends).map((amountMinor, at) => ({
    day: addDays(from, at),
    amount: formatAmount({ amountMinor, currency }),
  }))
}
