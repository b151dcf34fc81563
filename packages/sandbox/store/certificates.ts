import type { DatabaseSync } from 'node:sqlite'
import { date, type RowOf, table, text } from './table.ts'

const columns = { keyId: text, fingerprint: text, pem: text, fetchedAt: date }
const fetched = table('fetched_certificates', columns, { key: 'key_id' })
export const { schema } = fetched

/** The certificate that was fetched from that keyId URL (bank:D16); null if none was. */
export function findFetchedCertificate(db: DatabaseSync, keyId: string): string | null {
  return fetched.find(db, 'WHERE key_id = ?', keyId)?.pem ?? null
}

/** Stores a fetched certificate whose fingerprint was checked. */
export function saveFetchedCertificate(db: DatabaseSync, certificate: RowOf<typeof fetched>): void {
  fetched.insert(db, certificate, 'REPLACE')
}
