import { addDays } from '@guichet/values/calendar/day.ts'
import { formatAmount } from '@guichet/values/money/minor.ts'
import { db } from '#lib/db.ts'
import { type BalancePoint, sumPoints, walkSpans } from '#lib/domain/accounts/balance-walk.ts'
import { budgetCurrency } from '#lib/domain/accounts/budget.ts'
import { neutral } from '#lib/domain/accounts/category.ts'
import { comparedUntil } from '#lib/domain/accounts/comparison.ts'
import { later } from '#lib/domain/accounts/coverage.ts'
import { upcomingOf, yearlyOf } from '#lib/domain/accounts/recurring.ts'
import type { Person } from '#lib/domain/who.ts'
import type { InsightView } from '#lib/views/insight.ts'
import { anchorOf, type BalanceRow, dayOf, toDaySums } from './booked-balance.ts'
import { listBudgets } from './budgets.ts'
import { firstMonthOf, firstOf, type InsightWish, readShownSums, toMonth, toMonths, toYear } from './month-sums.ts'
import { type Flow, findHeld, notHeld, type Rhythm, readFlows, readRhythm, type Scope, toForecast } from './outlook.ts'

const balanceDays = 180
const upcomingDays = 34
/** All of them, for their sum is shown; a company has dozens. */
const mostRecurring = 1_000

/** In one currency. An invalid currency or month becomes the most used or current one. */
export async function readInsights({ userId }: Person, wish: InsightWish = {}): Promise<InsightView> {
  const { scope, beside, sums, currencies, months, month } = await readShownSums(userId, wish, readOutlook)
  const [rhythm, flows, balances] = beside
  const { currency, today } = scope
  const firstMonth = firstMonthOf(scope)
  const [budgets, leftOut] = await Promise.all([
    currency === budgetCurrency ? listBudgets(userId, scope) : [],
    countLeftOut(scope, months),
  ])
  const shown = { ...scope, firstMonth }
  return {
    currencies,
    currency: currency === '' ? null : currency,
    today,
    months: toMonths(sums, months, shown),
    year: toYear(sums, months, shown),
    firstMonth,
    month,
    ...toMonth(sums, month, comparedUntil(today, rhythm.recurring), shown),
    budgets,
    balances,
    forecast: toForecast(scope, rhythm, flows),
    leftOut,
    ...showRhythm(rhythm, scope),
  }
}

function readOutlook(scope: Scope) {
  const reading = readFlows(scope)
  return Promise.all([readRhythm(scope), reading, readBalances(scope, reading)])
}

/** Cards have none: an account is debited. */
async function readBalances(scope: Scope, reading: Promise<readonly Flow[]>): Promise<InsightView['balances']> {
  const { userId, currency, today, covers } = scope
  const from = addDays(today, -balanceDays)
  const held = findHeld(scope).filter(({ row }) => row.mayTransactions)
  const where = { userId, currency, accountId: { in: held.map(({ row }) => row.id) } }
  const [flows, stored] = await Promise.all([reading, db().balance.findMany({ where, orderBy: { readAt: 'asc' } })])
  const sums = toDaySums(flows)
  const walked = held.flatMap(({ row: { id, name } }) => {
    const balances = stored.filter(({ accountId }) => accountId === id)
    const current = balances.filter(balance => balance.current)
    const anchor = anchorOf(current, today)
    if (!anchor) return []
    const days = sums.of(id, currency)
    const oldest = [...days.keys()].sort()[0] ?? anchor.day
    const read = covers.find(({ ids }) => ids.includes(id))?.spans ?? []
    const known = read.length > 0 ? read : [{ from: oldest, to: today }]
    const spans = known.map(span => ({ ...span, from: later(span.from, from) }))
    const points = walkSpans(anchor, days, spans, readByDay(balances))
    return [{ accountId: id, name, points }]
  })
  const series =
    walked.length > 1
      ? [{ accountId: null, name: '', points: sumPoints(walked.map(({ points }) => points)) }, ...walked]
      : walked
  const toView = ({ day, amountMinor, source }: BalancePoint) => ({
    day,
    amount: formatAmount({ amountMinor, currency }),
    source,
  })
  return series.map(({ points, ...rest }) => ({ ...rest, points: points.map(toView) }))
}

/** Accounting balances of earlier days. */
function readByDay(balances: readonly BalanceRow[]): Map<string, bigint> {
  const booked = balances.filter(({ type, referenceDate }) => type === 'CLBD' && referenceDate !== null)
  return new Map(booked.map(row => [dayOf(row, '9999-12-31'), row.amountMinor]))
}

type RhythmPart = Pick<InsightView, 'recurring' | 'regularly' | 'dismissed' | 'upcoming'>

function showRhythm({ recurring, counted, announced, dismissed }: Rhythm, scope: Scope): RhythmPart {
  const { currency, today } = scope
  const ahead = notHeld(announced, findHeld(scope), today)
  const upcoming = upcomingOf(announced, recurring, today, addDays(today, upcomingDays), ahead)
  const text = (amountMinor: bigint) => formatAmount({ amountMinor, currency })
  const going = counted.filter(one => one.nextDay !== null && one.amountMinor < 0n && !neutral.has(one.category))
  const yearly = going.reduce((sum, one) => sum + yearlyOf(one), 0n)
  return {
    recurring: counted
      .slice(0, mostRecurring)
      .map(({ amountMinor, deviationMinor: _, recentDays: __, laterDays: ___, currency: ____, rise, ...rest }) => ({
        ...rest,
        amount: text(amountMinor),
        monthly: text(yearlyOf({ ...rest, amountMinor }) / 12n),
        yearly: text(yearlyOf({ ...rest, amountMinor })),
        rise: rise && { from: text(rise.fromMinor), to: text(rise.toMinor), day: rise.day },
      })),
    regularly: { monthly: text(yearly / 12n), yearly: text(yearly) },
    dismissed: dismissed.map(({ counterparty, direction }) => ({ counterparty, direction })),
    upcoming: upcoming
      .slice(0, 300)
      .map(({ amountMinor, currency: _, ...rest }) => ({ ...rest, amount: text(amountMinor) })),
  }
}

/** What recurs, for a page of its own. */
export async function readRegular({ userId }: Person, wish: InsightWish) {
  const { scope, beside } = await readShownSums(userId, wish, readRhythm)
  return { currency: scope.currency, ...showRhythm(beside, scope) }
}

async function countLeftOut({ userId, currency, once }: Scope, [first = '']: readonly string[]): Promise<number> {
  const [row] = await db().$queryRaw<{ count: bigint }[]>`
    SELECT count(*) AS "count" FROM "Transaction" WHERE "userId" = ${userId}::uuid AND "currency" = ${currency}
      AND "pairAccountId" IS NOT NULL AND "day" >= ${firstOf(first)}::date AND ${once}`
  return Number(row?.count ?? 0)
}
