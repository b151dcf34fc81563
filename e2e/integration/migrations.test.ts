import { readdirSync, readFileSync } from 'node:fs'
import pg from 'pg'
import { afterAll, describe, expect, test } from 'vitest'
import { applyMigrations, diffWithSchema, runMigration } from '#scripts/run/migrate.ts'

const url = process.env.DATABASE_URL ?? ''

async function query(sql: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await client.query(sql)
  } finally {
    await client.end()
  }
}

test('the migrations produce the schema, and a difference is detected', async () => {
  expect(await diffWithSchema(url), 'run: node scripts/run/migrate.ts create <name>').toBe('')
  await query('ALTER TABLE "User" DROP COLUMN "locale"')
  expect(await diffWithSchema(url)).toMatch(/ALTER TABLE "User" ADD COLUMN +"locale"/)
  await query(`ALTER TABLE "User" ADD COLUMN "locale" TEXT NOT NULL DEFAULT 'fr'`)
})

test('a migrated database has nothing left to apply, and a second run changes nothing', async () => {
  expect(await applyMigrations(url)).toEqual([])
  const { rows } = await query('SELECT migration_name FROM _prisma_migrations WHERE finished_at IS NOT NULL')
  expect(rows.length).toBe(
    readdirSync('prisma/migrations', { withFileTypes: true }).filter(entry => entry.isDirectory()).length,
  )
})

describe('a migration', () => {
  const pool = new pg.Pool({ connectionString: url })
  afterAll(() => pool.end())
  const columns = async () =>
    (await query(`SELECT 1 FROM information_schema.columns WHERE table_name = 'Bank' AND column_name LIKE 'new%'`))
      .rowCount

  test('gives way to those who use a table, and gets its lock when they are done', async () => {
    const other = await pool.connect()
    await other.query('BEGIN; LOCK TABLE "Bank" IN ACCESS SHARE MODE')
    let pauses = 0
    const pause = async () => {
      pauses += 1
      await other.query(pauses === 2 ? 'COMMIT' : 'SELECT 1 FROM "Bank"')
    }
    await runMigration(pool, 'ALTER TABLE "Bank" ADD COLUMN "new1" TEXT', { lockMs: 20, tries: 5, pause })
    other.release()
    expect([pauses, await columns()]).toEqual([2, 1])
  })

  test('that never gets its lock gives up, and what it did is undone', async () => {
    const other = await pool.connect()
    await other.query('BEGIN; LOCK TABLE "User" IN ACCESS SHARE MODE')
    const script = 'ALTER TABLE "Bank" ADD COLUMN "new2" TEXT; ALTER TABLE "User" ADD COLUMN "new2" TEXT;'
    const once = runMigration(pool, script, { lockMs: 20, tries: 2, pause: async () => undefined })
    await expect(once).rejects.toThrow('lock timeout')
    await other.query('ROLLBACK')
    other.release()
    expect(await columns()).toBe(1)
  })

  test('may build an index while the table is in use', async () => {
    await runMigration(pool, 'CREATE INDEX CONCURRENTLY "new_idx" ON "Bank"("new1");\n')
    expect(
      (await query(`SELECT 1 FROM pg_index WHERE indexrelid = '"new_idx"'::regclass AND indisvalid`)).rowCount,
    ).toBe(1)
  })
})

test('a migration that failed is applied again once its cause is gone', async () => {
  const budgets = '20261123061618_budgets'
  await query(`DELETE FROM _prisma_migrations WHERE migration_name = '${budgets}'`)
  for (const _ of ['at first', 'again'])
    await expect(applyMigrations(url)).rejects.toThrow('20261123061618_budgets: relation "Budget" already exists')
  await query('DROP TABLE "Budget"')
  expect(await applyMigrations(url)).toEqual([budgets])
})

test('a database of an earlier version is not changed, and the error says how to start over', async () => {
  const applied = (await query('SELECT migration_name FROM _prisma_migrations')).rows.length
  await query(`UPDATE _prisma_migrations SET migration_name = '20261121050100_init'`)
  await expect(applyMigrations(url)).rejects.toThrow(
    /made by an earlier version[\s\S]*npm run demo -- --fresh[\s\S]*DATABASE_URL/,
  )
  expect((await query('SELECT migration_name FROM _prisma_migrations')).rows).toHaveLength(applied)
})

test('on a filled database the calls and the audit trail stay where they are, as the first partition, and append-only', async () => {
  await query('CREATE DATABASE filled_months')
  const pool = new pg.Pool({ connectionString: Object.assign(new URL(url), { pathname: '/filled_months' }).href })
  const names = readdirSync('prisma/migrations', { withFileTypes: true }).flatMap(one =>
    one.isDirectory() ? [one.name] : [],
  )
  const event = (action: string) =>
    pool.query(`INSERT INTO "AuditEvent" (stream, action, detail) VALUES ('system', $1, '{"a":1}')`, [action])
  for (const name of names.sort()) {
    if (name.endsWith('_bank_calls_key')) {
      await event('one')
      await event('two')
      await pool.query(`INSERT INTO "BankCall" (id, "bankCode", at, operation, method, path, attended, "durationMs", "requestId")
        SELECT gen_random_uuid(), '1', now() - n * interval '40 days', 'x', 'GET', '/', false, 1, 'r' FROM generate_series(0, 9) n`)
    }
    await runMigration(pool, readFileSync(`prisma/migrations/${name}/migration.sql`, 'utf8'))
  }
  await event('three')
  const { rows } = await pool.query(`
    SELECT event.seq, event.tableoid::regclass::text AS partition,
      event.digest = audit_digest(event) AND event.hash = audit_hash(event) AS whole,
      event."prevHash" = lag(event.hash, 1, '') OVER (ORDER BY event.seq) AS chained FROM "AuditEvent" AS event ORDER BY event.seq`)
  const stored = { partition: '"AuditEvent_first"', whole: true, chained: true }
  expect(rows).toEqual([1, 2, 3].map(seq => ({ seq, ...stored })))
  expect((await pool.query('SELECT 1 FROM ONLY "BankCall_first"')).rowCount).toBe(10)
  const refused = [
    'UPDATE "AuditEvent_first" SET action = \'x\'',
    'DELETE FROM "AuditEvent_first"',
    'TRUNCATE "AuditEvent_first"',
    'TRUNCATE "AuditEvent_other"',
    'TRUNCATE "AuditEvent"',
  ]
  for (const sql of refused) await expect(pool.query(sql), sql).rejects.toThrow('append-only')
  const months = await pool.query(`SELECT format('TRUNCATE %s', inhrelid::regclass) AS sql FROM pg_inherits
    WHERE inhparent = '"AuditEvent"'::regclass AND inhrelid::regclass::text ~ '\\d{4}_\\d\\d'`)
  expect(months.rowCount).toBeGreaterThan(0)
  for (const { sql } of months.rows) await expect(pool.query(sql), sql).rejects.toThrow('append-only')
  await pool.end()
  await query('DROP DATABASE filled_months')
})
