import { cleanText } from '@guichet/values/text/clean.ts'
import { isUuid } from '#lib/base/ids.ts'
import { db, jsonText, Prisma, type Tx } from '#lib/db.ts'
import { isBuiltInCategory } from '#lib/domain/accounts/category.ts'
import { Refused } from '#lib/domain/refusals/refused.ts'
import type { Person } from '#lib/domain/who.ts'
import { CategoryInput, type CategoryView, type RefileInput, type RefileResult } from '#lib/views/category.ts'
import { refileTransactions, withAccountLock } from './categorise.ts'
import { addCounterpartyRule } from './rules.ts'
import { withTwins } from './twins.ts'

const categoryLimit = 100

export async function listCategories({ userId }: Person): Promise<{ categories: CategoryView[] }> {
  const rows = await db().category.findMany({ where: { userId }, orderBy: { name: 'asc' } })
  return { categories: rows.map(toCategoryView) }
}

function toCategoryView({
  id,
  name,
  icon,
  tone,
}: {
  id: string
  name: string
  icon: string
  tone: string
}): CategoryView {
  const { shape } = CategoryInput
  return { id, name, icon: shape.icon.catch('tag').parse(icon), tone: shape.tone.catch('neutral').parse(tone) }
}

/** Refusals: `invalid_input` for a name in use (`name`), or beyond a hundred. */
export async function addCategory({ userId }: Person, input: CategoryInput): Promise<CategoryView> {
  const name = cleanText(input.name, 40)
  if ((await db().category.count({ where: { userId } })) >= categoryLimit)
    throw new Refused('invalid_input', { field: 'count' })
  const row = await db()
    .category.create({ data: { userId, ...input, name } })
    .catch(refuseTakenName)
  return toCategoryView(row)
}

/** Refusals: `not_found`, `invalid_input` for a name in use. */
export async function changeCategory({ userId }: Person, id: string, input: CategoryInput): Promise<CategoryView> {
  if (!isUuid(id)) throw new Refused('not_found')
  const data = { ...input, name: cleanText(input.name, 40) }
  const { count } = await db().category.updateMany({ where: { id, userId }, data }).catch(refuseTakenName)
  if (count === 0) throw new Refused('not_found')
  return { id, ...data }
}

function refuseTakenName(error: unknown): never {
  const taken = error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2002'
  throw taken ? new Refused('invalid_input', { field: 'name' }) : error
}

/** With its budget and rules; its transactions are categorised again. Refusals: `not_found`. */
export async function removeCategory({ userId }: Person, id: string): Promise<void> {
  if (!isUuid(id)) throw new Refused('not_found')
  const where = { id, userId }
  if ((await db().category.count({ where })) === 0) throw new Refused('not_found')
  const filed = { userId, category: id }
  // Before the category is deleted, so that the removal can be repeated; also what was chosen by hand.
  const accounts = await db().transaction.findMany({
    where: filed,
    distinct: ['accountId'],
    select: { accountId: true },
  })
  for (const { accountId } of accounts) {
    const change = { where: { ...filed, accountId }, data: { categorySource: 'code' as const } }
    await withAccountLock({ userId, accountId }, tx => tx.transaction.updateMany(change))
  }
  await db().$transaction(async tx => {
    const { count } = await tx.category.deleteMany({ where })
    if (count === 0) throw new Refused('not_found')
    await tx.categoryRule.deleteMany({ where: { userId, category: id } })
    await tx.budget.deleteMany({ where: { userId, category: id } })
  })
  await refileTransactions(userId, Prisma.sql`"category" = ${id}`)
  await db().$executeRaw`
    UPDATE "Transaction" SET "parts" = (
      SELECT CASE WHEN count(*) > 1
        THEN jsonb_agg(jsonb_build_object('category', one."category", 'amountMinor', one."sum"::text)) END FROM (
        SELECT CASE WHEN part."category" = ${id} THEN 'to_file' ELSE part."category" END AS "category",
          sum(part."amountMinor")::bigint AS "sum"
        FROM jsonb_to_recordset("parts") AS part("category" text, "amountMinor" bigint) GROUP BY 1) AS one)
    WHERE "userId" = ${userId}::uuid AND "parts" @> ${jsonText([{ category: id }])}::jsonb`
}

/** `invalid_input` naming `category`. */
export async function requireCategory(tx: Tx, userId: string, category: string): Promise<void> {
  if (isBuiltInCategory(category)) return
  const own = isUuid(category) && (await tx.category.count({ where: { id: category, userId } })) > 0
  if (!own) throw new Refused('invalid_input', { field: 'category' })
}

/**
 * Rules don't change it any more. `always` adds a rule for its counterparty. Refusals: `not_found`; `invalid_input`
 * naming `category`, or `always` without a counterparty.
 */
export async function refileTransaction({ userId }: Person, input: RefileInput): Promise<RefileResult> {
  const { accountId, key, category, always } = input
  if (!isUuid(accountId)) throw new Refused('not_found')
  const line = await db().transaction.findFirst({ where: { userId, accountId, key }, select: { counterparty: true } })
  if (!line) throw new Refused('not_found')
  await requireCategory(db(), userId, category)
  if (always && !line.counterparty) throw new Refused('invalid_input', { field: 'always' })
  const data = { category, categorySource: 'person' as const, ruleId: null }
  const same = await withTwins(db(), userId, [{ accountId, key }])
  await db().transaction.updateMany({ where: { userId, OR: same }, data })
  if (!always || !line.counterparty) return { changed: 1, ruleId: null }
  const { ruleId, changed } = await addCounterpartyRule(userId, line.counterparty, category)
  return { changed: changed + 1, ruleId }
}
