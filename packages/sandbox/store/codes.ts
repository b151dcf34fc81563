import type { DatabaseSync } from 'node:sqlite'
import { prepared } from './open.ts'
import { date, nullable, type RowOf, table, text } from './table.ts'

const columns = {
  hash: text,
  bankCode: text,
  clientId: text,
  personId: text,
  redirectUri: text,
  scope: text,
  codeChallenge: nullable(text),
  scaAt: date,
  issuedAt: date,
  usedAt: nullable(date),
}
const codes = table('codes', columns, { key: 'hash' })
export const { schema } = codes

/** A stored one-time code, by its hash (bank:D7). */
export type StoredCode = RowOf<typeof codes>

/** Stores a code that was just issued. */
export function saveCode(db: DatabaseSync, code: StoredCode): void {
  codes.insert(db, code)
}

/** The code with that hash, used or not; null if there is none. */
export function findCode(db: DatabaseSync, hash: string): StoredCode | null {
  return codes.find(db, 'WHERE hash = ?', hash)
}

/** Deletes the codes of a deleted application. */
export function forgetCodesOfClient(db: DatabaseSync, clientId: string): void {
  prepared(db, 'DELETE FROM codes WHERE client_id = ?').run(clientId)
}

/** Marks a code as used; false if it was used before. */
export function useCode(db: DatabaseSync, hash: string, usedAt: Date): boolean {
  return codes.update(db, { usedAt }, 'WHERE hash = ? AND used_at IS NULL', hash) === 1
}
