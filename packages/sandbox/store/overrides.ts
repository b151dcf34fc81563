import type { DatabaseSync } from 'node:sqlite'
import { positionOfDay } from './entries.ts'
import { inTransaction, prepared } from './open.ts'
import { batchCalls } from './quota.ts'
import type { RowOf } from './table.ts'

/**
 * Changes that only the control desk makes, and no call or screen. Each is one statement or one transaction.
 */

const firstDeskSlot = { booked: 70_000, unbooked: 95_000 } as const
const lastSlot = { booked: 89_999, unbooked: 99_999 } as const

/** A free position for an entry of the desk on a day; null if the day is full. */
export function nextDeskPosition(db: DatabaseSync, accountId: string, day: string, isBooked: boolean): number | null {
  const half = isBooked ? 'booked' : 'unbooked'
  const from = positionOfDay(day) + firstDeskSlot[half]
  const to = positionOfDay(day) + lastSlot[half]
  const row = prepared(
    db,
    'SELECT max(position) AS last FROM entries WHERE account_id = ? AND position BETWEEN ? AND ?',
  ).get(accountId, from, to)
  const next = row?.last == null ? from : Number(row.last) + 1
  return next > to ? null : next
}

/** Deletes one entry. */
export function removeEntry(db: DatabaseSync, accountId: string, position: number): void {
  prepared(db, 'DELETE FROM entries WHERE account_id = ? AND position = ?').run(accountId, position)
}

/** Ends the life of an account and deletes everything except executed payments, which are in the ledger. */
export function emptyAccount(db: DatabaseSync, accountId: string): void {
  inTransaction(db, () => {
    prepared(db, "DELETE FROM entries WHERE account_id = ? AND source <> 'payment'").run(accountId)
    prepared(
      db,
      'UPDATE accounts SET life = NULL, life_from = NULL, lived_until = NULL, opening_minor = 0 WHERE id = ?',
    ).run(accountId)
  })
}

/** Expires the access token, or makes the strong authentication too old for a refresh. */
export function expirePair(db: DatabaseSync, pairId: string, which: { access: Date } | { scaAt: Date }): boolean {
  const [column, date] = 'access' in which ? ['access_expires_at', which.access] : ['sca_at', which.scaAt]
  const { changes } = prepared(
    db,
    `UPDATE token_pairs SET ${column} = ? WHERE pair_id = ? AND revoked_at IS NULL AND person_id IS NOT NULL`,
  ).run(date.getTime(), pairId)
  return Number(changes) === 1
}

/** TPPs with a consent of this person. */
export function listConsentHolders(db: DatabaseSync, personId: string): string[] {
  return prepared(db, 'SELECT tpp_id FROM consents WHERE person_id = ? ORDER BY tpp_id')
    .all(personId)
    .map(row => String(row.tpp_id))
}

/** Deletes a consent; false if there was none. */
export function removeConsent(db: DatabaseSync, personId: string, tppId: string): boolean {
  const { changes } = prepared(db, 'DELETE FROM consents WHERE person_id = ? AND tpp_id = ?').run(personId, tppId)
  return Number(changes) === 1
}

export type QuotaRow = Omit<RowOf<typeof batchCalls>, 'personId'>

/** A person's counts of unattended calls. */
export function listBatchCalls(db: DatabaseSync, personId: string): QuotaRow[] {
  return batchCalls
    .list(db, 'WHERE person_id = ? ORDER BY day, tpp_id, resource, page', personId)
    .map(({ personId: _, ...row }) => row)
}

/** Sets a count of unattended calls. */
export function setBatchCalls(db: DatabaseSync, personId: string, row: QuotaRow): void {
  batchCalls.insert(db, { ...row, personId }, 'REPLACE')
}

/** Deletes a person's counts of unattended calls. */
export function resetBatchCalls(db: DatabaseSync, personId: string): void {
  prepared(db, 'DELETE FROM batch_calls WHERE person_id = ?').run(personId)
}
