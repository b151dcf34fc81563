import { addDays, addMonths, type IsoDate, isoDay } from '@guichet/values/calendar/day.ts'
import { parisDay } from '@guichet/values/calendar/paris.ts'
import { absolute, formatAmount } from '@guichet/values/money/minor.ts'
import { compare } from '@guichet/values/text/compare.ts'
import { now } from '#lib/clock.ts'
import { db, type Prisma } from '#lib/db.ts'
import { neutral } from '#lib/domain/accounts/category.ts'
import type { Compared } from '#lib/domain/accounts/comparison.ts'
import { areComparable, coverageOf, earlier } from '#lib/domain/accounts/coverage.ts'
import { topOf } from '#lib/domain/accounts/sub-category.ts'
import type { InsightView } from '#lib/views/insight.ts'
import { categoriseNew } from './categorise.ts'
import { countedLines, onceOf, whereCounted } from './counted.ts'
import { openScope, type Scope } from './outlook.ts'
import { findAccounts } from './view.ts'

export type InsightWish = { readonly currency?: string | undefined; readonly month?: string | undefined }

/** Every figure of months is made of these sums, which one statement reads. */
export type MonthSum = {
  readonly currency: string
  readonly category: string | null
  readonly moneyIn: boolean
  /** The first of its month; in the month before the one looked at the day itself. */
  readonly day: IsoDate
  readonly sum: bigint
  readonly count: number
}

const monthCount = 12

/** The months that end with the one looked at, if it isn't among the last ones. */
function shownMonths(today: IsoDate, month: string): string[] {
  const recent = monthsUntil(today.slice(0, 7))
  return recent.includes(month) || month > today ? recent : monthsUntil(month)
}

function monthsUntil(last: string): string[] {
  return Array.from({ length: monthCount }, (_, at) => addMonths(`${last}-01`, at + 1 - monthCount, 1).slice(0, 7))
}

export const firstOf = (month: string): IsoDate => `${month}-01`
export const lastOf = (month: string): IsoDate => addDays(addMonths(firstOf(month), 1, 1), -1)
const monthBefore = (month: string) => addMonths(firstOf(month), -1, 1).slice(0, 7)

/** Of those months and the one before the first. In every currency. */
async function readMonthSums(
  userId: string,
  counted: Prisma.Sql,
  months: readonly string[],
  month: string,
): Promise<MonthSum[]> {
  const before = monthBefore(month)
  const [first = month] = months
  const rows = await db().$queryRaw<(Omit<MonthSum, 'day' | 'count'> & { day: Date; count: bigint })[]>`
    SELECT "currency", "category", "amountMinor" >= 0 AS "moneyIn", sum("amountMinor")::bigint AS "sum", count(*) AS "count",
      CASE WHEN "day" BETWEEN ${firstOf(before)}::date AND ${lastOf(before)}::date THEN "day"
        ELSE date_trunc('month', "day"::timestamp)::date END AS "day"
    FROM ${countedLines} WHERE "userId" = ${userId}::uuid AND ${counted}
      AND "day" BETWEEN ${firstOf(monthBefore(first))}::date AND ${lastOf(months.at(-1) ?? month)}::date
    GROUP BY 1, 2, 3, 6`
  return rows.map(row => ({ ...row, day: isoDay(row.day), count: Number(row.count) }))
}

/** The sums of the months shown; meanwhile `read` reads of the same. */
export async function readShownSums<Beside>(
  userId: string,
  wish: InsightWish,
  read: (scope: Scope) => Promise<Beside>,
) {
  await categoriseNew(userId)
  const today = parisDay(now())
  const month = /^\d{4}-(?:0[1-9]|1[0-2])$/.test(wish.month ?? '') ? (wish.month ?? '') : today.slice(0, 7)
  const months = shownMonths(today, month)
  const accounts = await findAccounts({ userId }, {})
  const once = await onceOf(userId, accounts)
  const open = async (currency: string) => {
    const scope = await openScope({ userId, currency, today, accounts }, { once })
    return { scope, beside: await read(scope) }
  }
  const [only = '', ...others] = new Set(accounts.map(account => account.currency))
  const counted = await whereCounted(userId, once)
  const [sums, early] = await Promise.all([
    readMonthSums(userId, counted, months, month),
    others.length === 0 ? open(only) : null,
  ])
  const currencies = currenciesOf(sums)
  const older = wish.currency !== undefined || currencies.length === 0 ? await readCurrencies(userId) : []
  for (const code of older) if (!currencies.includes(code)) currencies.push(code)
  const currency = currencies.find(code => code === wish.currency) ?? currencies[0] ?? ''
  const { scope, beside } = early?.scope.currency === currency ? early : await open(currency)
  return { scope, beside, sums: sums.filter(row => row.currency === currency), currencies, months, month }
}

/** Also of transactions older than the months shown. */
async function readCurrencies(userId: string): Promise<string[]> {
  const rows = await db().account.findMany({
    where: { userId, transactions: { some: { userId } } },
    distinct: ['currency'],
    orderBy: { createdAt: 'asc' },
    select: { currency: true },
  })
  return rows.map(({ currency }) => currency)
}

/** Most used first. */
function currenciesOf(sums: readonly MonthSum[]): string[] {
  const counts = [...Map.groupBy(sums, ({ currency }) => currency)].map(([currency, rows]) => {
    return { currency, count: rows.reduce((all, { count }) => all + count, 0) }
  })
  return counts.sort((left, right) => right.count - left.count).map(({ currency }) => currency)
}

