import type { DatabaseSync } from 'node:sqlite'
import { prepared } from './open.ts'
import { integer, type RowOf, table, text } from './table.ts'

const columns = { day: text, personId: text, tppId: text, resource: text, page: text, calls: integer }
export const batchCalls = table('batch_calls', columns, {
  key: 'day, person_id, tpp_id, resource, page',
  isByKey: true,
})
export const { schema } = batchCalls

/** The key of a batch limit (bank:D31): one day in Paris, one PSU and TPP, one resource, one page of it. */
export type BatchKey = Omit<RowOf<typeof batchCalls>, 'calls'>

/** Counts one call unless the count has reached `limit`; returns whether it was counted. One statement, so it is exact. */
export function countBatchCall(db: DatabaseSync, key: BatchKey, limit: number): boolean {
  const { changes } = prepared(
    db,
    `INSERT INTO batch_calls VALUES (?, ?, ?, ?, ?, 1)
     ON CONFLICT DO UPDATE SET calls = calls + 1 WHERE calls < ?`,
  ).run(key.day, key.personId, key.tppId, key.resource, key.page, limit)
  return Number(changes) === 1
}

/** Deletes the counts of days before `day`. */
export function forgetBatchCallsBefore(db: DatabaseSync, day: string): void {
  prepared(db, 'DELETE FROM batch_calls WHERE day < ?').run(day)
}
