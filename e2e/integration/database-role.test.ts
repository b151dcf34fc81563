import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { applyMigrations } from '#scripts/run/migrate.ts'
import { ensureApplicationDatabase } from '#scripts/run/postgres.ts'

/** The tests' server. */
const urlOf = (database: string) => Object.assign(new URL(inject('postgresUrl')), { pathname: `/${database}` }).href
const nobody = () => Promise.reject(new Error('not asked here'))
const server = { urlOf, found: true, stop: nobody, ended: nobody, crash: nobody }
const name = `${inject('templateName')}_role`
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
  await ask(urlOf('postgres'), `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
  await ask(urlOf('postgres'), 'DROP ROLE IF EXISTS guichet_app')
  rmSync(dataDir, { recursive: true })
})

describe('the role of the demonstration’s application (C61)', () => {
  test('it owns its database and has no other rights in the server', async () => {
    const url = await ensureApplicationDatabase(server, dataDir, name)
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
    const url = await ensureApplicationDatabase(server, dataDir, name)
    expect(await applyMigrations(url)).not.toEqual([])
    const [owner] = await ask(url, `SELECT relowner::regrole::text AS name FROM pg_class WHERE relname = 'User'`)
    expect(owner).toEqual({ name: 'guichet_app' })
  })
})
