import { absolute, formatAmount } from '@guichet/values/money/minor.ts'
import { compare } from '@guichet/values/text/compare.ts'
import { db } from '#lib/db.ts'
import { withSubs } from '#lib/domain/accounts/sub-category.ts'
import { natureOf } from '#lib/domain/accounts/transaction.ts'
import type { Person } from '#lib/domain/who.ts'
import type { CategoryMonths } from '#lib/views/insight.ts'
import { countedLines, whereCounted } from './counted.ts'
import { firstMonthOf, firstOf, type InsightWish, lastOf, readShownSums, toMonths } from './month-sums.ts'

type CategoryWish = InsightWish & { readonly category: string; readonly direction: 'in' | 'out' }

/** A category over twelve months, and in one of them with whom. */
export async function readCategoryMonths({ userId }: Person, wish: CategoryWish): Promise<CategoryMonths> {
  const { category, direction } = wish
  const moneyIn = direction === 'in'
  const { scope, sums, months, month } = await readShownSums(userId, wish, async () => null)
  const { currency, today } = scope
  const firstMonth = firstMonthOf(scope)
  const merchants = await readMerchants(scope, { category, moneyIn, month })
  const parts = withSubs(category)
  const ours = sums.filter(row => parts.includes(row.category ?? '') && row.moneyIn === moneyIn)
  const inMonth = ours.filter(({ day }) => day.startsWith(month))
  const text = (amountMinor: bigint) => formatAmount({ amountMinor, currency })
  const countOf = (rows: typeof ours) => rows.reduce((all, { count }) => all + count, 0)
  const subs = parts.slice(1).flatMap(sub => {
    const rows = inMonth.filter(row => row.category === sub)
    const sum = rows.reduce((all, row) => all + row.sum, 0n)
    return rows.length === 0 ? [] : [{ category: sub, sum, count: countOf(rows) }]
  })
  return {
    currency,
    today,
    firstMonth,
    month,
    amount: text(inMonth.reduce((sum, row) => sum + row.sum, 0n)),
    count: countOf(inMonth),
    subs: subs
      .sort((left, right) => compare(absolute(right.sum), absolute(left.sum)))
      .map(({ sum, ...sub }) => ({ ...sub, amount: text(sum) })),
    months: toMonths(ours, months, { ...scope, firstMonth }).map(one => ({
      month: one.month,
      amount: moneyIn ? one.in : one.out,
      coverage: one.coverage,
    })),
    merchants,
  }
}

type Scope = Awaited<ReturnType<typeof readShownSums>>['scope']
type Part = { readonly category: string; readonly moneyIn: boolean; readonly month: string }

type MerchantRow = {
  readonly counterparty: string
  readonly label: string
  readonly codeDomain: string | null
  readonly codeFamily: string | null
  readonly codeSubFamily: string | null
  readonly sum: bigint
  readonly count: bigint
}

/** Largest first. */
async function readMerchants(
  { userId, currency, once, naming }: Scope,
  { category, moneyIn, month }: Part,
): Promise<CategoryMonths['merchants']> {
  const rows = await db().$queryRaw<MerchantRow[]>`
      SELECT COALESCE("counterparty", '') AS "counterparty", max("label") AS "label", max("codeDomain") AS "codeDomain",
        max("codeFamily") AS "codeFamily", max("codeSubFamily") AS "codeSubFamily", sum("amountMinor")::bigint AS "sum",
        count(*) AS "count"
      FROM ${countedLines} WHERE "userId" = ${userId}::uuid AND ${await whereCounted(userId, once)}
        AND "currency" = ${currency} AND "category" = ANY(${withSubs(category)}::text[]) AND ("amountMinor" >= 0) = ${moneyIn}
        AND "day" BETWEEN ${firstOf(month)}::date AND ${lastOf(month)}::date
      GROUP BY 1 ORDER BY abs(sum("amountMinor")) DESC, 1`
  return rows.map(({ sum, count, counterparty, label, codeDomain, codeFamily, codeSubFamily }) => {
    const nature = natureOf({ domain: codeDomain, family: codeFamily, subFamily: codeSubFamily })
    const { name } = counterparty === '' ? { name: '' } : naming({ label, counterparty, nature })
    return { counterparty, name, count: Number(count), amount: formatAmount({ amountMinor: sum, currency }) }
  })
}
