import 'server-only'
import { createHash } from 'node:crypto'
import { PrismaPg } from '@prisma/adapter-pg'
import { Prisma, PrismaClient } from '#prisma/generated/client.ts'
import { readEnv } from './env.ts'

/** The one way into our database. Prisma's models are not exported: services answer with values of `domain`. */

export type Db = PrismaClient
/** A client inside an interactive transaction; `Db` fits where this is asked for. */
export type Tx = Prisma.TransactionClient
export { Prisma }

/**
 * Columns of a model by name, for our own SQL (`Prisma.UserScalarFieldEnum`). Never `*`: PostgreSQL refuses a prepared statement whose
 * columns a migration has changed meanwhile, on every connection that knows it.
 */
export function columnsOf<Field extends string>(fields: { readonly [field in Field]: field }): Prisma.Sql {
  return Prisma.raw(
    Object.values(fields)
      .map(field => `"${field}"`)
      .join(', '),
  )
}

/** A table or a column by name (`sqlName('Mail', 'leaseId')` is `"Mail"."leaseId"`), for SQL that serves several of them. */
export function sqlName(...parts: readonly string[]): Prisma.Sql {
  if (!parts.every(part => /^[A-Za-z]+$/.test(part))) throw new Error('not the name of a table or a column')
  return Prisma.raw(parts.map(part => `"${part}"`).join('.'))
}

/** What JSON escapes: a NUL, half of a pair of code units, and whatever else a backslash stands before, itself too. */
const escapes = /\\(?:(?<nul>u0000)|(?<half>ud[89a-f][0-9a-f]{2})|.)/g

/**
 * Values as one JSON text, for `json_to_recordset` and `jsonb`. Without NUL, and with U+FFFD for half a character: PostgreSQL
 * keeps neither, and one in a bank's code must not lose what came with it (C48).
 */
export function jsonText(value: unknown): string {
  return JSON.stringify(value).replaceAll(escapes, (all, nul, half) => (nul ? '' : half ? '\\ufffd' : all))
}

/** Next reloads modules in development; the pool must outlive that. */
const shared = globalThis as typeof globalThis & { guichetDb?: PrismaClient }

function open(): PrismaClient {
  const adapter = new PrismaPg(
    {
      connectionString: readEnv('DATABASE_URL'),
      max: 10,
      connectionTimeoutMillis: 5_000,
      idleTimeoutMillis: 30_000,
      statement_timeout: 15_000,
      lock_timeout: 5_000,
      idle_in_transaction_session_timeout: 20_000,
      application_name: 'guichet',
      // Prisma writes instants without an offset, as UTC: a server in another zone would shift every one of them.
      options: '-c timezone=UTC',
    },
    // Without a listener a restart of PostgreSQL would end this process (quality.md, 12).
    {
      onPoolError: warnOfLostConnection,
      onConnectionError: warnOfLostConnection,
      statementNameGenerator: ({ sql }) => nameStatement(sql),
    },
  )
  return new PrismaClient({ adapter, transactionOptions: { maxWait: 5_000, timeout: 15_000 } })
}

const statementNames = new Map<string, string>()
/** Texts with lists in them come in endless lengths; what is remembered here, PostgreSQL keeps for every connection. */
const mostStatements = 400

/** Statements with a name are parsed and planned once per connection. Without one ('') every time. */
function nameStatement(sql: string): string {
  const known = statementNames.get(sql)
  if (known !== undefined) return known
  if (statementNames.size >= mostStatements) return ''
  const name = createHash('sha256').update(sql).digest('base64url')
  statementNames.set(sql, name)
  return name
}

/** The pool opens another connection by itself; only the fact is worth a line (the message may hold no secret). */
function warnOfLostConnection(error: Error & { code?: string }): void {
  process.stderr.write(
    `${JSON.stringify({ level: 'warn', msg: 'database connection lost', code: error.code ?? null })}\n`,
  )
}

/** The Prisma client, made at the first call. */
export function db(): PrismaClient {
  shared.guichetDb ??= open()
  return shared.guichetDb
}

/** Closes the pool. For scripts and tests that want to end. */
export async function closeDb(): Promise<void> {
  const client = shared.guichetDb
  delete shared.guichetDb
  await client?.$disconnect()
}
