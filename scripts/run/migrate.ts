import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { PrismaPg } from '@prisma/adapter-pg'
import { bindMigrationAwareSqlAdapterFactory, ColumnTypeEnum } from '@prisma/driver-adapter-utils'
import pg from 'pg'
import { readDirectDatabaseUrl } from '#lib/env.ts'
import { readSchema } from '#prisma/read-schema.ts'
import { beginCommand, describeError, fail } from '#scripts/command.ts'
import { findUnsafe, readReleases, readStatements } from './migration-rules.ts'
import { ensureDatabase, ensurePostgres, freePort, type Postgres } from './postgres.ts'

/**
 * Migrations with Prisma's schema engine as WebAssembly: no native binary, and the same `_prisma_migrations` table that `prisma
 * migrate deploy` uses elsewhere.
 */
const migrationsDir = 'prisma/migrations'
type Engine = {
  applyMigrations(input: unknown): Promise<{ appliedMigrationNames: string[] }>
  markMigrationRolledBack(input: { migrationName: string }): Promise<unknown>
  diff(input: unknown): Promise<{ stdout: string | null }>
}

/**
 * Applies the migrations that the database does not have; returns their names. Throws for a database with migrations but without
 * the first one: an earlier version made it, and it can't be migrated. A migration that fails is undone, and can be applied again.
 */
export async function applyMigrations(databaseUrl: string): Promise<string[]> {
  await refuseEarlierDatabase(databaseUrl)
  const input = { migrationsList: readMigrations(), filters: noFilter }
  return withEngine(databaseUrl, async (engine, pool, reasonOf) => {
    try {
      return (await engine.applyMigrations(input)).appliedMigrationNames
    } catch (error) {
      const [migrationName] = await findFailed(pool)
      if (migrationName === undefined) throw error
      await engine.markMigrationRolledBack({ migrationName })
      throw new Error(`${migrationName}: ${describeError(reasonOf() ?? error)}`, { cause: error })
    }
  })
}

/** Migrations that failed, for which the engine would refuse all others. One that is being applied by another process has no log. */
async function findFailed(pool: pg.Pool): Promise<readonly string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `SELECT migration_name AS name FROM _prisma_migrations
      WHERE finished_at IS NULL AND rolled_back_at IS NULL AND logs IS NOT NULL`,
  )
  return rows.map(({ name }) => name)
}

/** How often a migration asks for a lock, how long each time, and what happens in between. */
const patience = { lockMs: 2_000, tries: 30, pause: () => wait(1_000) }
const lockNotAvailable = '55P03'

/**
 * Runs a migration as one transaction. Who waits for a lock on a table makes everybody after it wait, so it waits `lockMs` at most,
 * lets the others through and tries again. What is CONCURRENTLY blocks nobody, waits as long as it takes and needs no transaction.
 */
export async function runMigration(pool: pg.Pool, script: string, { lockMs, tries, pause } = patience): Promise<void> {
  const isConcurrent = readStatements(script).some(({ bare }) => /\bCONCURRENTLY\b/i.test(bare))
  const sql = isConcurrent ? script : `SET LOCAL lock_timeout = ${lockMs};\n${script}`
  for (let left = tries - 1; ; left -= 1) {
    try {
      await pool.query(sql)
      return
    } catch (error) {
      if (left === 0 || !(error instanceof pg.DatabaseError && error.code === lockNotAvailable)) throw error
      await pause()
    }
  }
}

async function refuseEarlierDatabase(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const applied = await readAppliedMigrations(client)
    const [first = ''] = migrationNames()
    if (applied.length > 0 && !applied.includes(first)) throw new Error(earlierDatabase)
  } finally {
    await client.end()
  }
}

/** The names of the migrations that a database lacks. */
export async function findMissingMigrations(client: pg.Client): Promise<readonly string[]> {
  const applied = await readAppliedMigrations(client)
  return migrationNames().filter(name => !applied.includes(name))
}

async function readAppliedMigrations(client: pg.Client): Promise<readonly string[]> {
  const { rows } = await client.query(`SELECT to_regclass('_prisma_migrations') IS NOT NULL AS migrated`)
  if (!rows[0]?.migrated) return []
  const { rows: applied } = await client.query<{ name: string }>(
    'SELECT migration_name AS name FROM _prisma_migrations WHERE finished_at IS NOT NULL',
  )
  return applied.map(({ name }) => name)
}

