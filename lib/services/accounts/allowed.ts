import { Prisma } from '#lib/db.ts'

/** One condition, for Prisma and SQL. */

export const anythingAllowed = [
  { mayBalances: true },
  { mayTransactions: true },
  { mayOwners: true },
  { mayOverdrafts: true },
]

/** The table is called `account`. */
export const anythingAllowedSql = Prisma.sql`(account."mayBalances" OR account."mayTransactions" OR account."mayOwners"
  OR account."mayOverdrafts")`
