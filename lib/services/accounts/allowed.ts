import { Prisma } from '#lib/db.ts'

/** Accounts of which the person allows anything to be read: one condition, for Prisma and for SQL. */

/** For Prisma. */
export const anythingAllowed = [
  { mayBalances: true },
  { mayTransactions: true },
  { mayOwners: true },
  { mayOverdrafts: true },
]

/** For a statement that calls the table `account`. */
export const anythingAllowedSql = Prisma.sql`(account."mayBalances" OR account."mayTransactions" OR account."mayOwners"
  OR account."mayOverdrafts")`
