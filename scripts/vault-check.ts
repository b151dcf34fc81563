import { decodeProtectedHeader } from 'jose'
import type pg from 'pg'
import { readVaultSource } from '#lib/env.ts'
import { sealedColumns } from '#lib/services/reseal.ts'
import { open } from '#lib/vault.ts'

/** Of each column the newest rows are looked at, so that a start takes as long on a large database. */
const rowsLookedAt = 200
const valuesOfColumn = 3

/**
 * Whether the vault's keys open what the database holds: a restored database with the wrong keys would run, and lose every token and
 * secret one by one. A fault if no value opens; single ones that don't are left to `resealAll`, which counts them.
 */
export async function findForeignKeys(client: pg.Client): Promise<readonly string[]> {
  const kids = new Set<string>()
  for (const { model, key, column, partSize } of sealedColumns) {
    if (partSize !== undefined) continue
    const table = `"${model.charAt(0).toUpperCase()}${model.slice(1)}"`
    const { rows } = await client.query<{ sealed: string }>(
      `SELECT sealed FROM (SELECT "${column}" AS sealed FROM ${table} ORDER BY "${key}" DESC LIMIT ${rowsLookedAt}) AS newest
        WHERE sealed IS NOT NULL LIMIT ${valuesOfColumn}`,
    )
    for (const { sealed } of rows) {
      if (await opens(sealed)) return []
      kids.add(kidOf(sealed))
    }
  }
  if (kids.size === 0) return []
  return [
    `${readVaultSource()}: none of these keys opens what the database holds, which was encrypted with ${[...kids].sort().join(', ')}. Give the keys that belong to this database (docs/operations.md, Restore).`,
  ]
}

async function opens(sealed: string): Promise<boolean> {
  try {
    const { row, col } = decodeProtectedHeader(sealed)
    await open(sealed, { row: String(row), column: String(col) })
    return true
  } catch {
    return false
  }
}

/** The name of the key. */
function kidOf(sealed: string): string {
  try {
    return String(decodeProtectedHeader(sealed).kid)
  } catch {
    return 'an unknown key'
  }
}
