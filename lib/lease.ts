import { randomUUID } from 'node:crypto'
import { Prisma, sqlName, type Tx } from './db.ts'

/**
 * A lease says who works on a row and until when: two columns of the row, an owner (`leaseId`) and an end
 * (`leaseUntil`). Only PostgreSQL's clock counts, so processes with different clocks agree. `renew` and `release` are
 * no-ops for anybody but the owner, including an owner whose lease was claimed by another. Where a claim must share a
 * statement with the row's own write, build it from `free`, `set`, `ownedBy` and `cleared`.
 */
export type LeaseColumns = {
  readonly table: 'Connection' | 'Mail' | 'PaymentAttempt' | 'Revocation' | 'TransferDraft' | 'WebhookDelivery'
  readonly owner: 'leaseId' | 'consentLeaseId' | 'syncLeaseId'
  readonly until: 'leaseUntil' | 'consentLeaseUntil' | 'syncLeaseUntil'
  /** Longer than the work, or than the interval between renewals. */
  readonly seconds: number
}

type Where = Prisma.Sql

/** Leases on the rows of one table; `where` names the row, including its tenant. */
export function leaseOf({ table, owner, until, seconds }: LeaseColumns) {
  const [rows, ownerColumn, untilColumn] = [sqlName(table), sqlName(owner), sqlName(until)]
  const end = Prisma.sql`now() + make_interval(secs => ${seconds})`

  /** True for a row without a lease, or with an expired one. `of` is the table's alias. */
  const free = (of: string = table) => {
    const column = sqlName(of, until)
    return Prisma.sql`(${column} IS NULL OR ${column} < now())`
  }
  /** Assignments that make `id` the owner. */
  const set = (id: string) => Prisma.sql`${ownerColumn} = ${id}::uuid, ${untilColumn} = ${end}`
  /** True for a row owned by `id`, even after the lease expired, as long as nobody else claimed it. */
  const ownedBy = (id: string) => Prisma.sql`${ownerColumn} = ${id}::uuid`
  /** Assignments that end the lease. */
  const cleared = Prisma.sql`${ownerColumn} = NULL, ${untilColumn} = NULL`

  return {
    free,
    set,
    ownedBy,
    cleared,
    /** Claims the row; returns the new owner's id, or null if it is taken or does not exist. */
    claim: async (tx: Tx, where: Where): Promise<string | null> => {
      const id = randomUUID()
      const count = await tx.$executeRaw`UPDATE ${rows} SET ${set(id)} WHERE ${where} AND ${free()}`
      return count === 0 ? null : id
    },
    /** Extends the lease. No-op returning false if `id` has lost it. */
    renew: async (tx: Tx, where: Where, id: string): Promise<boolean> =>
      (await tx.$executeRaw`UPDATE ${rows} SET ${untilColumn} = ${end} WHERE ${where} AND ${ownedBy(id)}`) > 0,
    /** Ends the lease. No-op returning false if `id` has lost it. */
    release: async (tx: Tx, where: Where, id: string): Promise<boolean> =>
      (await tx.$executeRaw`UPDATE ${rows} SET ${cleared} WHERE ${where} AND ${ownedBy(id)}`) > 0,
  }
}
