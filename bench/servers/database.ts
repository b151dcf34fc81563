import { resolve } from 'node:path'
import pg from 'pg'
import { applyMigrations } from '#scripts/migrate.ts'
import { ensureDatabase, ensurePostgres, freePort } from '#scripts/postgres.ts'

/** A new migrated database in an embedded PostgreSQL, set in DATABASE_URL. `drop` deletes it. */
export async function openBenchDatabase(name: string): Promise<{ drop: () => Promise<void> }> {
  const postgres = await ensurePostgres(resolve('.data', 'bench'), await freePort())
  const database = `${name}_${process.pid}`
  await ensureDatabase(postgres, database)
  const url = postgres.urlOf(database)
  await applyMigrations(url)
  Object.assign(process.env, {
    DATABASE_URL: url,
    VAULT_KEYS: `bench:${Buffer.alloc(32, 7).toString('base64url')}`,
    LOG_LEVEL: 'fatal',
  })
  return {
    drop: async () => {
      const admin = new pg.Client({ connectionString: postgres.urlOf('postgres') })
      await admin.connect()
      await admin.query(`DROP DATABASE ${database} WITH (FORCE)`)
      await admin.end()
      if (!postgres.found) await postgres.stop()
    },
  }
}
