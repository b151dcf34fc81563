import { db, Prisma } from '#lib/db.ts'
import { filingVersion } from '#lib/domain/accounts/category.ts'
import { refileTransactions } from './categorise.ts'

/** Of so many people at a time: it takes seconds for the largest. */
const peopleAtOnce = 20

/** What older rules filed is filed again, once; what waits for its first filing and what a person chose are left. */
export async function sweepOutdatedFilings(): Promise<void> {
  const outdated = { filedBy: { lt: filingVersion } }
  const people = await db().user.findMany({
    where: outdated,
    orderBy: { id: 'asc' },
    take: peopleAtOnce,
    select: { id: true },
  })
  for (const { id } of people) {
    await refileTransactions(id, Prisma.sql`"category" IS NOT NULL`)
    await db().user.updateMany({ where: { id, ...outdated }, data: { filedBy: filingVersion } })
  }
}
