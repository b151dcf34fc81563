import { addMonths } from '@guichet/values/calendar/day.ts'
import { parisDay } from '@guichet/values/calendar/paris.ts'
import { now } from '#lib/clock.ts'
import { db, Prisma } from '#lib/db.ts'
import type { Person } from '#lib/domain/who.ts'
import { byUse, readSums, sumOf, toBudgetView } from '#lib/services/accounts/budgets.ts'
import { isCounted, onceOf } from '#lib/services/accounts/counted.ts'
import type { BudgetView } from '#lib/views/budget.ts'
import { findReadableAccounts, readMembers } from './sharing.ts'

/** Budgets of a household: every member sees the same, of what is spent from accounts that all of them see. */

type Shared = {
  readonly budgets: BudgetView[]
  /** Somebody is in the household with them. */
  readonly canShare: boolean
}

/** One's own and the others', with what was spent in the current Paris month. Each account counts once, whoever linked it. */
export async function readSharedBudgets({ userId }: Person): Promise<Shared> {
  const members = await readMembers(userId)
  const owners = [userId, ...members.map(member => member.userId)]
  const rows = await db().budget.findMany({ where: { userId: { in: owners }, shared: true } })
  const canShare = members.length > 0
  if (rows.length === 0) return { budgets: [], canShare }
  const today = parisDay(now())
  const first = addMonths(today, 0, 1)
  const { accounts, ours } = await findShared(userId, owners)
  const sums = await readSums(ours, first, addMonths(first, 1, 1))
  const nameOf = (ownerId: string) => members.find(member => member.userId === ownerId)?.user.name ?? null
  const budgets = rows
    .map(row => ({
      ...toBudgetView(row, { today, carriedMinor: 0n, sumMinor: sumOf(sums, row.category, first) }),
      shared: { by: nameOf(row.userId), accounts },
    }))
    .sort(byUse)
  return { budgets, canShare }
}

/** The accounts that each of them shows all the others, with transactions, and what counts of them. */
async function findShared(
  viewerId: string,
  owners: readonly string[],
): Promise<{ readonly accounts: string[]; readonly ours: Prisma.Sql }> {
  const among = { in: [...owners] }
  const shares = await db().accountShare.findMany({
    where: { userId: among, viewerId: among, level: 'transactions' },
    select: { accountId: true },
  })
  const seenBy = Map.groupBy(shares, ({ accountId }) => accountId)
  const readable = await findReadableAccounts(viewerId)
  const others = readable.flatMap(({ accountId, sees }) => (sees.transactions ? [accountId] : []))
  const rows = await db().account.findMany({
    where: {
      OR: [
        { userId: viewerId, mayTransactions: true, gone: false },
        { userId: among, id: { in: others } },
      ],
    },
    include: { balances: { where: { current: true }, select: { readAt: true } } },
  })
  const all = rows.filter(({ id }) => (seenBy.get(id)?.length ?? 0) === owners.length - 1)
  const ids = all.map(({ id }) => id)
  const ours = Prisma.sql`"userId" = ANY(${[...owners]}::uuid[]) AND "accountId" = ANY(${ids}::uuid[]) AND ${isCounted}
    AND ${await onceOf(among, all, true)}`
  return { accounts: ids, ours }
}
