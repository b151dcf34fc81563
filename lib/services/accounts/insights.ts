import { addDays, addMonths } from '@guichet/values/calendar/day.ts'
import { parisDay } from '@guichet/values/calendar/paris.ts'
import { formatAmount } from '@guichet/values/money/minor.ts'
import { now } from '#lib/clock.ts'
import { db, type Prisma } from '#lib/db.ts'
import { type BalancePoint, sumPoints, walkBalance } from '#lib/domain/accounts/balance-walk.ts'
import { budgetCurrency } from '#lib/domain/accounts/budget.ts'
import { upcomingOf } from '#lib/domain/accounts/recurring.ts'
import type { InsightView } from '#lib/views/insight.ts'
import { anchorOf, type BalanceRow, dayOf, readDaySums } from './booked-balance.ts'
import { listBudgets } from './budgets.ts'
import { categoriseNew } from './categorise.ts'
import { countedLines, isSpentOrEarned, whereCounted, whereOnce } from './counted.ts'
import { findHeld, type Rhythm, readForecast, readRhythm, type Scope } from './outlook.ts'

export type InsightWish = { readonly currency?: string | undefined; readonly month?: string | undefined }

const balanceDays = 180
const upcomingDays = 34

/** In one currency. An invalid currency or month becomes the most used or current one. */
export async function readInsights(userId: string, wish: InsightWish = {}): Promise<InsightView> {
  await categoriseNew(userId)
  const today = parisDay(now())
  const currencies = await readCurrencies(userId)
  const currency = currencies.find(code => code === wish.currency) ?? currencies[0] ?? null
  const month = /^\d{4}-(?:0[1-9]|1[0-2])$/.test(wish.month ?? '') ? (wish.month ?? '') : today.slice(0, 7)
  const once = await whereOnce(userId)
  const scope: MonthScope = { userId, currency: currency ?? '', today, once, counted: await whereCounted(userId, once) }
  const firstMonth = await readFirstMonth(scope)
  const [months, ofMonth, balances, rhythm, budgets, leftOut] = await Promise.all([
    readMonths(scope, firstMonth),
    readMonth(scope, month, firstMonth),
    readBalances(scope),
    readRhythm(scope),
    currency === budgetCurrency ? listBudgets(userId) : [],
    countLeftOut(scope),
  ])
  const forecast = await readForecast(scope, rhythm)
  return {
    currencies,
    currency,
    today,
    months,
    firstMonth,
    month,
    ...ofMonth,
    budgets,
    balances,
    forecast,
    leftOut,
    ...showRhythm(rhythm, scope),
  }
}

type MonthScope = Scope & { readonly counted: Prisma.Sql }

async function readCurrencies(userId: string): Promise<string[]> {
  const rows = await db().transaction.groupBy({ by: ['currency'], where: { userId }, _count: { _all: true } })
  return rows.sort((left, right) => right._count._all - left._count._all).map(({ currency }) => currency)
}

/** Eleven months ago. */
function firstDay(today: string): string {
  return addMonths(today, -11, 1)
}

/** The current one without transactions. */
async function readFirstMonth({ userId, currency, today }: Scope): Promise<string> {
  const where = { userId, currency, booked: true, day: { lte: new Date(today) } }
  const oldest = await db().transaction.findFirst({ where, orderBy: { day: 'asc' }, select: { day: true } })
  return oldest?.day.toISOString().slice(0, 7) ?? today.slice(0, 7)
}

async function readMonths(
  { userId, currency, today, counted }: MonthScope,
  firstMonth: string,
): Promise<InsightView['months']> {
  const rows = await db().$queryRaw<{ month: string; in: bigint; out: bigint }[]>`
    SELECT to_char("day", 'YYYY-MM') AS "month",
      COALESCE(sum("amountMinor") FILTER (WHERE "amountMinor" > 0), 0)::bigint AS "in",
      COALESCE(sum("amountMinor") FILTER (WHERE "amountMinor" < 0), 0)::bigint AS "out"
    FROM ${countedLines}
    WHERE "userId" = ${userId}::uuid AND ${counted} AND ${isSpentOrEarned} AND "currency" = ${currency}
      AND "day" >= ${firstDay(today)}::date
    GROUP BY 1`
  const known = new Map(rows.map(row => [row.month, row]))
  const text = (amountMinor: bigint) => formatAmount({ amountMinor, currency })
  const last = Array.from({ length: 12 }, (_, at) => addMonths(today, at - 11, 1).slice(0, 7))
  return last.flatMap(month => {
    if (month < firstMonth) return []
    const { in: into = 0n, out = 0n } = known.get(month) ?? {}
    return { month, in: text(into), out: text(out), net: text(into + out) }
  })
}

type MonthPart = Pick<InsightView, 'totals' | 'savings' | 'before' | 'categories'>

