import { addDays, addMonths, type IsoDate, isoDay } from '@guichet/values/calendar/day.ts'
import { parisDay } from '@guichet/values/calendar/paris.ts'
import { formatAmount, parseAmount } from '@guichet/values/money/minor.ts'
import { now } from '#lib/clock.ts'
import { db, Prisma, type Tx } from '#lib/db.ts'
import {
  budgetCurrency,
  carriedOf,
  everything,
  isBudgetCategory,
  perDayOf,
  statusOf,
} from '#lib/domain/accounts/budget.ts'
import { isBuiltInCategory, neutral } from '#lib/domain/accounts/category.ts'
import { coverageOf, later } from '#lib/domain/accounts/coverage.ts'
import { topOf, withSubs } from '#lib/domain/accounts/sub-category.ts'
import { Refused } from '#lib/domain/refusals/refused.ts'
import type { Person } from '#lib/domain/who.ts'
import type { BudgetInput, BudgetView } from '#lib/views/budget.ts'
import { requireCategory } from './categories.ts'
import { categoriseNew } from './categorise.ts'
import { countedLines, whereCounted } from './counted.ts'
import { openScope, type Scope } from './outlook.ts'
import { findAccounts } from './view.ts'

const budgetLimit = 200

/** Left of so many months at most. */
const carriedMonths = 12

/**
 * With what was spent in the current Paris month: booked, in euros, without own movements; of the budget for everything what
 * went out, but to savings. Most used first, that one before all.
 */
export async function listBudgets(userId: string, known: Scope | null = null): Promise<BudgetView[]> {
  const rows = await db().budget.findMany({ where: { userId, shared: false } })
  if (rows.length === 0) return []
  const today = parisDay(now())
  const first = addMonths(today, 0, 1)
  const starts = rows.map(({ carriesFrom }) => isoDay(carriesFrom) ?? first)
  const since = later([first, ...starts].sort()[0] ?? first, addMonths(first, -carriedMonths, 1))
  const months = Array.from({ length: carriedMonths + 1 }, (_, back) => addMonths(first, back - carriedMonths, 1))
  const own = { userId, currency: budgetCurrency, today }
  const { once, covers } = known ?? (await openScope({ ...own, accounts: await findAccounts({ userId }, {}) }))
  const ours = Prisma.sql`"userId" = ${userId}::uuid AND ${await whereCounted(userId, once)}`
  const sums = await readSums(ours, since, addMonths(first, 1, 1))
  const isKnown = (from: IsoDate) => coverageOf(covers, { from, to: addDays(addMonths(from, 1, 1), -1) }) === 'whole'
  return rows
    .map(row => {
      const { category, amountMinor, carriesFrom } = row
      const from = isoDay(carriesFrom) ?? first
      const isWhole = from >= since
      const before = months.filter(month => month >= from && month < first)
      const carriedMinor = carriedOf(
        amountMinor,
        before.map(month => (isKnown(month) ? sumOf(sums, category, month) : null)),
        isWhole ? row.carriedMinor : 0n,
      )
      return toBudgetView(row, { today, carriedMinor, sumMinor: sumOf(sums, category, first) })
    })
    .sort(byUse)
}

type BudgetRow = { readonly category: string; readonly amountMinor: bigint; readonly carriesFrom: Date | null }
type BudgetMonth = { readonly today: IsoDate; readonly carriedMinor: bigint; readonly sumMinor: bigint }

export function toBudgetView(
  { category, amountMinor, carriesFrom }: BudgetRow,
  { today, carriedMinor, sumMinor }: BudgetMonth,
): BudgetView {
  const text = (minor: bigint) => formatAmount({ amountMinor: minor, currency: budgetCurrency })
  const availableMinor = amountMinor + carriedMinor
  const { spentMinor, leftMinor, percent } = statusOf(availableMinor, sumMinor)
  return {
    category,
    amount: text(amountMinor),
    spent: text(spentMinor),
    carries: carriesFrom !== null,
    carried: text(carriedMinor),
    available: text(availableMinor),
    left: text(leftMinor),
    perDay: text(perDayOf(leftMinor, today)),
    percent,
    shared: null,
  }
}

/** That of everything first, then most used. */
export function byUse(one: BudgetView, other: BudgetView): number {
  return (
    Number(other.category === everything) - Number(one.category === everything) ||
    other.percent - one.percent ||
    one.category.localeCompare(other.category)
  )
}

export function sumOf(sums: readonly BudgetSum[], category: string, month: string): bigint {
  const ours = sums.filter(row => row.month === month)
  if (category === everything)
    return ours.reduce((all, row) => (neutral.has(row.category ?? '') ? all : all + row.out), 0n)
  const parts = withSubs(category)
  return ours.reduce((all, row) => (parts.includes(row.category ?? '') ? all + row.sum : all), 0n)
}

