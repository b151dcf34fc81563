import type { DatabaseSync } from 'node:sqlite'
import { prepared } from './open.ts'

export const schema = `
  CREATE TABLE IF NOT EXISTS fetched_certificates (
    key_id TEXT PRIMARY KEY,
    fingerprint TEXT NOT NULL,
    pem TEXT NOT NULL,
    fetched_at INTEGER NOT NULL
  ) STRICT;
`

/** The certificate that was fetched from that keyId URL (bank:D16); null if none was. */
export function findFetchedCertificate(db: DatabaseSync, keyId: string): string | null {
  const row = prepared(db, 'SELECT pem FROM fetched_certificates WHERE key_id = ?').get(keyId)
  return row ? String(row.pem) : null
}

/** Stores a fetched certificate whose fingerprint was checked. */
export function saveFetchedCertificate(
  db: DatabaseSync,
  fetched: { keyId: string; fingerprint: string; pem: string; fetchedAt: Date },
): void {
  prepared(
    db,
    'INSERT OR REPLACE INTO fetched_certificates (key_id, fingerprint, pem, fetched_at) VALUES (?, ?, ?, ?)',
  ).run(fetched.keyId, fetched.fingerprint, fetched.pem, fetched.fetchedAt.getTime())
}
