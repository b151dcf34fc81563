import type { Tx } from '#lib/db.ts'

/**
 * The end of a service's transaction, which decides what the service returns: for a request with an Idempotency-Key its answer,
 * stored in `tx` (`merchant/idempotency.ts`); for any other the value itself (`withoutKey`).
 */
export type Keep<Value, Result> = (tx: Tx, value: Value) => Promise<Result>

/** For a request without an Idempotency-Key: nothing is stored, the service returns its value. */
export const withoutKey = async <Value>(_tx: Tx, value: Value): Promise<Value> => value