const earlierDatabase = `This database was made by an earlier version, and its rows cannot be carried over. Start over with an empty one:
- the database in the data folder: npm run demo -- --fresh removes the folder (.data, or GUICHET_DATA) and makes it anew;
- one of your own (DATABASE_URL): drop it and create it again, or name another.`

/** SQL that changes the database to match the schema file; empty if it does. */
export async function diffWithSchema(databaseUrl: string): Promise<string> {
  const files = readSchema()
  const input = {
    from: { tag: 'schemaDatasource', files, configDir: 'prisma' },
    to: { tag: 'schemaDatamodel', files },
    script: true,
    exitCode: null,
    shadowDatabaseUrl: null,
    filters: noFilter,
  }
  const sql = (await withEngine(databaseUrl, engine => engine.diff(input))).stdout ?? ''
  return sql.includes('This is an empty migration') ? '' : sql.trim()
}

const noFilter = { externalTables: [], externalEnums: [] }

function migrationNames(): string[] {
  return readdirSync(migrationsDir, { withFileTypes: true })
    .filter(entry => entry.isDirectory())
    .map(entry => entry.name)
    .sort()
}

function readMigrations() {
  return {
    baseDir: migrationsDir,
    lockfile: {
      path: 'migration_lock.toml',
      content: readFileSync(join(migrationsDir, 'migration_lock.toml'), 'utf8'),
    },
    shadowDbInitScript: '',
    migrationDirectories: migrationNames().map(path => ({
      path,
      migrationFile: {
        path: 'migration.sql',
        content: { tag: 'ok', value: readFileSync(join(migrationsDir, path, 'migration.sql'), 'utf8') },
      },
    })),
  }
}

type Glue = Record<string, unknown> & {
  __wbg_set_wasm(exports: WebAssembly.Exports): void
  SchemaEngine: { new: (options: unknown, log: (line: string) => void, adapter: unknown) => Promise<Engine> }
}

/**
 * The glue code keeps one instance's memory in module state: a second instance in one process would break the first. It is kept
 * on globalThis, because tests that replace modules load this one again.
 */
const shared = globalThis as typeof globalThis & { schemaEngine?: Promise<Glue> }

async function loadGlue(): Promise<Glue> {
  const entry = createRequire(import.meta.url).resolve('@prisma/schema-engine-wasm/schema_engine_bg')
  const loaded = (await import(entry)) as Glue
  Object.assign(globalThis, { PRISMA_WASM_PANIC_REGISTRY: { set_message: (text: string) => console.error(text) } })
  const wasm = await WebAssembly.compile(readFileSync(join(dirname(entry), 'schema_engine_bg.wasm')))
  const instance = await WebAssembly.instantiate(wasm, { './schema_engine_bg.js': loaded as WebAssembly.ModuleImports })
  loaded.__wbg_set_wasm(instance.exports)
  ;(instance.exports.__wbindgen_start as () => void)()
  return loaded
}

/** Gives the engine its own pool and closes it, so that no connection is left. The engine drops the reason why a script failed: `reasonOf` has it. */
async function withEngine<T>(
  databaseUrl: string,
  use: (engine: Engine, pool: pg.Pool, reasonOf: () => unknown) => Promise<T>,
): Promise<T> {
  shared.schemaEngine ??= loadGlue()
  const { SchemaEngine } = await shared.schemaEngine
  const pool = new pg.Pool({ connectionString: databaseUrl })
  let reason: unknown
  const run = async (script: string) => {
    try {
      await runMigration(pool, script)
    } catch (error) {
      reason = error
      throw error
    }
  }
  try {
    const adapter = bindMigrationAwareSqlAdapterFactory(completeAdapter(new PrismaPg(pool), run))
    return await use(await SchemaEngine.new({ datamodels: undefined }, () => undefined, adapter), pool, () => reason)
  } finally {
    await pool.end()
  }
}

