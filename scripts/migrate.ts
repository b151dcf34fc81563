import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { PrismaPg } from '@prisma/adapter-pg'
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils'
import pg from 'pg'

/**
 * Migrations through Prisma's schema engine as WebAssembly: no native binary, and the same `_prisma_migrations` table
 * that `prisma migrate deploy` reads elsewhere.
 */
const migrationsDir = 'prisma/migrations'
const schemaFile = 'prisma/schema.prisma'

type Engine = {
  applyMigrations(input: unknown): Promise<{ appliedMigrationNames: string[] }>
  diff(input: unknown): Promise<{ stdout: string | null }>
}

/** Applies the migrations that the database has not seen; returns their names. */
export async function applyMigrations(databaseUrl: string): Promise<string[]> {
  const input = { migrationsList: readMigrations(), filters: noFilter }
  return (await withEngine(databaseUrl, engine => engine.applyMigrations(input))).appliedMigrationNames
}

/** SQL that leads from one schema file's text to another's; null is the empty schema. */
export async function diffSchemas(databaseUrl: string, from: string | null, to: string): Promise<string> {
  const target = (content: string) => ({ tag: 'schemaDatamodel', files: [{ path: schemaFile, content }] })
  const input = {
    from: from === null ? { tag: 'empty' } : target(from),
    to: target(to),
    script: true,
    exitCode: null,
    shadowDatabaseUrl: null,
    filters: noFilter,
  }
  return (await withEngine(databaseUrl, engine => engine.diff(input))).stdout ?? ''
}

/** Writes a new migration from the schema as of the last one (kept beside it) to the schema as it is. */
export async function writeMigration(databaseUrl: string, name: string, at: Date): Promise<string | null> {
  const last = migrationNames().at(-1)
  const from = last ? readFileSync(join(migrationsDir, last, 'schema.prisma'), 'utf8') : null
  const to = readFileSync(schemaFile, 'utf8')
  const sql = await diffSchemas(databaseUrl, from, to)
  if (!sql.trim() || sql.includes('This is an empty migration')) return null
  const stamp = at.toISOString().replace(/\D/g, '').slice(0, 14)
  const dir = join(migrationsDir, `${stamp}_${name}`)
  mkdirSync(dir, { recursive: true })
  writeFileSync(join(dir, 'migration.sql'), sql)
  writeFileSync(join(dir, 'schema.prisma'), to)
  writeFileSync(join(migrationsDir, 'migration_lock.toml'), 'provider = "postgresql"\n')
  return dir
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

/** The glue keeps one instance's memory in module state: a second instance in one process would break the first. */
let glue: Promise<Glue> | null = null

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

/** Gives the engine a pool of its own and ends it, so that nothing stays connected to the database. */
async function withEngine<T>(databaseUrl: string, use: (engine: Engine) => Promise<T>): Promise<T> {
  glue ??= loadGlue()
  const { SchemaEngine } = await glue
  const pool = new pg.Pool({ connectionString: databaseUrl })
  try {
    const adapter = bindMigrationAwareSqlAdapterFactory(runScriptsWhole(new PrismaPg(pool), pool))
    return await use(await SchemaEngine.new({ datamodels: undefined }, () => undefined, adapter))
  } finally {
    await pool.end()
  }
}

/** The adapter cuts a script at every semicolon, also inside a function's body; PostgreSQL itself takes a script whole. */
function runScriptsWhole(factory: PrismaPg, pool: pg.Pool): PrismaPg {
  const connect = factory.connect.bind(factory)
  factory.connect = async () => {
    const adapter = await connect()
    adapter.executeScript = async script => {
      await pool.query(script)
    }
    return adapter
  }
  return factory
}

if (import.meta.main) {
  const url = process.env.DATABASE_URL
  if (!url) throw new Error('Set DATABASE_URL to the database to migrate.')
  const name = process.argv[2] === 'create' ? process.argv[3] : undefined
  if (name) console.log((await writeMigration(url, name, new Date())) ?? 'The schema has not changed.')
  else console.log((await applyMigrations(url)).map(done => `applied ${done}`).join('\n') || 'Nothing to apply.')
}
