import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { applyMigrations } from '#scripts/run/migrate.ts'
import { ensureApplicationDatabase, ensureDatabase } from '#scripts/run/postgres.ts'

/** The tests' server, whose administrator owns everything, like the demonstration's in earlier versions. */
const urlOf = (database: string) => Object.assign(new URL(inject('postgresUrl')), { pathname: `/${database}` }).href
const nobody = () => Promise.reject(new Error('not asked here'))
const server = { urlOf, found: true, stop: nobody, ended: nobody, crash: nobody }
const names = { old: `${inject('templateName')}_role_old`, fresh: `${inject('templateName')}_role_new` }
let dataDir: string

async function ask(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'role-'))
})
afterAll(async () => {
  for (const name of Object.values(names)) await ask(urlOf('postgres'), `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
  await ask(urlOf('postgres'), 'DROP ROLE IF EXISTS guichet_app')
  rmSync(dataDir, { recursive: true })
})

describe('the role of the demonstration’s application (C61)', () => {
  test('a database owned by the administrator is handed over completely, once', async () => {
    await ensureDatabase(server, names.old, inject('templateName'))
    const url = await ensureApplicationDatabase(server, dataDir, names.old)
    expect(await ensureApplicationDatabase(server, dataDir, names.old)).toBe(url)
    const left = await ask(
      urlOf(names.old),
      `SELECT c.relname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
        WHERE n.nspname NOT LIKE 'pg\\_%' AND n.nspname <> 'information_schema' AND c.relowner = current_user::regrole`,
    )
    expect(left).toEqual([])
    await ask(url, 'ALTER TABLE "User" ADD COLUMN "more" text')
    await ask(url, `INSERT INTO "WriteProbe" ("id", "at") VALUES (1, now())`)
    expect(await ask(url, 'SELECT "id" FROM "WriteProbe"')).toEqual([{ id: 1 }])
  })

  test('it owns its database and has no other rights in the server', async () => {
    const url = await ensureApplicationDatabase(server, dataDir, names.old)
    const [role] = await ask(
      url,
      `SELECT rolsuper, rolcreatedb, rolcreaterole, rolreplication, rolbypassrls FROM pg_roles WHERE rolname = current_user`,
    )
    expect(Object.values(role ?? {})).toEqual([false, false, false, false, false])
    for (const sql of [
      'CREATE DATABASE other',
      'CREATE ROLE other SUPERUSER',
      `COPY (SELECT 1) TO PROGRAM 'id'`,
      `SELECT pg_read_file('postgresql.conf')`,
      `SET session_replication_role = 'replica'`,
      'ALTER SYSTEM SET work_mem = 1024',
      'SELECT rolpassword FROM pg_authid',
    ]) {
      await expect(ask(url, sql), sql).rejects.toThrow(/permission denied/)
    }
  })

  test('a new one is migrated by that role from the first migration to the last', async () => {
    const url = await ensureApplicationDatabase(server, dataDir, names.fresh)
    expect(await applyMigrations(url)).not.toEqual([])
    const [owner] = await ask(url, `SELECT relowner::regrole::text AS name FROM pg_class WHERE relname = 'User'`)
    expect(owner).toEqual({ name: 'guichet_app' })
  })
})
