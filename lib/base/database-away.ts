import { setTimeout as delay } from 'node:timers/promises'
import { BankError } from '@guichet/stet/errors.ts'
import { Refused } from '#lib/domain/refusals/refused.ts'

/** A restart, a failover, a full pool or disk: the request was valid. */

/** Of `pg`, without a code of Prisma. */
const messages = [
  'Connection terminated',
  'Client has encountered a connection error',
  'timeout exceeded when trying to connect',
  'Query read timeout',
  'Unable to start a transaction',
]
const kinds = new Set(['ConnectionClosed', 'DatabaseNotReachable', 'SocketTimeout', 'TooManyConnections'])
/**
 * Prisma; PostgreSQL's connection failures (08), read-only (25006), passwords (28), resources (53), a lock held by a commit that waits for its standby
 * (55P03), shutdown and sessions (57P), disk (58); network.
 */
const codes =
  /^(P1000|P1001|P1002|P1008|P1017|P2024|08\w{3}|25006|28\w{3}|53\w{3}|55P03|57P0\w|58\w{3}|ECONNREFUSED|ECONNRESET|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EPIPE)$/

/** Never a `BankError`, which has the same network codes. */
export function isDatabaseAway(error: unknown): boolean {
  if (typeof error !== 'object' || error === null || error instanceof BankError) return false
  if (codes.test(String(Reflect.get(error, 'code'))) || kinds.has(String(Reflect.get(error, 'kind')))) return true
  const message: unknown = Reflect.get(error, 'message')
  if (typeof message === 'string' && messages.some(part => message.includes(part))) return true
  const meta: unknown = Reflect.get(error, 'meta')
  const driver: unknown = typeof meta === 'object' && meta !== null ? Reflect.get(meta, 'driverAdapterError') : null
  // Auth.js wraps it as `cause.err`.
  return [driver, Reflect.get(error, 'cause'), Reflect.get(error, 'err')].some(isDatabaseAway)
}

/** `busy`: 503 with the time to retry (fault:D2). */
export function databaseAway(): Refused {
  return new Refused('busy', { retryAfterSeconds: 5 })
}

/** A restart or failover; shorter than our leases. */
const patienceMs = 30_000

/**
 * For what must not be lost, such as a token issued once: half a minute at most. `act` must be idempotent; other
 * errors are thrown.
 */
export async function repeatWhileAway<T>(act: () => Promise<T>, givenUpAfterMs = patienceMs): Promise<T> {
  const givenUpAt = performance.now() + givenUpAfterMs
  for (let waitMs = 50; ; waitMs = Math.min(waitMs * 2, 1_000)) {
    try {
      return await act()
    } catch (error) {
      if (!isDatabaseAway(error) || performance.now() > givenUpAt) throw error
      await delay(waitMs)
    }
  }
}
