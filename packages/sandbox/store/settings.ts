import type { DatabaseSync } from 'node:sqlite'
import { prepared } from './open.ts'

export const schema = `
  CREATE TABLE IF NOT EXISTS settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
`

/** A setting that survives a restart (clock offset, switches of the desk); null if it was never set. */
export function readSetting(db: DatabaseSync, name: string): string | null {
  const values = known.get(db) ?? new Map<string, string | null>()
  known.set(db, values)
  const found = values.get(name)
  if (found !== undefined) return found
  const row = prepared(db, 'SELECT value FROM settings WHERE name = ?').get(name)
  const value = row ? String(row.value) : null
  // Not cached within a transaction, which may be rolled back.
  if (!db.isTransaction) values.set(name, value)
  return value
}

/** Forgets every setting but one. */
export function keepOnlySetting(db: DatabaseSync, name: string): void {
  known.delete(db)
  prepared(db, 'DELETE FROM settings WHERE name <> ?').run(name)
}

/** Cache: every call reads several settings, and only this process writes the store. */
const known = new WeakMap<DatabaseSync, Map<string, string | null>>()

/** Stores a setting, replacing the previous value. */
export function writeSetting(db: DatabaseSync, name: string, value: string): void {
  known.get(db)?.delete(name)
  prepared(
    db,
    'INSERT INTO settings (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
  ).run(name, value)
}
