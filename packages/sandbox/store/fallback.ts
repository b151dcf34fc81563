import type { DatabaseSync } from 'node:sqlite'
import { prepared } from './open.ts'

/** Used JWTs of the fallback mode, stored until they expire. */
export const schema = `
  CREATE TABLE IF NOT EXISTS fallback_uses (
    id TEXT PRIMARY KEY,
    used_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
`

/** Whether the JWT with that id was used for a login. */
export function isFallbackUsed(db: DatabaseSync, id: string): boolean {
  return prepared(db, 'SELECT 1 FROM fallback_uses WHERE id = ?').get(id) !== undefined
}

/** Stores the use of a JWT; false if it was used before. */
export function noteFallbackUse(db: DatabaseSync, use: { id: string; expiresAt: Date; usedAt: Date }): boolean {
  const { changes } = prepared(db, 'INSERT OR IGNORE INTO fallback_uses VALUES (?, ?, ?)').run(
    use.id,
    use.usedAt.getTime(),
    use.expiresAt.getTime(),
  )
  return Number(changes) === 1
}
