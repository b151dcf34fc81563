import { decodeProtectedHeader } from 'jose'
import { db } from '#lib/db.ts'
import { log } from '#lib/log.ts'
import { needsReseal, open, seal, VaultError } from '#lib/vault.ts'

/**
 * Re-encrypts every sealed value with the newest vault key, so that old ones can be removed (C12). May be interrupted and
 * restarted: values under the newest key are skipped. Each value is replaced only if it has not changed since it was read, so
 * rotated tokens are never overwritten.
 */

type AnyRow = { readonly [column: string]: unknown }
/** The part of a Prisma model that this needs; the client's own types differ between models. */
type Table = {
  readonly findMany: (args: object) => Promise<AnyRow[]>
  readonly updateMany: (args: object) => Promise<{ count: number }>
}

/**
 * Every column with sealed values, by model and key, and how many are read at once if they are large; a test compares this with the
 * schema.
 */
export const sealedColumns: readonly { model: string; key: string; column: string; partSize?: number }[] = [
  { model: 'registration', key: 'platform', column: 'registrationTokenSealed' },
  { model: 'linkFlow', key: 'id', column: 'verifierSealed' },
  { model: 'linkFlow', key: 'id', column: 'sealedTokens' },
  { model: 'connection', key: 'id', column: 'accessSealed' },
  { model: 'connection', key: 'id', column: 'refreshSealed' },
  { model: 'connection', key: 'id', column: 'previousSealed' },
  { model: 'certificateSet', key: 'id', column: 'qwacKeySealed' },
  { model: 'certificateSet', key: 'id', column: 'qsealKeySealed' },
  { model: 'revocation', key: 'id', column: 'tokenSealed' },
  { model: 'linkHandoff', key: 'id', column: 'claimSealed' },
  { model: 'paymentAttempt', key: 'id', column: 'reportSealed' },
  { model: 'paymentAttempt', key: 'id', column: 'consentSealed' },
  { model: 'paymentAttempt', key: 'id', column: 'codeSealed' },
  { model: 'paymentAttempt', key: 'id', column: 'confirmSealed' },
  { model: 'paymentCancellation', key: 'id', column: 'consentSealed' },
  { model: 'webhookEndpoint', key: 'id', column: 'secretSealed' },
  { model: 'webhookEndpoint', key: 'id', column: 'previousSecretSealed' },
  { model: 'totp', key: 'userId', column: 'secretSealed' },
  { model: 'totp', key: 'userId', column: 'codesSealed' },
  { model: 'mail', key: 'id', column: 'wordsSealed' },
  { model: 'organisationDocument', key: 'id', column: 'contentSealed', partSize: 1 },
  // Its own key has three parts; the lease is unique too.
  { model: 'idempotentAnswer', key: 'leaseId', column: 'bodySealed' },
]

const usualPartSize = 200

export type ResealCount = { readonly seen: number; readonly resealed: number; readonly unreadable: number }

/** Reseals everything; `stopped` ends it after the current batch. */
export async function resealAll(stopped?: AbortSignal): Promise<ResealCount> {
  const total = { seen: 0, resealed: 0, unreadable: 0 }
  for (const { model, key, column, partSize = usualPartSize } of sealedColumns) {
    const table = Reflect.get(db(), model) as Table
    let after: unknown = null
    while (!stopped?.aborted) {
      const where = after === null ? {} : { [key]: { gt: after } }
      const rows = await table.findMany({
        where,
        select: { [key]: true, [column]: true },
        orderBy: { [key]: 'asc' },
        take: partSize,
      })
      for (const row of rows) {
        if (row[column] === null) continue
        total.seen += 1
        const done = await resealOne(table, { key, column }, row)
        if (done !== 'current') total[done] += 1
      }
      if (rows.length < partSize) break
      after = rows.at(-1)?.[key]
    }
  }
  return total
}

async function resealOne(
  table: Table,
  { key, column }: { key: string; column: string },
  row: AnyRow,
): Promise<'current' | 'resealed' | 'unreadable'> {
  const sealed = row[column]
  try {
    if (typeof sealed !== 'string' || !needsReseal(sealed)) return 'current'
    const { row: id, col } = decodeProtectedHeader(sealed)
    const sealedColumn = { row: String(id), column: String(col) }
    const anew = await seal(await open(sealed, sealedColumn), sealedColumn)
    const { count } = await table.updateMany({ where: { [key]: row[key], [column]: sealed }, data: { [column]: anew } })
    return count === 1 ? 'resealed' : 'current'
  } catch (error) {
    if (error instanceof VaultError) return 'unreadable'
    throw error
  }
}

const shared = globalThis as typeof globalThis & { guichetResealed?: string }

/** Reseals everything once per process and newest key; for the worker. */
export async function resealWhenDue(): Promise<void> {
  const probe = await seal('', { row: 'reseal', column: 'probe' })
  const kid = String(decodeProtectedHeader(probe).kid)
  if (shared.guichetResealed === kid) return
  const { seen, resealed, unreadable } = await resealAll()
  shared.guichetResealed = kid
  if (resealed > 0 || unreadable > 0) log().info({ kid, seen, resealed, unreadable }, 'sealed values written anew')
}
