import type { DatabaseSync } from 'node:sqlite'
import { prepared } from './open.ts'

/** JWTs of the fallback mode that a login has used up; kept until they would have expired anyway. */
export const schema = `
  CREATE TABLE IF NOT EXISTS fallback_uses (
    id TEXT PRIMARY KEY,
    used_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
`

/** Whether a login was made with the JWT of that id. */
export function isFallbackUsed(db: DatabaseSync, id: string): boolean {
  return prepared(db, 'SELECT 1 FROM fallback_uses WHERE id = ?').get(id) !== undefined
}

/** Stores the use of a JWT; false when it was used before. */
export function noteFallbackUse(db: DatabaseSync, use: { id: string; expiresAt: Date; usedAt: Date }): boolean {
  const { changes } = prepared(db, 'INSERT OR IGNORE INTO fallback_uses VALUES (?, ?, ?)').run(
    use.id,
    use.usedAt.getTime(),
    use.expiresAt.getTime(),
  )
  return Number(changes) === 1
}
