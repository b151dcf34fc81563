import { addDays, addMonths, isoDay } from '@guichet/values/calendar/day.ts'
import { parisDay } from '@guichet/values/calendar/paris.ts'
import { formatAmount } from '@guichet/values/money/minor.ts'
import { now } from '#lib/clock.ts'
import { db, jsonText, type Prisma } from '#lib/db.ts'
import { mainBalance } from '#lib/domain/accounts/balance.ts'
import { type BalancePoint, sumPoints, walkBalance } from '#lib/domain/accounts/balance-walk.ts'
import { budgetCurrency } from '#lib/domain/accounts/budget.ts'
import { accountKey } from '#lib/domain/accounts/counting.ts'
import { forecastMonth } from '#lib/domain/accounts/forecast.ts'
import { isForeseen } from '#lib/domain/accounts/open-line.ts'
import { findRecurring, type Recurring, type RhythmLine, upcomingOf } from '#lib/domain/accounts/recurring.ts'
import { natureOf } from '#lib/domain/accounts/transaction.ts'
import { isToCome } from '#lib/domain/accounts/upcoming.ts'
import type { InsightView } from '#lib/views/insight.ts'
import { anchorOf, type BalanceRow, dayOf, readDaySums } from './booked-balance.ts'
import { listBudgets } from './budgets.ts'
import { categoriseNew } from './categorise.ts'
import { isSpentOrEarned, whereCounted, whereOnce } from './counted.ts'
import { readNaming } from './own-names.ts'
import { countedOnce, findAccounts, toReading } from './view.ts'

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
  const scope = { userId, currency: currency ?? '', today, once, counted: await whereCounted(userId, once) }
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

