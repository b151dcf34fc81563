import { afterAll, beforeEach, expect, test } from 'vitest'
import { closeDb, db } from '#lib/db.ts'
import { checkReadiness, markRound, markStopping, markWorker } from './health.ts'

const vaultKeys = process.env.VAULT_KEYS

beforeEach(() => {
  Reflect.deleteProperty(globalThis, 'guichetStanding')
  process.env.GUICHET_WORKER = '0'
  process.env.VAULT_KEYS = vaultKeys
})
afterAll(closeDb)

test('ready when the database is there and migrated, and the vault opens', async () => {
  const whole = { ready: true, stopping: false, database: true, migrations: true, worker: true, vault: true }
  expect(await checkReadiness()).toEqual(whole)
})

test('a process with a worker is ready once it runs', async () => {
  process.env.GUICHET_WORKER = '1'
  expect(await checkReadiness()).toMatchObject({ ready: false, worker: false })
  markWorker('running')
  markRound()
  expect(await checkReadiness()).toMatchObject({ ready: true, worker: true })
  markWorker('stopped')
  expect(await checkReadiness()).toMatchObject({ ready: false, worker: false })
})

test('told to stop, it is not ready any more (D5)', async () => {
  markStopping()
  expect(await checkReadiness()).toMatchObject({ ready: false, stopping: true, database: true })
})

test('without a key of the vault it is not ready', async () => {
  process.env.VAULT_KEYS = ''
  expect(await checkReadiness()).toMatchObject({ ready: false, vault: false, database: true })
})

test('a migration that is missing in the database, and no database at all', async () => {
  const applied = await db().$queryRaw<{ migration_name: string }[]>`
    DELETE FROM _prisma_migrations WHERE migration_name LIKE '%_operator' RETURNING migration_name`
  expect(applied).toHaveLength(1)
  expect(await checkReadiness()).toMatchObject({ ready: false, database: true, migrations: false })
  const address = process.env.DATABASE_URL
  await closeDb()
  process.env.DATABASE_URL = 'postgresql://nobody:x@127.0.0.1:9/none'
  expect(await checkReadiness()).toMatchObject({ ready: false, database: false })
  await closeDb()
  process.env.DATABASE_URL = address
})