export type BudgetSum = {
  readonly month: string
  readonly category: string | null
  readonly sum: bigint
  readonly out: bigint
}

/** `ours` names the owners. */
export async function readSums(ours: Prisma.Sql, from: string, before: string): Promise<BudgetSum[]> {
  const rows = await db().$queryRaw<(Omit<BudgetSum, 'month'> & { month: Date })[]>`
    SELECT date_trunc('month', "day"::timestamp)::date AS "month", "category", sum("amountMinor")::bigint AS "sum",
      COALESCE(sum("amountMinor") FILTER (WHERE "amountMinor" < 0), 0)::bigint AS "out" FROM ${countedLines}
    WHERE ${ours} AND "currency" = ${budgetCurrency}
      AND "day" >= ${from}::date AND "day" < ${before}::date
    GROUP BY 1, 2`
  return rows.map(row => ({ ...row, month: isoDay(row.month) }))
}

/**
 * `amount` null removes it. Refusals: `invalid_input` naming `category` (not one to spend on), `amount` (not above
 * zero), `count` (200) or `shared` (in no household, or a category of one's own).
 */
export async function setBudget(
  { userId }: Person,
  { category, amount, carries = false, shared = false }: BudgetInput,
): Promise<{ budgets: BudgetView[] }> {
  if (amount === null) {
    await db().budget.deleteMany({ where: { userId, category } })
    return { budgets: await listBudgets(userId) }
  }
  const limit = parseAmount(amount, budgetCurrency)
  if (!limit || limit.amountMinor <= 0n) throw new Refused('invalid_input', { field: 'amount' })
  if (!isBudgetCategory(category)) throw new Refused('invalid_input', { field: 'category' })
  const { amountMinor } = limit
  // What was left under another limit stays.
  const known = carries ? (await listBudgets(userId)).find(one => one.category === category) : undefined
  const carried = known && parseAmount(known.carried, budgetCurrency)
  await db().$transaction(async tx => {
    if (category !== everything) await requireCategory(tx, userId, category)
    if (shared) await requireShareable(tx, userId, category)
    const had = await tx.budget.findUnique({ where: { userId_category: { userId, category } } })
    const goesOn = had !== null && had.carriesFrom !== null && had.amountMinor === amountMinor
    const anew = { carriesFrom: new Date(addMonths(parisDay(now()), 0, 1)), carriedMinor: carried?.amountMinor ?? 0n }
    const carry = !carries || shared ? { carriesFrom: null, carriedMinor: 0n } : goesOn ? {} : anew
    const others = await tx.budget.count({ where: { userId, category: { not: category } } })
    if (others >= budgetLimit) throw new Refused('invalid_input', { field: 'count' })
    await tx.budget.upsert({
      where: { userId_category: { userId, category } },
      create: { userId, category, amountMinor, ...carry, shared, currency: budgetCurrency },
      update: { amountMinor, ...carry, shared },
    })
  })
  return { budgets: await listBudgets(userId) }
}

/** A member of the household may not know another's categories. */
async function requireShareable(tx: Tx, userId: string, category: string): Promise<void> {
  const isKnown = category === everything || isBuiltInCategory(category)
  if (!isKnown || !(await hasCompany(tx, userId))) throw new Refused('invalid_input', { field: 'shared' })
}

/** Whether somebody is in one household with them. */
async function hasCompany(tx: Tx, userId: string): Promise<boolean> {
  const where = { userId: { not: userId }, household: { members: { some: { userId } } } }
  return (await tx.householdMember.count({ where })) > 0
}

/** A budget of what was spent last month, in whole euros, for each category without one. Returns how many. */
export async function copyLastMonth({ userId }: Person): Promise<{ added: number }> {
  await categoriseNew(userId)
  const first = addMonths(parisDay(now()), 0, 1)
  const ours = Prisma.sql`"userId" = ${userId}::uuid AND ${await whereCounted(userId)}`
  const sums = await readSums(ours, addMonths(first, -1, 1), first)
  const had = await db().budget.findMany({ where: { userId }, select: { category: true } })
  const euro = 100n
  const categories = new Set(sums.flatMap(({ category }) => (category === null ? [] : topOf(category))))
  const fresh = [...categories].flatMap(category => {
    const sum = sumOf(sums, category, addMonths(first, -1, 1))
    if (!isBudgetCategory(category) || sum >= 0n || had.some(one => one.category === category)) return []
    return [{ userId, category, currency: budgetCurrency, amountMinor: ((-sum + euro - 1n) / euro) * euro }]
  })
  const data = fresh.slice(0, Math.max(0, budgetLimit - had.length))
  return { added: (await db().budget.createMany({ data, skipDuplicates: true })).count }
}
