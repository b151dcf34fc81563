import type { DatabaseSync } from 'node:sqlite'
import { prepared } from './open.ts'

export const schema = `
  CREATE TABLE IF NOT EXISTS app_openings (
    authorization_id TEXT PRIMARY KEY,
    version TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
`

/** Notes that an authorization is shown in the bank's app of this version (§ App-to-app activation). */
export function noteAppOpening(db: DatabaseSync, authorizationId: string, version: string): void {
  prepared(db, 'INSERT OR IGNORE INTO app_openings VALUES (?, ?)').run(authorizationId, version)
}

/** The version of the app that shows an authorization; null for one that is shown in a browser. */
export function findAppOpening(db: DatabaseSync, authorizationId: string): string | null {
  const row = prepared(db, 'SELECT version FROM app_openings WHERE authorization_id = ?').get(authorizationId)
  return row ? String(row.version) : null
}

/** Forgets the openings of authorizations that are forgotten. */
export function forgetAppOpenings(db: DatabaseSync): void {
  prepared(db, 'DELETE FROM app_openings WHERE authorization_id NOT IN (SELECT id FROM authorizations)').run()
}
