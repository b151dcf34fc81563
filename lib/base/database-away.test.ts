import { BankError } from '@guichet/stet/errors.ts'
import { describe, expect, test } from 'vitest'
import { db } from '#lib/db.ts'
import { toRefused } from '#lib/services/banks/refusal.ts'
import { isDatabaseAway, repeatWhileAway } from './database-away.ts'

/** Errors as Prisma throws them, recorded while a server was killed and restarted. */
const withCause = (code: string, cause: object) =>
  Object.assign(new Error('Invalid invocation'), { code, meta: { driverAdapterError: { cause } } })
const away = [
  withCause('P2039', { kind: 'postgres', code: '57P03' }),
  withCause('P2010', { kind: 'DatabaseNotReachable' }),
  withCause('P2010', { kind: 'ConnectionClosed' }),
  ...['25006', '53100', '53200', '53300', '53400', '55P03', '57P01', '57P05', '58030', '08006'].map(code =>
    withCause('P2039', { kind: 'postgres', code }),
  ),
  new Error('as Auth.js throws it', { cause: { err: withCause('P2010', { kind: 'postgres', code: '25006' }) } }),
  Object.assign(new Error('Server has closed the connection.'), { code: 'P1017' }),
  new Error('Connection terminated unexpectedly'),
  new Error('Client has encountered a connection error and is not queryable'),
  new Error('timeout exceeded when trying to connect'),
  new Error('Query read timeout'),
]
const wrong = [
  // A slow statement, a deadlock, a syntax error, missing rights: repeating does not help.
  ...['57014', '40P01', '42601', '42501', '23505', '25001', '22021'].map(code =>
    withCause('P2039', { kind: 'postgres', code }),
  ),
  withCause('P2002', { kind: 'UniqueConstraintViolation' }),
  new Error('a bug'),
  null,
  'P1001',
]
const [bug] = wrong.filter(error => error instanceof Error && error.message === 'a bug')

describe('a database that is down', () => {
  test('is distinguished from a fault of ours', () => {
    expect(away.map(isDatabaseAway)).toEqual(away.map(() => true))
    expect(wrong.map(isDatabaseAway)).toEqual(wrong.map(() => false))
  })

  test.each(['ECONNRESET', 'ECONNREFUSED', 'ETIMEDOUT'])(
    'is not confused with a bank that closes the connection with %s (H43)',
    code => {
      const cause = Object.assign(new Error('the socket ended'), { code })
      const call = { operation: 'payments.create', requestId: 'r', detail: '' }
      const error = new BankError({ kind: 'transport', sent: 'no', cause, ...call })
      expect(isDatabaseAway(error)).toBe(false)
      expect(toRefused(error, 'a test').code).toBe('bank_unavailable')
    },
  )

  test('is a reason to retry, not our fault', () => {
    expect(toRefused(away[0], 'x')).toMatchObject({ code: 'busy', retryAfterSeconds: 5 })
    expect(toRefused(bug, 'x')).toMatchObject({ code: 'our_fault' })
  })

  test('is retried for what must not be lost, for a limited time, and for nothing else', async () => {
    let tries = 0
    const later = () => (++tries < 3 ? Promise.reject(away[0]) : Promise.resolve('stored'))
    expect(await repeatWhileAway(later)).toBe('stored')
    await expect(repeatWhileAway(() => Promise.reject(away[1]), -1)).rejects.toBe(away[1])
    tries = 0
    const once = () => Promise.reject(tries++ === 0 ? bug : away[0])
    await expect(repeatWhileAway(once)).rejects.toBe(bug)
  })

  test('whose backends were all terminated answers the next query (fault:D2)', async () => {
    const cut = () =>
      db().$executeRaw`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid()`
    await Promise.all(Array.from({ length: 8 }, () => db().user.count()))
    await cut()
    const counted = await Promise.allSettled(Array.from({ length: 8 }, () => repeatWhileAway(() => db().user.count())))
    expect(counted.map(({ status }) => status)).toEqual(counted.map(() => 'fulfilled'))
  })
})
