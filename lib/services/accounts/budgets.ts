import { addMonths } from '@guichet/values/calendar/day.ts'
import { parisDay } from '@guichet/values/calendar/paris.ts'
import { formatAmount, parseAmount } from '@guichet/values/money/minor.ts'
import { now } from '#lib/clock.ts'
import { db, Prisma } from '#lib/db.ts'
import { budgetCurrency, isBudgetCategory, statusOf } from '#lib/domain/accounts/budget.ts'
import { Refused } from '#lib/domain/refusals/refused.ts'
import type { BudgetInput, BudgetView } from '#lib/views/budget.ts'
import { requireCategory } from './categories.ts'
import { countedLines, whereCounted } from './counted.ts'

const budgetLimit = 200

/** With what was spent in the current Paris month: booked, in euros, without own movements. Most used first. */
export async function listBudgets(userId: string): Promise<BudgetView[]> {
  const rows = await db().budget.findMany({ where: { userId } })
  if (rows.length === 0) return []
  const first = `${parisDay(now()).slice(0, 7)}-01`
  const sums = await db().$queryRaw<{ category: string; sum: bigint }[]>`
    SELECT "category", sum("amountMinor")::bigint AS "sum" FROM ${countedLines}
    WHERE "userId" = ${userId}::uuid AND ${await whereCounted(userId)} AND "currency" = ${budgetCurrency}
      AND "day" >= ${first}::date AND "day" < ${addMonths(first, 1, 1)}::date
      AND "category" IN (${Prisma.join(rows.map(({ category }) => category))})
    GROUP BY 1`
  const sumOf = new Map(sums.map(({ category, sum }) => [category, sum]))
  const text = (amountMinor: bigint) => formatAmount({ amountMinor, currency: budgetCurrency })
  return rows
    .map(({ category, amountMinor }) => {
      const { spentMinor, leftMinor, percent } = statusOf(amountMinor, sumOf.get(category) ?? 0n)
      return { category, amount: text(amountMinor), spent: text(spentMinor), left: text(leftMinor), percent }
    })
    .sort((one, other) => other.percent - one.percent || one.category.localeCompare(other.category))
}

/**
 * `amount` null removes it. Refusals: `invalid_input` naming `category` (not one to spend on), `amount` (not above
 * zero) or `count` (200).
 */
export async function setBudget(userId: string, { category, amount }: BudgetInput): Promise<{ budgets: BudgetView[] }> {
  if (amount === null) {
    await db().budget.deleteMany({ where: { userId, category } })
    return { budgets: await listBudgets(userId) }
  }
  const limit = parseAmount(amount, budgetCurrency)
  if (!limit || limit.amountMinor <= 0n) throw new Refused('invalid_input', { field: 'amount' })
  if (!isBudgetCategory(category)) throw new Refused('invalid_input', { field: 'category' })
  const { amountMinor } = limit
  await db().$transaction(async tx => {
    await requireCategory(tx, userId, category)
    const others = await tx.budget.count({ where: { userId, category: { not: category } } })
    if (others >= budgetLimit) throw new Refused('invalid_input', { field: 'count' })
    await tx.budget.upsert({
      where: { userId_category: { userId, category } },
      create: { userId, category, amountMinor, currency: budgetCurrency },
      update: { amountMinor },
    })
  })
  return { budgets: await listBudgets(userId) }
}
