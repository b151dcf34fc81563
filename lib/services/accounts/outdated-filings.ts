import { inParallel } from '#lib/base/in-parallel.ts'
import { db, Prisma } from '#lib/db.ts'
import { filingVersion } from '#lib/domain/accounts/filing.ts'
import { refileTransactions } from './categorise.ts'

const peopleAtOnce = 20
/** It takes seconds for the largest; the others wait for the next time. */
const longestMs = 30_000

/** What older rules filed is filed again, once; what waits for its first filing and what a person chose are left. */
export async function sweepOutdatedFilings(): Promise<void> {
  const began = performance.now()
  const outdated = { filedBy: { lt: filingVersion } }
  for (;;) {
    const people = await db().user.findMany({
      where: outdated,
      orderBy: { id: 'asc' },
      take: peopleAtOnce,
      select: { id: true },
    })
    await inParallel(people, 1, async ({ id }) => {
      await refileTransactions(id, Prisma.sql`"category" IS NOT NULL`)
      await db().user.updateMany({ where: { id, ...outdated }, data: { filedBy: filingVersion } })
    })
    if (people.length < peopleAtOnce || performance.now() - began > longestMs) return
  }
}
