import { createHash } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import { inTransaction, prepared } from './open.ts'

export const schema = `
  CREATE TABLE IF NOT EXISTS verifications (
    day TEXT NOT NULL,
    organisation_id TEXT NOT NULL,
    iban TEXT NOT NULL,
    name_hash TEXT NOT NULL,
    PRIMARY KEY (day, organisation_id, iban, name_hash)
  ) STRICT, WITHOUT ROWID;
`

/** A name that an organisation asked about an account on a day in Paris. */
export type Verification = {
  readonly day: string
  readonly organisationId: string
  readonly iban: string
  readonly name: string
}

/** Counts a name, unless the day's `limit` of different ones for this account is reached; the same name again is free. */
export function countVerification(db: DatabaseSync, verification: Verification, limit: number): boolean {
  const { day, organisationId, iban, name } = verification
  const hash = createHash('sha256').update(name).digest('base64url')
  return inTransaction(db, () => {
    prepared(db, 'DELETE FROM verifications WHERE day < ?').run(day)
    const known = prepared(
      db,
      'SELECT name_hash FROM verifications WHERE day = ? AND organisation_id = ? AND iban = ?',
    ).all(day, organisationId, iban)
    if (known.some(row => row.name_hash === hash)) return true
    if (known.length >= limit) return false
    prepared(db, 'INSERT INTO verifications VALUES (?, ?, ?, ?)').run(day, organisationId, iban, hash)
    return true
  })
}