const isSavings = ({ category }: MonthSum): boolean => category === 'savings'
const isNeutral = ({ category }: MonthSum): boolean => neutral.has(category ?? '')

const add = (rows: readonly MonthSum[]): bigint => rows.reduce((all, { sum }) => all + sum, 0n)

type Shown = Pick<Scope, 'currency' | 'today' | 'covers'> & { readonly firstMonth: string }

export function toMonths(
  sums: readonly MonthSum[],
  months: readonly string[],
  { currency, today, firstMonth, covers }: Shown,
): InsightView['months'] {
  const text = (amountMinor: bigint) => formatAmount({ amountMinor, currency })
  const byMonth = Map.groupBy(sums, ({ day }) => day.slice(0, 7))
  return months.flatMap(month => {
    if (month < firstMonth) return []
    const [saved = [], rows = []] = splitSavings(byMonth.get(month) ?? [])
    const into = add(rows.filter(({ moneyIn }) => moneyIn))
    const out = add(rows.filter(({ moneyIn }) => !moneyIn))
    const span = { from: firstOf(month), to: lastOf(month) < today ? lastOf(month) : today }
    const known = coverageOf(covers, span)
    // A month with transactions isn't empty, wherever they are from.
    const coverage = known === 'none' && (byMonth.get(month) ?? []).length > 0 ? ('part' as const) : known
    return {
      month,
      in: text(into),
      out: text(out),
      net: text(into + out),
      saved: text(-add(saved)),
      coverage,
    }
  })
}

/** Of the months shown. */
export function toYear(
  sums: readonly MonthSum[],
  months: readonly string[],
  { currency, firstMonth }: Shown,
): InsightView['year'] {
  const [first = '', last = ''] = [months[0], months.at(-1)]
  const isSince = first < firstMonth && firstMonth <= last
  const span = { from: firstOf(isSince ? firstMonth : first), to: lastOf(last) }
  const [saved = [], rows = []] = splitSavings(sums.filter(({ day }) => day >= span.from))
  const text = (amountMinor: bigint) => formatAmount({ amountMinor, currency })
  return {
    ...span,
    in: text(add(rows.filter(({ moneyIn }) => moneyIn))),
    out: text(add(rows.filter(({ moneyIn }) => !moneyIn))),
    saved: text(-add(saved)),
  }
}

const splitSavings = (rows: readonly MonthSum[]) => [rows.filter(isSavings), rows.filter(row => !isNeutral(row))]

type MonthPart = Pick<InsightView, 'totals' | 'savings' | 'before' | 'uncompared' | 'categories'>

/** Since a day, beside what came before it; `isCompared`: those with nothing since too. */
function sumCategories(sums: readonly MonthSum[], since: IsoDate, isCompared: boolean) {
  const whole = sums.map(row => ({ ...row, category: row.category && topOf(row.category) }))
  const groups = Map.groupBy(whole, ({ category, moneyIn }) => `${category} ${moneyIn}`)
  return [...groups.values()].flatMap(group => {
    const [{ category, moneyIn } = { category: null, moneyIn: false }] = group
    const now = group.filter(({ day }) => day >= since)
    const [sum, earlier] = [add(now), add(group) - add(now)]
    if (category === null || (sum === 0n && !(isCompared && earlier !== 0n))) return []
    const count = now.reduce((all, row) => all + row.count, 0)
    const direction = moneyIn ? ('in' as const) : ('out' as const)
    return [{ category, direction, sum, count, more: moneyIn ? sum - earlier : earlier - sum }]
  })
}

/** Beside the month before, of which as many days as `compared` says if it is running. */
export function toMonth(sums: readonly MonthSum[], month: string, compared: Compared | null, shown: Shown): MonthPart {
  const { currency, today, firstMonth, covers } = shown
  const before = monthBefore(month)
  const running = month === today.slice(0, 7)
  const until = running && compared ? compared.until : lastOf(before)
  const one = { from: firstOf(month), to: running ? today : lastOf(month) }
  const other = { from: firstOf(before), to: until }
  const uncompared =
    before < firstMonth ? 'first' : until < other.from ? 'payday' : areComparable(covers, one, other) ? null : 'unknown'
  const text = (amountMinor: bigint) => formatAmount({ amountMinor, currency })
  const [saved = [], rows = []] = splitSavings(sums.filter(({ day }) => day >= one.from && day <= lastOf(month)))
  const had = sums.filter(row => row.day >= other.from && row.day <= until && !isNeutral(row))
  const of = (some: readonly MonthSum[], moneyIn: boolean) => add(some.filter(row => row.moneyIn === moneyIn))
  const [into, out] = [of(rows, true), of(rows, false)]
  return {
    totals: { in: text(into), out: text(out), net: text(into + out) },
    savings: { amount: text(add(saved)), count: saved.reduce((all, { count }) => all + count, 0) },
    uncompared,
    before:
      uncompared === null
        ? {
            month: before,
            until: running ? until : null,
            payday: running ? (compared?.payday ?? null) : null,
            more: { in: text(into - of(had, true)), out: text(of(had, false) - out) },
          }
        : null,
    categories: sumCategories([...rows, ...had], one.from, uncompared === null)
      .sort((left, right) => compare(absolute(right.sum), absolute(left.sum)) || compare(left.category, right.category))
      .map(({ sum, more, ...rest }) => ({ ...rest, amount: text(sum), more: text(more) })),
  }
}

/** The current one without transactions. */
export function firstMonthOf({ covers, today }: Scope): string {
  return covers.reduce((first, { firstDay }) => earlier(first, firstDay ?? first), today).slice(0, 7)
}