/** Beside the previous month, of which the same days if it is running (the 31st with all of a shorter one). */
async function readMonth(
  { userId, currency, today, counted }: MonthScope,
  month: string,
  firstMonth: string,
): Promise<MonthPart> {
  const first = `${month}-01`
  const before = addMonths(first, -1, 1)
  const running = month === today.slice(0, 7)
  const until = running ? addMonths(today, -1, Number(today.slice(8))) : addDays(first, -1)
  const all = await db().$queryRaw<
    { category: string; moneyIn: boolean; sum: bigint; before: bigint; count: bigint }[]
  >`
    SELECT "category", "amountMinor" >= 0 AS "moneyIn", count(*) FILTER (WHERE "day" >= ${first}::date) AS "count",
      COALESCE(sum("amountMinor") FILTER (WHERE "day" >= ${first}::date), 0)::bigint AS "sum",
      COALESCE(sum("amountMinor") FILTER (WHERE "day" <= ${until}::date), 0)::bigint AS "before"
    FROM ${countedLines}
    WHERE "userId" = ${userId}::uuid AND ${counted} AND "currency" = ${currency} AND "day" >= ${before}::date
      AND "day" < ${addMonths(first, 1, 1)}::date AND "category" IS NOT NULL
      AND ("day" >= ${first}::date OR "day" <= ${until}::date)
    GROUP BY 1, 2 ORDER BY abs(COALESCE(sum("amountMinor") FILTER (WHERE "day" >= ${first}::date), 0)) DESC, 1`
  const text = (amountMinor: bigint) => formatAmount({ amountMinor, currency })
  const [saved = [], rows = []] = [true, false].map(isSaved =>
    all.filter(row => (row.category === 'savings') === isSaved),
  )
  const sumOf = (moneyIn: boolean, column: 'sum' | 'before') =>
    rows.reduce((all, row) => (row.moneyIn === moneyIn ? all + row[column] : all), 0n)
  const [into, out] = [sumOf(true, 'sum'), sumOf(false, 'sum')]
  const more = { in: text(into - sumOf(true, 'before')), out: text(sumOf(false, 'before') - out) }
  return {
    totals: { in: text(into), out: text(out), net: text(into + out) },
    savings: {
      amount: text(saved.reduce((sum, row) => sum + row.sum, 0n)),
      count: saved.reduce((sum, row) => sum + Number(row.count), 0),
    },
    before: before.slice(0, 7) < firstMonth ? null : { month: before.slice(0, 7), until: running ? until : null, more },
    categories: rows.flatMap(({ category, moneyIn, sum, count, before: had }) => {
      // Only the previous month had money in it.
      if (sum === 0n) return []
      const more = text(moneyIn ? sum - had : had - sum)
      return { category, direction: moneyIn ? 'in' : 'out', amount: text(sum), count: Number(count), more }
    }),
  }
}

/** Cards have none: an account is debited. */
async function readBalances({ userId, currency, today }: Scope): Promise<InsightView['balances']> {
  const from = addDays(today, -balanceDays)
  const held = (await findHeld(userId, currency)).filter(({ row }) => row.mayTransactions)
  const where = { userId, currency, accountId: { in: held.map(({ row }) => row.id) } }
  const [sums, read] = await Promise.all([
    readDaySums(userId, from),
    db().balance.findMany({ where, orderBy: { readAt: 'asc' } }),
  ])
  const walked = held.flatMap(({ row: { id, name } }) => {
    const balances = read.filter(({ accountId }) => accountId === id)
    const current = balances.filter(balance => balance.current)
    const anchor = anchorOf(current, today)
    if (!anchor) return []
    const days = sums.of(id, currency)
    const oldest = [...days.keys()].sort()[0] ?? anchor.day
    const [first = anchor.day] = [oldest, anchor.day].sort()
    const start = [first, from].sort().at(-1) ?? from
    const points = walkBalance(
      anchor,
      days,
      { from: start, to: today > anchor.day ? today : anchor.day },
      readByDay(balances),
    )
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

function showRhythm(
  { recurring, announced }: Rhythm,
  { currency, today }: Scope,
): Pick<InsightView, 'recurring' | 'upcoming'> {
  const upcoming = upcomingOf(announced, recurring, today, addDays(today, upcomingDays))
  const text = (amountMinor: bigint) => formatAmount({ amountMinor, currency })
  return {
    recurring: recurring
      .slice(0, 100)
      .map(({ amountMinor, deviationMinor: _, currency: __, ...rest }) => ({ ...rest, amount: text(amountMinor) })),
    upcoming: upcoming
      .slice(0, 300)
      .map(({ amountMinor, currency: _, ...rest }) => ({ ...rest, amount: text(amountMinor) })),
  }
}

async function countLeftOut({ userId, currency, today, once }: Scope): Promise<number> {
  const [row] = await db().$queryRaw<{ count: bigint }[]>`
    SELECT count(*) AS "count" FROM "Transaction" WHERE "userId" = ${userId}::uuid AND "currency" = ${currency}
      AND "pairAccountId" IS NOT NULL AND "day" >= ${firstDay(today)}::date AND ${once}`
  return Number(row?.count ?? 0)
}
