import { randomUUID } from 'node:crypto'
import { Prisma, sqlName, type Tx } from './db.ts'

/**
 * Who works on a row (`leaseId`) and until when (`leaseUntil`), by PostgreSQL's clock only. `renew`, `rest` and
 * `release` do nothing for anybody but the owner. `free`, `set`, `ownedBy` and `cleared` are for claims within another statement.
 */
export type LeaseColumns = {
  readonly table: 'Connection' | 'Mail' | 'PaymentAttempt' | 'Revocation' | 'TransferDraft' | 'WebhookDelivery'
  readonly owner: 'leaseId' | 'consentLeaseId' | 'syncLeaseId'
  readonly until: 'leaseUntil' | 'consentLeaseUntil' | 'syncLeaseUntil'
  /** Longer than the work, or than renewals are apart. */
  readonly seconds: number
}

type Where = Prisma.Sql

/** `where` names the row, with its tenant. */
export function leaseOf({ table, owner, until, seconds }: LeaseColumns) {
  const [rows, ownerColumn, untilColumn] = [sqlName(table), sqlName(owner), sqlName(until)]
  const end = Prisma.sql`now() + make_interval(secs => ${seconds})`

  /** Without a lease, or expired; `of` is the alias. */
  const free = (of: string = table) => {
    const column = sqlName(of, until)
    return Prisma.sql`(${column} IS NULL OR ${column} < now())`
  }
  const set = (id: string) => Prisma.sql`${ownerColumn} = ${id}::uuid, ${untilColumn} = ${end}`
  /** Also after it expired, until claimed by another. */
  const ownedBy = (id: string) => Prisma.sql`${ownerColumn} = ${id}::uuid`
  const cleared = Prisma.sql`${ownerColumn} = NULL, ${untilColumn} = NULL`

  return {
    free,
    set,
    ownedBy,
    cleared,
    /** The owner's id; null if taken or no such row. A resting one can be claimed. */
    claim: async (tx: Tx, where: Where): Promise<string | null> => {
      const id = randomUUID()
      const count = await tx.$executeRaw`
        UPDATE ${rows} SET ${set(id)} WHERE ${where} AND (${ownerColumn} IS NULL OR ${free()})`
      return count === 0 ? null : id
    },
    /** Without an owner, not free before its end: for tasks, which would take the row again at once. */
    rest: async (tx: Tx, where: Where, id: string): Promise<void> => {
      await tx.$executeRaw`UPDATE ${rows} SET ${ownerColumn} = NULL WHERE ${where} AND ${ownedBy(id)}`
    },
    /** False if lost. */
    renew: async (tx: Tx, where: Where, id: string): Promise<boolean> =>
      (await tx.$executeRaw`UPDATE ${rows} SET ${untilColumn} = ${end} WHERE ${where} AND ${ownedBy(id)}`) > 0,
    /** False if lost. */
    release: async (tx: Tx, where: Where, id: string): Promise<boolean> =>
      (await tx.$executeRaw`UPDATE ${rows} SET ${cleared} WHERE ${where} AND ${ownedBy(id)}`) > 0,
  }
}
