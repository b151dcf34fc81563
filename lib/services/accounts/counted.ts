import { isoDay } from '@guichet/values/calendar/day.ts'
import { db, Prisma } from '#lib/db.ts'
import { accountKey, countOnce } from '#lib/domain/accounts/counting.ts'

/** What counts, once: every sum of transactions reads it, and the lists behind them. */

/** Transactions of accounts counted once. The owner is named by the caller. */
export async function whereOnce(userId: string): Promise<Prisma.Sql> {
  const rows = await db().account.findMany({
    where: { userId },
    include: { balances: { where: { current: true }, select: { readAt: true } } },
  })
  const doubled = [...Map.groupBy(rows, accountKey).values()].filter(same => same.length > 1).flat()
  const ids = doubled.map(({ id }) => id)
  const firstDays = await db().transaction.groupBy({
    by: ['accountId'],
    where: { userId, accountId: { in: ids }, booked: true },
    _min: { day: true },
  })
  const counted = countOnce(
    doubled.map(row => ({
      ...row,
      readAt: Math.max(row.lastSyncedAt?.getTime() ?? 0, ...row.balances.map(({ readAt }) => readAt.getTime())),
      firstDay: isoDay(firstDays.find(({ accountId }) => accountId === row.id)?._min.day) ?? null,
    })),
  )
  const less = counted.flatMap(({ id, before }) => (before === null ? [] : [{ id, before }]))
  if (less.length === 0) return Prisma.sql`TRUE`
  const parts = less.map(({ id, before }) => Prisma.sql`NOT ("accountId" = ${id}::uuid AND "day" >= ${before}::date)`)
  return Prisma.join(parts, ' AND ')
}

/** Booked, and neither an own transfer nor the settlement of a card. */
export async function whereCounted(userId: string, once?: Prisma.Sql): Promise<Prisma.Sql> {
  return Prisma.sql`"booked" AND "pairAccountId" IS NULL AND ${once ?? (await whereOnce(userId))}`
}

/** Money moved to savings and back is neither income nor spending. */
export const isSpentOrEarned = Prisma.sql`"category" IS DISTINCT FROM 'savings'`
