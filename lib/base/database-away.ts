import { setTimeout as delay } from 'node:timers/promises'
import { BankError } from '@guichet/stet/errors.ts'
import { Refused } from '#lib/domain/refusals/refused.ts'

/**
 * Our database is temporarily unavailable: a restart, a failover to a read-only server, a full pool, a full disk. The request itself was
 * valid.
 */

/** Messages of `pg` for which Prisma has no code (docs/costs.md). */
const messages = [
  'Connection terminated',
  'Client has encountered a connection error',
  'timeout exceeded when trying to connect',
  'Query read timeout',
  'Unable to start a transaction',
]
const kinds = new Set(['ConnectionClosed', 'DatabaseNotReachable', 'SocketTimeout', 'TooManyConnections'])
/**
 * Codes of Prisma; of PostgreSQL: connection failures (08), a read-only server (25006), no disk, memory or connections left (53), shutdown,
 * crash, startup, dropped and idle sessions (57P), a failing disk (58); and of the network.
 */
const codes =
  /^(P1001|P1002|P1008|P1017|P2024|08\w{3}|25006|53\w{3}|57P0\w|58\w{3}|ECONNREFUSED|ECONNRESET|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EPIPE)$/

/**
 * Whether a database error says that the server is unavailable, rather than that the request was wrong. Never for a `BankError`, which has
 * the same network codes if a bank closes the connection.
 */
export function isDatabaseAway(error: unknown): boolean {
  if (typeof error !== 'object' || error === null || error instanceof BankError) return false
  if (codes.test(String(Reflect.get(error, 'code'))) || kinds.has(String(Reflect.get(error, 'kind')))) return true
  const message: unknown = Reflect.get(error, 'message')
  if (typeof message === 'string' && messages.some(part => message.includes(part))) return true
  const meta: unknown = Reflect.get(error, 'meta')
  const driver: unknown = typeof meta === 'object' && meta !== null ? Reflect.get(meta, 'driverAdapterError') : null
  // Auth.js wraps the error again, as `cause.err`.
  return [driver, Reflect.get(error, 'cause'), Reflect.get(error, 'err')].some(isDatabaseAway)
}

/** `busy`: 503 with the time to retry (fault:D2). */
export function databaseAway(): Refused {
  return new Refused('busy', { retryAfterSeconds: 5 })
}

/** As long as a restart or a failover may take, and shorter than every lease of ours. */
const patienceMs = 30_000

/**
 * Retries work that must not be lost (a token that the bank issues once) until the database is available again, for half a minute at most.
 * `act` must be idempotent: the answer to its commit may have been lost. Other errors are thrown at once.
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
