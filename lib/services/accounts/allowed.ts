import { Prisma } from '#lib/db.ts'

/** Accounts of which the person lets something be read: one condition, as Prisma and as SQL have it. */

/** For the model. */
export const anythingAllowed = [
  { mayBalances: true },
  { mayTransactions: true },
  { mayOwners: true },
  { mayOverdrafts: true },
]

/** For a statement in which the table is called `account`. */
export const anythingAllowedSql = Prisma.sql`(account."mayBalances" OR account."mayTransactions" OR account."mayOwners"
  OR account."mayOverdrafts")`
