import { setTimeout as delay } from 'node:timers/promises'
import { Refused } from '#lib/domain/refusals/refused.ts'
import { BankError } from '#lib/stet/errors.ts'

/**
 * Our database is not there for a moment, or takes nothing: a restart, a failover to a server that only reads, a full pool, a full
 * disk. Nothing is wrong with what was asked.
 */

/** What `pg` throws where Prisma has no code for it (quality.md, 12). */
const messages = [
  'Connection terminated',
  'Client has encountered a connection error',
  'timeout exceeded when trying to connect',
  'Unable to start a transaction',
]
const kinds = new Set(['ConnectionClosed', 'DatabaseNotReachable', 'SocketTimeout', 'TooManyConnections'])
/**
 * Of Prisma; of PostgreSQL: connection failures (08), a server that only reads (25006: a standby, or one told so), no disk, memory or
 * connections left (53), shutdown, crash, starting, dropped and idle sessions (57P), a disk that fails (58); and of the network.
 */
const codes =
  /^(P1001|P1002|P1008|P1017|P2024|08\w{3}|25006|53\w{3}|57P0\w|58\w{3}|ECONNREFUSED|ECONNRESET|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EPIPE)$/

/**
 * Whether an error of the database says that it can't answer now, rather than that it was asked something wrong. Of a `BankError` never:
 * a bank that hangs up has the same codes of the network behind it.
 */
export function isDatabaseAway(error: unknown): boolean {
  if (typeof error !== 'object' || error === null || error instanceof BankError) return false
  if (codes.test(String(Reflect.get(error, 'code'))) || kinds.has(String(Reflect.get(error, 'kind')))) return true
  const message: unknown = Reflect.get(error, 'message')
  if (typeof message === 'string' && messages.some(part => message.includes(part))) return true
  const meta: unknown = Reflect.get(error, 'meta')
  const driver: unknown = typeof meta === 'object' && meta !== null ? Reflect.get(meta, 'driverAdapterError') : null
  // Auth.js wraps what was thrown once more, as `cause.err`.
  return [driver, Reflect.get(error, 'cause'), Reflect.get(error, 'err')].some(isDatabaseAway)
}

/** `busy`: 503, with when to come again (D2). */
export function databaseAway(): Refused {
  return new Refused('busy', { retryAfterSeconds: 5 })
}

/** As long as a restart or a failover may take, and within every lease of ours. */
const patienceMs = 30_000

/**
 * Does what must not be lost (a token that the bank gave once) again until the database is back, half a minute at most.
 * `act` must be safe to repeat: the answer to a commit may be what was lost. Errors of any other kind pass through at once.
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
