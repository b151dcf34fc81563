import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { applyMigrations } from '#scripts/run/migrate.ts'
import { ensureApplicationDatabase } from '#scripts/run/postgres.ts'
import { readCommands } from '#testing/database/duties.ts'

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

describe('the roles of docs/operations', () => {
  const [database, prefix] = [`${name}s`, `r${process.pid}`]
  /** As it stands there, with names and passwords of this test. */
  const filled = (sql: string) =>
    sql
      .replaceAll('guichet_', `${prefix}_`)
      .replaceAll(/\bguichet\b/g, database)
      .replaceAll('…', 'x')
  const urlAs = (role: string) => {
    const url = new URL(urlOf(database))
    return Object.assign(url, { username: `${prefix}_${role}`, password: 'x' }).href
  }
  const asAdministrator = (sql: string) => ask(urlOf(database), filled(sql))

  beforeAll(async () => {
    const [statements = ''] = readCommands('Database', readFileSync('docs/operations/install.md', 'utf8'))
    const [server = '', inside = ''] = filled(statements).split(/^\\c .*$/m)
    for (const sql of server.split(';').filter(one => one.trim() !== '')) await ask(urlOf('postgres'), sql)
    await ask(urlOf(database), inside)
    await applyMigrations(urlAs('owner'))
    await asAdministrator(`CREATE ROLE guichet_other LOGIN PASSWORD 'x'`)
  })
  afterAll(async () => {
    await ask(urlOf('postgres'), `DROP DATABASE IF EXISTS ${database} WITH (FORCE)`)
    for (const role of ['app_2', 'app', 'owner', 'other'])
      await ask(urlOf('postgres'), `DROP ROLE IF EXISTS ${prefix}_${role}`)
  })

  const works = async (role: string) => {
    await ask(urlAs(role), `SELECT make_month_partitions(6), drop_months_of_calls('2000-01-01')`)
    await ask(urlAs(role), `INSERT INTO "WriteProbe" VALUES (1, now()) ON CONFLICT ("id") DO UPDATE SET "at" = now()`)
    expect(await ask(urlAs(role), 'SELECT count(*)::int AS calls FROM "BankCall"')).toEqual([{ calls: 0 }])
  }

  test('the months of calls and events are made and dropped by the application’s alone', async () => {
    await works('app')
    for (const sql of ['SELECT make_month_partitions(1)', `SELECT drop_months_of_calls('2000-01-01')`])
      await expect(ask(urlAs('other'), sql)).rejects.toThrow(/permission denied for function/)
  })

  test('a second one takes over with another password, and the first may be shut out', async () => {
    const page = readFileSync('docs/operations/run.md', 'utf8')
    const [create = '', shut = ''] = Array.from(
      page.matchAll(/`((?:CREATE|ALTER) ROLE [^`]+)`/g),
      ([, sql = '']) => sql,
    )
    await asAdministrator(create)
    await works('app_2')
    await works('app')
    await asAdministrator(shut)
    await works('app_2')
    await expect(works('app')).rejects.toThrow(/not permitted to log in/)
  })
})
