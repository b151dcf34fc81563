import 'server-only'
import { createHash } from 'node:crypto'
import { PrismaPg } from '@prisma/adapter-pg'
import pg from 'pg'
import { Prisma, PrismaClient } from '#prisma/generated/client.ts'
import { readEnv } from './env.ts'
import { makeLastWrites } from './last-writes.ts'

/** The only access to our database. Prisma's models are not exported: services return values of `domain`. */

export type Db = PrismaClient
/** A client inside an interactive transaction; a `Db` fits too. */
export type Tx = Prisma.TransactionClient
export { Prisma }

/**
 * Columns of a model by name, for our own SQL (`Prisma.UserScalarFieldEnum`). Never `*`: after a migration changed the
 * columns, PostgreSQL refuses the prepared statement on every connection that has it.
 */
export function columnsOf<Field extends string>(fields: { readonly [field in Field]: field }): Prisma.Sql {
  return Prisma.raw(
    Object.values(fields)
      .map(field => `"${field}"`)
      .join(', '),
  )
}

/** A quoted table or column name (`sqlName('Mail', 'leaseId')` is `"Mail"."leaseId"`), for SQL that serves several tables. */
export function sqlName(...parts: readonly string[]): Prisma.Sql {
  if (!parts.every(part => /^[A-Za-z]+$/.test(part))) throw new Error('not the name of a table or a column')
  return Prisma.raw(parts.map(part => `"${part}"`).join('.'))
}

/** JSON escapes: a NUL, a lone surrogate, or any other escape, including an escaped backslash. */
const escapes = /\\(?:(?<nul>u0000)|(?<half>ud[89a-f][0-9a-f]{2})|.)/g

/**
 * Values as one JSON text for `json_to_recordset` and `jsonb`. NULs are removed and lone surrogates become U+FFFD,
 * because PostgreSQL stores neither, and one bad character from a bank must not lose the whole batch (C48).
 */
export function jsonText(value: unknown): string {
  return JSON.stringify(value).replaceAll(escapes, (all, nul, half) => (nul ? '' : half ? '\\ufffd' : all))
}

/** Next reloads modules in development; the pool must survive that. */
const shared = globalThis as typeof globalThis & { guichetDb?: PrismaClient; guichetPool?: pg.Pool }

/**
 * How to connect, for `pg`. Through a pooler (DATABASE_DIRECT_URL is set) a session is shared, and PgBouncer refuses settings in
 * its first message: the pooler sets them instead, which `npm start` checks.
 */
export function connectionConfig() {
  const connectionString = readEnv('DATABASE_URL')
  const common = { connectionString, connectionTimeoutMillis: 5_000, application_name: 'guichet' }
  if (isPooled()) return common
  return {
    ...common,
    statement_timeout: 15_000,
    lock_timeout: 5_000,
    idle_in_transaction_session_timeout: 20_000,
    // Prisma writes instants without an offset, as UTC: a server in another zone would shift them.
    options: '-c timezone=UTC',
  }
}

/** Whether DATABASE_URL goes through a pooler in transaction mode. */
export function isPooled(): boolean {
  return readEnv('DATABASE_DIRECT_URL') !== undefined
}

function open(): PrismaClient {
  // The next transaction may have another session, without the statements of this one.
  const nameOf = isPooled() ? () => '' : nameStatement
  // A server that vanished without a word ends no statement: after its own limit, a connection is given up.
  const pool = new pg.Pool({ ...connectionConfig(), query_timeout: 20_000, max: 10, idleTimeoutMillis: 30_000 })
  shared.guichetPool = pool
  const adapter = new PrismaPg(
    pool,
    // Without a listener a restart of PostgreSQL would end the process (docs/costs.md).
    {
      disposeExternalPool: true,
      onPoolError: warnOfLostConnection,
      onConnectionError: warnOfLostConnection,
      statementNameGenerator: ({ sql }) => nameOf(sql),
    },
  )
  return new PrismaClient({ adapter, transactionOptions: { maxWait: 5_000, timeout: 15_000 } })
}

const statementNames = new Map<string, string>()
/** Texts with inlined lists have endless variants, and PostgreSQL keeps each named statement per connection. */
const maxStatements = 400

/** Named statements are parsed and planned once per connection; unnamed ones ('') every time. */
function nameStatement(sql: string): string {
  const known = statementNames.get(sql)
  if (known !== undefined) return known
  if (statementNames.size >= maxStatements) return ''
  const name = createHash('sha256').update(sql).digest('base64url')
  statementNames.set(sql, name)
  return name
}

/** The pool reconnects by itself; log only the fact, because the message may contain a secret. */
function warnOfLostConnection(error: Error & { code?: string }): void {
  process.stderr.write(
    `${JSON.stringify({ level: 'warn', time: new Date().toISOString(), service: 'guichet', code: error.code ?? null, msg: 'database connection lost' })}\n`,
  )
}

/** The Prisma client, created at the first call. */
export function db(): PrismaClient {
  shared.guichetDb ??= open()
  return shared.guichetDb
}

/** This process's connections in use and idle, and how many requests wait for one. */
export function readPool(): { readonly inUse: number; readonly idle: number; readonly waiting: number } {
  const { totalCount = 0, idleCount = 0, waitingCount = 0 } = shared.guichetPool ?? {}
  return { inUse: totalCount - idleCount, idle: idleCount, waiting: waitingCount }
}

/** Makes the last writes and closes the pool, so that scripts and tests can exit. */
export async function closeDb(): Promise<void> {
  await makeLastWrites()
  const client = shared.guichetDb
  delete shared.guichetDb
  delete shared.guichetPool
  await client?.$disconnect()
}
