import type { Tx } from '#lib/db.ts'

/** Every advisory lock, held until the transaction ends. A number is never used twice. */
const numbers = { auditCheck: 7203, certificates: 7204 } as const
/** Locks for one of many keys: their hashes start from these. */
const seeds = { login: 0, categories: 1, attachments: 2, dueRefreshes: 3 } as const

export async function lock(tx: Tx, name: keyof typeof numbers): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(${numbers[name]})`
}

/** Whether nobody else holds it. */
export async function tryLock(tx: Tx, name: keyof typeof numbers): Promise<boolean> {
  const [row] = await tx.$queryRaw<{ got: boolean }[]>`SELECT pg_try_advisory_xact_lock(${numbers[name]}) AS got`
  return row?.got === true
}

export async function lockFor(tx: Tx, name: keyof typeof seeds, key: string): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${key}, ${seeds[name]}))`
}

/** Those of `keys` that nobody else holds. */
export async function tryLockFor(tx: Tx, name: keyof typeof seeds, keys: readonly string[]): Promise<string[]> {
  const rows = await tx.$queryRaw<{ key: string; got: boolean }[]>`
    SELECT key, pg_try_advisory_xact_lock(hashtextextended(key, ${seeds[name]})) AS got FROM unnest(${[...keys]}::text[]) AS key`
  return rows.flatMap(({ key, got }) => (got ? [key] : []))
}
