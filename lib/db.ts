import 'server-only'
import { createHash } from 'node:crypto'
import { PrismaPg } from '@prisma/adapter-pg'
import pg from 'pg'
import { Prisma, PrismaClient } from '#prisma/generated/client.ts'
import { readEnv } from './env.ts'
import { makeLastWrites } from './last-writes.ts'

/** The only access to our database; services return values of `domain`. */

export type Db = PrismaClient
/** A `Db` fits too. */
export type Tx = Prisma.TransactionClient
export { Prisma }

/** For our own SQL, never `*`: after a migration PostgreSQL refuses prepared statements with it. */
export function columnsOf<Field extends string>(fields: { readonly [field in Field]: field }): Prisma.Sql {
  return Prisma.raw(
    Object.values(fields)
      .map(field => `"${field}"`)
      .join(', '),
  )
}

/** `sqlName('Mail', 'leaseId')` is `"Mail"."leaseId"`. */
export function sqlName(...parts: readonly string[]): Prisma.Sql {
  if (!parts.every(part => /^[A-Za-z]+$/.test(part))) throw new Error('not the name of a table or a column')
  return Prisma.raw(parts.map(part => `"${part}"`).join('.'))
}

/** JSON escapes, of NUL, lone surrogates or others. */
const escapes = /\\(?:(?<nul>u0000)|(?<half>ud[89a-f][0-9a-f]{2})|.)/g

/**
 * For `json_to_recordset` and `jsonb`: without NULs, lone surrogates as U+FFFD, because one bad character must not
 * lose a batch (C48).
 */
export function jsonText(value: unknown): string {
  return JSON.stringify(value).replaceAll(escapes, (all, nul, half) => (nul ? '' : half ? '\\ufffd' : all))
}

/** Survives Next's reloads. */
const shared = globalThis as typeof globalThis & { guichetDb?: PrismaClient; guichetPool?: pg.Pool }

/**
 * Through a pooler (DATABASE_DIRECT_URL is set) sessions are shared, and PgBouncer refuses settings: it sets them,
 * which `npm start` checks.
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
    // Prisma writes instants without offset. To compile a statement, or share it among workers, takes longer than to run it.
    options: '-c timezone=UTC -c jit=off -c max_parallel_workers_per_gather=0',
  }
}

export function isPooled(): boolean {
  return readEnv('DATABASE_DIRECT_URL') !== undefined
}

function open(): PrismaClient {
  // The next transaction may have another session.
  const nameOf = isPooled() ? () => '' : nameStatement
  // A vanished server ends no statement.
  const pool = new pg.Pool({
    ...connectionConfig(),
    query_timeout: 20_000,
    max: readEnv('DATABASE_POOL'),
    idleTimeoutMillis: 30_000,
  })
  shared.guichetPool = pool
  const adapter = new PrismaPg(
    pool,
    // A restart of PostgreSQL would end the process.
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
/** Inlined lists have endless variants, each kept per connection. */
const maxStatements = 400

/** Planned once per connection; unnamed every time. */
function nameStatement(sql: string): string {
  const known = statementNames.get(sql)
  if (known !== undefined) return known
  if (statementNames.size >= maxStatements) return ''
  const name = createHash('sha256').update(sql).digest('base64url')
  statementNames.set(sql, name)
  return name
}

/** It reconnects by itself; the message may contain a secret. */
function warnOfLostConnection(error: Error & { code?: string }): void {
  process.stderr.write(
    `${JSON.stringify({ level: 'warn', time: new Date().toISOString(), service: 'guichet', code: error.code ?? null, msg: 'database connection lost' })}\n`,
  )
}

export function db(): PrismaClient {
  shared.guichetDb ??= open()
  return shared.guichetDb
}

export function readPool(): { readonly inUse: number; readonly idle: number; readonly waiting: number } {
  const { totalCount = 0, idleCount = 0, waitingCount = 0 } = shared.guichetPool ?? {}
  return { inUse: totalCount - idleCount, idle: idleCount, waiting: waitingCount }
}

/** Makes the last writes first. */
export async function closeDb(): Promise<void> {
  await makeLastWrites()
  const client = shared.guichetDb
  delete shared.guichetDb
  delete shared.guichetPool
  await client?.$disconnect()
}
