import { readdirSync } from 'node:fs'
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
