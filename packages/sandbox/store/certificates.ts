import type { DatabaseSync } from 'node:sqlite'
import { date, type RowOf, table, text } from './table.ts'

export const schema = `
  CREATE TABLE IF NOT EXISTS fetched_certificates (
    key_id TEXT PRIMARY KEY,
    fingerprint TEXT NOT NULL,
    pem TEXT NOT NULL,
    fetched_at INTEGER NOT NULL
  ) STRICT;
`

const fetched = table('fetched_certificates', { keyId: text, fingerprint: text, pem: text, fetchedAt: date })

/** The certificate that was fetched from that keyId URL (bank:D16); null if none was. */
export function findFetchedCertificate(db: DatabaseSync, keyId: string): string | null {
  return fetched.find(db, 'WHERE key_id = ?', keyId)?.pem ?? null
}

/** Stores a fetched certificate whose fingerprint was checked. */
export function saveFetchedCertificate(db: DatabaseSync, certificate: RowOf<typeof fetched>): void {
  fetched.insert(db, certificate, 'REPLACE')
}
