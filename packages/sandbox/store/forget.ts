import type { DatabaseSync } from 'node:sqlite'
import { inTransaction, prepared } from './open.ts'

const dayMs = 86_400_000

/**
 * Deletes what no call needs any more: codes a week old (they are valid for 60 s), pairs revoked half a year ago, JWTs of the
 * fallback mode that expired a day ago, and X-Request-IDs older than the 35 days during which a payment can be read with its own.
 * `now` is the bank's clock.
 */
export function forgetOldRows(db: DatabaseSync, now: Date, realNow: Date): void {
  inTransaction(db, () => {
    prepared(db, 'DELETE FROM codes WHERE issued_at < ?').run(now.getTime() - 7 * dayMs)
    prepared(db, 'DELETE FROM token_pairs WHERE revoked_at < ?').run(now.getTime() - 180 * dayMs)
    prepared(db, 'DELETE FROM fallback_uses WHERE expires_at < ?').run(now.getTime() - dayMs)
    prepared(db, 'DELETE FROM requests WHERE seen_at < ?').run(realNow.getTime() - 36 * dayMs)
  })
}
