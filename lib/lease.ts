import { randomUUID } from 'node:crypto'
import { Prisma, sqlName, type Tx } from './db.ts'

/**
 * A lease says who works on a row, and until when: two columns of the row itself, an owner (`leaseId`) and an end (`leaseUntil`).
 * PostgreSQL's clock alone decides, so processes whose clocks are apart agree. Only the owner renews and releases: for everybody else,
 * and for an owner whose lease another has claimed, both do nothing.
 *
 * Where a claim must share a statement with the row's own write, `free`, `set`, `heldBy` and `cleared` are the parts to build it of.
 */
export type LeaseColumns = {
  readonly table: 'Connection' | 'Mail' | 'PaymentAttempt' | 'Revocation' | 'TransferDraft' | 'WebhookDelivery'
  readonly owner: 'leaseId' | 'consentLeaseId' | 'syncLeaseId'
  readonly until: 'leaseUntil' | 'consentLeaseUntil' | 'syncLeaseUntil'
  /** Longer than the work takes, or than the time between two renewals. */
  readonly seconds: number
}

type Where = Prisma.Sql

/** A lease on rows of one table; `where` names the row, its tenant included. */
export function leaseOf({ table, owner, until, seconds }: LeaseColumns) {
  const [rows, ownerColumn, untilColumn] = [sqlName(table), sqlName(owner), sqlName(until)]
  const end = Prisma.sql`now() + make_interval(secs => ${seconds})`

  /** Holds for a row that nobody has, or whose lease has run out. `of` is the table's alias. */
  const free = (of: string = table) => {
    const column = sqlName(of, until)
    return Prisma.sql`(${column} IS NULL OR ${column} < now())`
  }
  /** Assignments that make `id` the owner. */
  const set = (id: string) => Prisma.sql`${ownerColumn} = ${id}::uuid, ${untilColumn} = ${end}`
  /** Holds for a row whose owner is `id`: also when its time is over, as long as nobody has claimed it since. */
  const ownedBy = (id: string) => Prisma.sql`${ownerColumn} = ${id}::uuid`
  /** Assignments that end the lease. */
  const cleared = Prisma.sql`${ownerColumn} = NULL, ${untilColumn} = NULL`

  return {
    free,
    set,
    ownedBy,
    cleared,
    /** Claims the row; answers the new owner's id, or null when somebody has it or there is no such row. */
    claim: async (tx: Tx, where: Where): Promise<string | null> => {
      const id = randomUUID()
      const count = await tx.$executeRaw`UPDATE ${rows} SET ${set(id)} WHERE ${where} AND ${free()}`
      return count === 0 ? null : id
    },
    /** Makes the lease end later. False, and nothing is changed, when `id` has lost it. */
    renew: async (tx: Tx, where: Where, id: string): Promise<boolean> =>
      (await tx.$executeRaw`UPDATE ${rows} SET ${untilColumn} = ${end} WHERE ${where} AND ${ownedBy(id)}`) > 0,
    /** Ends the lease. False, and nothing is changed, when `id` has lost it. */
    release: async (tx: Tx, where: Where, id: string): Promise<boolean> =>
      (await tx.$executeRaw`UPDATE ${rows} SET ${cleared} WHERE ${where} AND ${ownedBy(id)}`) > 0,
  }
}
