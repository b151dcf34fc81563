import { resolve } from 'node:path'
import pg from 'pg'
import { applyMigrations } from '#scripts/run/migrate.ts'
import { ensureDatabase, ensurePostgres, freePort } from '#scripts/run/postgres.ts'

export type BenchDatabase = { readonly url: string; readonly drop: () => Promise<void> }

/** A new empty database in an embedded PostgreSQL. `drop` deletes it. */
export async function openEmptyDatabase(name: string): Promise<BenchDatabase> {
  const postgres = await ensurePostgres(resolve('.data', 'bench'), await freePort())
  const database = `${name}_${process.pid}`
  await ensureDatabase(postgres, database)
  return {
    url: postgres.urlOf(database),
    drop: async () => {
      const admin = new pg.Client({ connectionString: postgres.urlOf('postgres') })
      await admin.connect()
      await admin.query(`DROP DATABASE ${database} WITH (FORCE)`)
      await admin.end()
      if (!postgres.found) await postgres.stop()
    },
  }
}

/** The same, migrated, and set in DATABASE_URL. */
export async function openBenchDatabase(name: string): Promise<BenchDatabase> {
  const database = await openEmptyDatabase(name)
  await applyMigrations(database.url)
  Object.assign(process.env, {
    DATABASE_URL: database.url,
    VAULT_KEYS: `bench:${Buffer.alloc(32, 7).toString('base64url')}`,
    LOG_LEVEL: 'fatal',
  })
  return database
}
