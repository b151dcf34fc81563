import { readdirSync } from 'node:fs'
import pg from 'pg'
import { expect, test } from 'vitest'
import { applyMigrations, diffWithSchema } from '#scripts/migrate.ts'

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
  expect(await diffWithSchema(url), 'run: node scripts/migrate.ts create <name>').toBe('')
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

test('a database of an earlier version is not changed, and the error says how to start over', async () => {
  const applied = (await query('SELECT migration_name FROM _prisma_migrations')).rows.length
  await query(`UPDATE _prisma_migrations SET migration_name = '20261121050100_init'`)
  await expect(applyMigrations(url)).rejects.toThrow(
    /made by an earlier version[\s\S]*npm run demo -- --fresh[\s\S]*DATABASE_URL/,
  )
  expect((await query('SELECT migration_name FROM _prisma_migrations')).rows).toHaveLength(applied)
})