type Scope = {
  readonly userId: string
  readonly currency: string
  readonly today: string
  readonly once: Prisma.Sql
  readonly counted: Prisma.Sql
}

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
  { userId, currency, today, counted }: Scope,
  firstMonth: string,
): Promise<InsightView['months']> {
  const rows = await db().$queryRaw<{ month: string; in: bigint; out: bigint }[]>`
    SELECT to_char("day", 'YYYY-MM') AS "month",
      COALESCE(sum("amountMinor") FILTER (WHERE "amountMinor" > 0), 0)::bigint AS "in",
      COALESCE(sum("amountMinor") FILTER (WHERE "amountMinor" < 0), 0)::bigint AS "out"
    FROM "Transaction"
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
  { userId, currency, today, counted }: Scope,
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
    FROM "Transaction"
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
  const accounts = await db().account.findMany({
    where: { userId, kind: 'account', currency, mayBalances: true, mayTransactions: true },
    orderBy: [{ connection: { createdAt: 'asc' } }, { ordinal: 'asc' }],
    include: { balances: { where: { currency }, orderBy: { readAt: 'asc' } } },
  })
  const sums = await readDaySums(userId, from)
  const seen = new Set<string>()
  const walked = accounts.flatMap(row => {
    const { id, name, balances } = row
    // Linked twice, counts once.
    if (seen.has(accountKey(row))) return []
    seen.add(accountKey(row))
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

type RhythmRow = Omit<RhythmLine, 'day'> & {
  readonly day: Date
  readonly booked: boolean
  readonly status: string
  /** Only if not booked. */
  readonly remittance: readonly string[]
  readonly codeDomain: string | null
  readonly codeFamily: string | null
  readonly codeSubFamily: string | null
}

type Rhythm = {
  readonly recurring: readonly Recurring[]
  readonly announced: readonly (RhythmLine & { readonly status: string })[]
}

async function readRhythm({ userId, currency, today, once }: Scope): Promise<Rhythm> {
  // One transaction can't recur.
  const rows = await db().$queryRaw<RhythmRow[]>`
    SELECT "accountId", COALESCE("counterparty", '') AS "counterparty", "label", COALESCE("category", 'to_file') AS "category",
      "day", "amountMinor", "currency", "booked", "status", "codeDomain", "codeFamily", "codeSubFamily",
      CASE WHEN "booked" THEN '{}' ELSE "remittance" END AS "remittance"
    FROM "Transaction"
    WHERE "userId" = ${userId}::uuid AND "currency" = ${currency} AND "pairAccountId" IS NULL AND "status" <> 'INFO'
      AND ${once}
      AND "day" >= ${addMonths(today, -24, 1)}::date
      AND (NOT "booked" OR "codeFamily" IS DISTINCT FROM 'CCRD' OR "category" IN ('leisure', 'telecom', 'insurance', 'transport'))
    ORDER BY "day" DESC LIMIT 20000`
  const [naming, cards] = await Promise.all([
    readNaming(userId),
    db().account.findMany({ where: { userId, kind: 'card' }, select: { id: true } }),
  ])
  const isOnCard = ({ accountId }: { readonly accountId: string }) => cards.some(({ id }) => id === accountId)
  const lines = rows.map(row => ({ ...row, day: isoDay(row.day) }))
  const recurring = findRecurring(
    lines.filter(({ booked }) => booked),
    today,
  )
  // A card's purchases leave with its next debit, which the bank announces on the account.
  const announced = lines.filter(line => isForeseen(line) && !isOnCard(line))
  // Only what is shown gets its name.
  const codes = new Map(lines.map(line => [line.label, line]))
  const named = <One extends { readonly label: string; readonly counterparty: string }>(one: One): One => {
    const {
      codeDomain: domain = null,
      codeFamily: family = null,
      codeSubFamily: subFamily = null,
    } = codes.get(one.label) ?? {}
    return { ...one, label: naming({ ...one, nature: natureOf({ domain, family, subFamily }) }).name }
  }
  return { recurring: recurring.map(named), announced: announced.map(named) }
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

/** Older habits say little. */
const forecastDays = 180

async function findHeld(userId: string, currency: string) {
  const rows = (await findAccounts(userId, {})).filter(row => !row.gone && row.connection.status !== 'disconnected')
  return countedOnce(rows).flatMap(row => {
    const main = mainBalance(row.balances.map(toReading), 'account')
    return main?.amount.currency === currency ? [{ row, main }] : []
  })
}

/** Without cards, which are debited from accounts. Starts at the total that home shows. */
async function readForecast({ userId, currency, today }: Scope, rhythm: Rhythm): Promise<InsightView['forecast']> {
  const held = await findHeld(userId, currency)
  const accountIds = held.flatMap(({ row }) => (row.mayTransactions ? row.id : []))
  const where = { userId, currency, booked: true, accountId: { in: accountIds } }
  const oldest = await db().transaction.findFirst({ where, orderBy: { day: 'asc' }, select: { day: true } })
  if (!oldest) return null
  const since = [isoDay(oldest.day), addDays(today, -forecastDays)].sort().at(-1) ?? today
  const variable = await readVariableDays({ userId, currency, since, accountIds, recurring: rhythm.recurring })
  const forecastOf = (some: typeof held, days: readonly VariableRow[]) => {
    const isOurs = ({ accountId }: { readonly accountId: string }) => some.some(({ row }) => row.id === accountId)
    const typeOf = (accountId: string) => some.find(({ row }) => row.id === accountId)?.main.type ?? ''
    return forecastMonth({
      today,
      since,
      balanceMinor: some.reduce((sum, { main }) => sum + main.amount.amountMinor, 0n),
      recurring: rhythm.recurring.filter(isOurs),
      announced: rhythm.announced.filter(line => isOurs(line) && isToCome(line, typeOf(line.accountId), today)),
      variable: days.filter(isOurs).map(({ day, ...sums }) => ({ ...sums, day: isoDay(day) })),
    })
  }
  const total = forecastOf(
    held,
    variable.filter(({ ownTransfers }) => !ownTransfers),
  )
  const text = (amountMinor: bigint) => formatAmount({ amountMinor, currency })
  const below = held.flatMap(one => {
    const { row, main } = one
    const point = forecastOf([one], variable)?.points.find(({ expectedMinor }) => expectedMinor < 0n)
    if (!row.mayTransactions || main.amount.amountMinor < 0n || !point) return []
    return [{ accountId: row.id, name: row.name, day: point.day, amount: text(point.expectedMinor) }]
  })
  if (!total) return null
  const { points, days, knownCount: known } = total
  const shown = points.map(({ day, expectedMinor, lowMinor, highMinor }) => ({
    day,
    amount: text(expectedMinor),
    low: text(lowMinor),
    high: text(highMinor),
  }))
  return { until: points.at(-1)?.day ?? today, days, known, below, points: shown }
}

type VariableRow = {
  readonly accountId: string
  readonly day: Date
  readonly ownTransfers: boolean
  readonly inMinor: bigint
  readonly outMinor: bigint
}

/** What doesn't recur, by account and day; own transfers apart, for they move between accounts only. */
function readVariableDays(of: {
  readonly userId: string
  readonly currency: string
  readonly since: string
  readonly accountIds: readonly string[]
  readonly recurring: readonly Recurring[]
}): Promise<VariableRow[]> {
  const { userId, currency, since, accountIds, recurring } = of
  const regular = recurring.map(({ accountId, counterparty, category, amountMinor }) => {
    return { accountId, counterparty, moneyIn: category === 'savings' ? null : amountMinor >= 0n }
  })
  return db().$queryRaw<VariableRow[]>`
    SELECT "accountId", "day", ("pairAccountId" IS NOT NULL AND "pairKey" IS NOT NULL) AS "ownTransfers",
      COALESCE(sum("amountMinor") FILTER (WHERE "amountMinor" > 0), 0)::bigint AS "inMinor",
      COALESCE(sum("amountMinor") FILTER (WHERE "amountMinor" < 0), 0)::bigint AS "outMinor"
    FROM "Transaction" AS line
    WHERE "userId" = ${userId}::uuid AND "booked" AND "currency" = ${currency} AND "accountId" = ANY(${accountIds}::uuid[])
      AND "day" >= ${since}::date
      AND NOT EXISTS (
        SELECT 1 FROM json_to_recordset(${jsonText(regular)}::json)
          AS regular("accountId" uuid, "counterparty" text, "moneyIn" boolean)
        WHERE regular."accountId" = line."accountId" AND regular."counterparty" = line."counterparty"
          AND (regular."moneyIn" IS NULL OR regular."moneyIn" = (line."amountMinor" >= 0)))
    GROUP BY 1, 2, 3`
}

async function countLeftOut({ userId, currency, today }: Scope): Promise<number> {
  const day = { gte: new Date(firstDay(today)) }
  return db().transaction.count({ where: { userId, currency, day, pairAccountId: { not: null } } })
}
