import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { expect, test } from 'vitest'
import { applyMigrations, diffSchemas } from '#scripts/migrate.ts'

const url = process.env.DATABASE_URL ?? ''

test('the last migration leads to the schema as it stands', async () => {
  const last = readdirSync('prisma/migrations', { withFileTypes: true })
    .filter(entry => entry.isDirectory())
    .map(entry => entry.name)
    .sort()
    .at(-1)
  const migrated = readFileSync(join('prisma/migrations', last ?? '', 'schema.prisma'), 'utf8')
  const difference = await diffSchemas(url, migrated, readFileSync('prisma/schema.prisma', 'utf8'))
  expect(difference, 'run: node scripts/migrate.ts create <name>').toMatch(/^\s*(-- This is an empty migration\.\s*)?$/)
})

test('a migrated database has nothing left to apply, and a second run changes nothing', async () => {
  expect(await applyMigrations(url)).toEqual([])
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query('SELECT migration_name FROM _prisma_migrations WHERE finished_at IS NOT NULL')
  await client.end()
  expect(rows.length).toBe(
    readdirSync('prisma/migrations', { withFileTypes: true }).filter(entry => entry.isDirectory()).length,
  )
})