/**
 * Two fixes of the adapter. It splits a script at every semicolon, even within a function's body, although PostgreSQL accepts a
 * script as a whole. And it refuses PostgreSQL's type "char", one letter in the catalogue, which is needed to read a database's
 * schema.
 */
function completeAdapter(factory: PrismaPg, run: (script: string) => Promise<void>): PrismaPg {
  const connect = factory.connect.bind(factory)
  factory.connect = async () => {
    const adapter = await connect()
    const { queryRaw } = adapter
    adapter.queryRaw = query => readLetters(adapter, queryRaw, query)
    adapter.executeScript = run
    return adapter
  }
  return factory
}

type Adapter = Awaited<ReturnType<PrismaPg['connect']>>
/** A method of the adapter that is not in its type. */
type Wire = { performIO(query: unknown): Promise<{ fields: { dataTypeID: number }[] }> }

/** The result of `queryRaw`, with columns of type "char" read as text. */
async function readLetters(adapter: Adapter, queryRaw: Adapter['queryRaw'], query: Parameters<Adapter['queryRaw']>[0]) {
  const { CHAR, TEXT } = pg.types.builtins
  const letters: number[] = []
  const wire = adapter as unknown as Wire
  const reader: Adapter & Wire = Object.create(adapter, {
    performIO: {
      value: async (asked: unknown) => {
        const result = await wire.performIO(asked)
        for (const [at, field] of result.fields.entries()) {
          if (field.dataTypeID !== CHAR) continue
          field.dataTypeID = TEXT
          letters.push(at)
        }
        return result
      },
    },
  })
  const answer = await queryRaw.call(reader, query)
  for (const at of letters) answer.columnTypes[at] = ColumnTypeEnum.Character
  return answer
}

/**
 * Writes a migration from the result of all earlier ones, in a temporary database, to the current schema. Returns its folder;
 * null if there is nothing to do.
 */
async function writeMigration(name: string, at: Date): Promise<string | null> {
  const server = await ensurePostgres(resolve('.data', 'test'), await freePort())
  const database = `migration_${process.pid}`
  try {
    await ensureDatabase(server, database)
    await applyMigrations(server.urlOf(database))
    const sql = await diffWithSchema(server.urlOf(database))
    if (!sql) return null
    const dir = join(migrationsDir, `${at.toISOString().replace(/\D/g, '').slice(0, 14)}_${name}`)
    mkdirSync(dir, { recursive: true })
    writeFileSync(join(dir, 'migration.sql'), `${sql}\n`)
    return dir
  } finally {
    await dropDatabase(server, database)
    if (!server.found) await server.stop()
  }
}

/** Says what in a new migration the release before it could not live with. */
function tellUnsafe(sql: string): void {
  for (const { statement, why, remedy } of findUnsafe(sql, readReleases(readFileSync('CHANGELOG.md', 'utf8'))))
    console.warn(`\n${statement}\n  ${why}\n  ${remedy}`)
}

async function dropDatabase(server: Postgres, name: string): Promise<void> {
  const client = new pg.Client({ connectionString: server.urlOf('postgres') })
  await client.connect()
  await client.query(`DROP DATABASE IF EXISTS ${client.escapeIdentifier(name)}`)
  await client.end()
}

if (import.meta.main) {
  const [command, name = '', ...rest] = process.argv.slice(2)
  if (command === 'create') {
    if (!/^[a-z0-9_]+$/.test(name) || rest.length > 0)
      fail('Name the migration: node scripts/run/migrate.ts create <lower_case_name>')
    const dir = await writeMigration(name, new Date())
    console.log(dir ?? 'The migrations make this schema already.')
    if (dir) tellUnsafe(readFileSync(join(dir, 'migration.sql'), 'utf8'))
  } else {
    beginCommand(`npm run migrate

  Applies the migrations that the database of DATABASE_URL lacks; run it before starting a new version. The role must own the database.
  node scripts/run/migrate.ts create <lower_case_name> writes a new migration (CONTRIBUTING.md).`)
    try {
      console.log(
        (await applyMigrations(readDirectDatabaseUrl())).map(done => `applied ${done}`).join('\n') ||
          'Nothing to apply.',
      )
    } catch (error) {
      fail(`The migration failed. ${describeError(error)}`)
    }
  }
}
