import { decodeProtectedHeader } from 'jose'
import { db } from '#lib/db.ts'
import { log } from '#lib/log.ts'
import { readVaultKeys } from '#lib/vault/keys.ts'
import { open, seal, VaultError } from '#lib/vault.ts'
import { listRunningKids } from './running-processes.ts'
import { findSealed, type SealedColumn, type SealedValue, sampleSealed, sealedColumns } from './sealed-values.ts'

/** With the first key, so that old ones can go (C12). May be interrupted; a value changed meanwhile is left. */

/** Prisma's own types differ between models. */
type Table = { readonly updateMany: (args: object) => Promise<{ count: number }> }

const usualPartSize = 200

export type ResealCount = { readonly resealed: number; readonly unreadable: number }

/** `stopped` ends it after the part. */
export async function resealAll(stopped?: AbortSignal): Promise<ResealCount> {
  const total = { resealed: 0, unreadable: 0 }
  const inUse = new Set((await sampleSealed()).map(({ kid }) => kid))
  const older = readVaultKeys().slice(1)
  for (const { kid } of older.filter(one => inUse.has(one.kid)))
    for (const column of sealedColumns) {
      const { resealed, unreadable } = await resealColumn(column, kid, stopped)
      total.resealed += resealed
      total.unreadable += unreadable
    }
  return total
}

async function resealColumn(column: SealedColumn, kid: string, stopped?: AbortSignal): Promise<ResealCount> {
  const { partSize = usualPartSize } = column
  const unreadable: string[] = []
  let resealed = 0
  let rows: readonly SealedValue[] = []
  do {
    if (stopped?.aborted) break
    rows = await findSealed(column, kid, { except: unreadable, atMost: partSize })
    for (const row of rows) {
      const done = await resealOne(column, row)
      if (done === 'unreadable') unreadable.push(row.id)
      if (done === 'resealed') resealed += 1
    }
  } while (rows.length === partSize)
  return { resealed, unreadable: unreadable.length }
}

async function resealOne(
  { model, key, column }: SealedColumn,
  { id, sealed }: SealedValue,
): Promise<'current' | 'resealed' | 'unreadable'> {
  try {
    const { row, col } = decodeProtectedHeader(sealed)
    const sealedColumn = { row: String(row), column: String(col) }
    const anew = await seal(await open(sealed, sealedColumn), sealedColumn)
    const table = Reflect.get(db(), model) as Table
    const { count } = await table.updateMany({ where: { [key]: id, [column]: sealed }, data: { [column]: anew } })
    return count === 1 ? 'resealed' : 'current'
  } catch (error) {
    if (error instanceof VaultError) return 'unreadable'
    throw error
  }
}

const longestMs = 30_000

/** Waits while another process seals with another key: they would undo each other. */
export async function resealWhenDue(): Promise<void> {
  const kid = readVaultKeys()[0]?.kid
  if ((await listRunningKids()).some(([theirs]) => theirs !== kid)) return
  const { resealed, unreadable } = await resealAll(AbortSignal.timeout(longestMs))
  if (resealed > 0) log().info({ kid, resealed, unreadable }, 'sealed values written anew')
}
