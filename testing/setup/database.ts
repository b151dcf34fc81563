import { resolve } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { applyMigrations } from '#scripts/run/migrate.ts'
import { ensurePostgres, freePort, removePostgres } from '#scripts/run/postgres.ts'
import { forgetDurability } from '#testing/database/forget-durability.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string
    templateName: string
  }
}

/**
 * One real PostgreSQL for the whole test run, with a migrated template database that every test file copies. TEST_DATABASE_URL may
 * name another server; its own databases are not touched.
 */
export default async function provideDatabase(project: TestProject) {
  const given = process.env.TEST_DATABASE_URL
  const dataDir = resolve('.data', 'test')
  const server = given ? null : await ensurePostgres(dataDir, await freePort())
  const urlOf = (name: string) =>
    server ? server.urlOf(name) : Object.assign(new URL(given ?? ''), { pathname: name }).href
  const templateName = `template_${Date.now().toString(36)}_${process.pid}`
  const admin = new pg.Client({ connectionString: urlOf('postgres') })
  await admin.connect()
  // None of its databases is there long enough to need tidying.
  if (server) await admin.query('ALTER SYSTEM SET autovacuum = off')
  if (server) await forgetDurability(server)
  await admin.query(`CREATE DATABASE ${templateName}`)
  await applyMigrations(urlOf(templateName))
  project.provide('postgresUrl', urlOf('postgres'))
  project.provide('templateName', templateName)
  return async () => {
    const { rows } = await admin.query<{ datname: string }>(
      `SELECT datname FROM pg_database WHERE datname LIKE '${templateName}%'`,
    )
    const deadlocked = await countDeadlocks(admin, templateName)
    const isOurs = server !== null && !server.found
    // One after the other takes half a minute.
    if (!isOurs) for (const { datname } of rows) await admin.query(`DROP DATABASE ${datname} WITH (FORCE)`)
    await admin.end()
    if (isOurs) await server.crash()
    if (isOurs && deadlocked === 0) await removePostgres(dataDir)
    // A deadlock is a fault: two transactions take the same locks in different orders.
    if (deadlocked > 0)
      throw new Error(`${deadlocked} deadlocks in the database; its log (.data/test/pg.log) names them`)
  }
}

async function countDeadlocks(admin: pg.Client, templateName: string): Promise<number> {
  const { rows } = await admin.query<{ count: string | null }>(
    `SELECT sum(deadlocks) AS count FROM pg_stat_database WHERE datname LIKE '${templateName}%'`,
  )
  return Number(rows[0]?.count ?? 0)
}
