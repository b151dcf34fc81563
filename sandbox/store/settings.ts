import type { DatabaseSync } from 'node:sqlite'
import { prepared } from './open.ts'

export const schema = `
  CREATE TABLE IF NOT EXISTS settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
`

/** A setting that outlives a restart (offset of the clock, switches of the desk); null when never set. */
export function readSetting(db: DatabaseSync, name: string): string | null {
  const row = prepared(db, 'SELECT value FROM settings WHERE name = ?').get(name)
  return row ? String(row.value) : null
}

/** Stores a setting, replacing the one of the same name. */
export function writeSetting(db: DatabaseSync, name: string, value: string): void {
  prepared(
    db,
    'INSERT INTO settings (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
  ).run(name, value)
}
