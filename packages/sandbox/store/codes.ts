import type { DatabaseSync } from 'node:sqlite'
import { prepared } from './open.ts'

export const schema = `
  CREATE TABLE IF NOT EXISTS codes (
    hash TEXT PRIMARY KEY,
    bank_code TEXT NOT NULL,
    client_id TEXT NOT NULL,
    person_id TEXT NOT NULL,
    redirect_uri TEXT NOT NULL,
    scope TEXT NOT NULL,
    code_challenge TEXT,
    sca_at INTEGER NOT NULL,
    issued_at INTEGER NOT NULL,
    used_at INTEGER
  ) STRICT;
`

/** A stored one-time code, by its hash (bank:D7). */
export type StoredCode = {
  readonly hash: string
  readonly bankCode: string
  readonly clientId: string
  readonly personId: string
  readonly redirectUri: string
  readonly scope: string
  readonly codeChallenge: string | null
  readonly scaAt: Date
  readonly issuedAt: Date
  readonly usedAt: Date | null
}

/** Stores a code that was just issued. */
export function saveCode(db: DatabaseSync, code: StoredCode): void {
  prepared(
    db,
    `INSERT INTO codes (hash, bank_code, client_id, person_id, redirect_uri, scope, code_challenge, sca_at, issued_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  ).run(
    code.hash,
    code.bankCode,
    code.clientId,
    code.personId,
    code.redirectUri,
    code.scope,
    code.codeChallenge,
    code.scaAt.getTime(),
    code.issuedAt.getTime(),
  )
}

/** The code with that hash, used or not; null if there is none. */
export function findCode(db: DatabaseSync, hash: string): StoredCode | null {
  const row = prepared(db, 'SELECT * FROM codes WHERE hash = ?').get(hash)
  if (!row) return null
  return {
    hash,
    bankCode: String(row.bank_code),
    clientId: String(row.client_id),
    personId: String(row.person_id),
    redirectUri: String(row.redirect_uri),
    scope: String(row.scope),
    codeChallenge: row.code_challenge === null ? null : String(row.code_challenge),
    scaAt: new Date(Number(row.sca_at)),
    issuedAt: new Date(Number(row.issued_at)),
    usedAt: row.used_at === null ? null : new Date(Number(row.used_at)),
  }
}

/** Deletes the codes of a deleted application. */
export function forgetCodesOfClient(db: DatabaseSync, clientId: string): void {
  prepared(db, 'DELETE FROM codes WHERE client_id = ?').run(clientId)
}

/** Marks a code as used; false if it was used before. */
export function useCode(db: DatabaseSync, hash: string, usedAt: Date): boolean {
  const { changes } = prepared(db, 'UPDATE codes SET used_at = ? WHERE hash = ? AND used_at IS NULL').run(
    usedAt.getTime(),
    hash,
  )
  return Number(changes) === 1
}
