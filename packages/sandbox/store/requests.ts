import type { DatabaseSync } from 'node:sqlite'
import { inTransaction, prepared } from './open.ts'

export const schema = `
  CREATE TABLE IF NOT EXISTS requests (
    organisation_id TEXT NOT NULL,
    request_id TEXT NOT NULL,
    fingerprint TEXT NOT NULL,
    seen_at INTEGER NOT NULL,
    PRIMARY KEY (organisation_id, request_id)
  ) STRICT, WITHOUT ROWID;
`

type Seen = { organisationId: string; requestId: string; fingerprint: string; seenAt: Date }
type Pending = { rows: Map<string, Seen>; timer: NodeJS.Timeout | null }

const pendingOf = new WeakMap<DatabaseSync, Pending>()
const flushAfterMs = 100

/**
 * Stores that a request id was used for a request (bank:D18), and returns whether it was unused or used for the same one. Rows are
 * written in groups, because an fsync per call would limit the whole bank.
 */
export function noteRequest(db: DatabaseSync, seen: Seen): boolean {
  const pending = pendingOf.get(db) ?? { rows: new Map<string, Seen>(), timer: null }
  pendingOf.set(db, pending)
  const key = `${seen.organisationId} ${seen.requestId}`
  const known = pending.rows.get(key)?.fingerprint ?? findFingerprint(db, seen)
  if (known !== null) return known === seen.fingerprint
  pending.rows.set(key, seen)
  pending.timer ??= setTimeout(() => flushRequests(db), flushAfterMs).unref()
  return true
}

/** Writes waiting rows; called by a timer and when the bank closes. */
export function flushRequests(db: DatabaseSync): void {
  const pending = pendingOf.get(db)
  if (!pending) return
  if (pending.timer) clearTimeout(pending.timer)
  pendingOf.delete(db)
  if (!db.isOpen) return
  const insert = prepared(db, 'INSERT OR IGNORE INTO requests VALUES (?, ?, ?, ?)')
  inTransaction(db, () => {
    for (const row of pending.rows.values()) {
      insert.run(row.organisationId, row.requestId, row.fingerprint, row.seenAt.getTime())
    }
  })
}

function findFingerprint(db: DatabaseSync, seen: Seen): string | null {
  const row = prepared(db, 'SELECT fingerprint FROM requests WHERE organisation_id = ? AND request_id = ?').get(
    seen.organisationId,
    seen.requestId,
  )
  return row ? String(row.fingerprint) : null
}
