import type { Tx } from '#lib/db.ts'

/**
 * Called at the end of a service's transaction to make its result: for a request with an Idempotency-Key the answer, stored in `tx`
 * (`merchant/idempotency.ts`); otherwise the value itself (`storeNothing`).
 */
export type StoreResult<Value, Result> = (tx: Tx, value: Value) => Promise<Result>

/** Stores nothing. */
export const storeNothing = async <Value>(_tx: Tx, value: Value): Promise<Value> => value
