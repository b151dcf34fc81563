import type { DatabaseSync } from 'node:sqlite'
import { inTransaction } from './open.ts'
import { date, type RowOf, table, text } from './table.ts'

const columns = { organisationId: text, requestId: text, fingerprint: text, seenAt: date }
const requests = table('requests', columns, { key: 'organisation_id, request_id', isByKey: true })
export const { schema } = requests
type Seen = RowOf<typeof requests>
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
  inTransaction(db, () => {
    for (const row of pending.rows.values()) requests.insert(db, row, 'IGNORE')
  })
}

function findFingerprint(db: DatabaseSync, { organisationId, requestId }: Seen): string | null {
  const own = 'WHERE organisation_id = ? AND request_id = ?'
  return requests.find(db, own, organisationId, requestId)?.fingerprint ?? null
}
