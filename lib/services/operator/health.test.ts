import pg from 'pg'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { isDatabaseAway } from '#lib/base/database-away.ts'
import { takeTry } from '#lib/base/rate-limit.ts'
import { closeDb, db } from '#lib/db.ts'
import { checkReadiness, markRound, markStopping, markWorker } from './health.ts'

const vaultKeys = process.env.VAULT_KEYS

beforeEach(() => {
  Reflect.deleteProperty(globalThis, 'guichetProcessState')
  process.env.GUICHET_WORKER = '0'
  process.env.VAULT_KEYS = vaultKeys
})

test('ready if the database is available and migrated, and the vault opens', async () => {
  const whole = {
    ready: true,
    stopping: false,
    database: true,
    writes: true,
    migrations: true,
    worker: true,
    vault: true,
    clock: true,
  }
  expect(await checkReadiness()).toEqual(whole)
})

test('a process with a worker is ready once it runs', async () => {
  process.env.GUICHET_WORKER = '1'
  expect(await checkReadiness()).toMatchObject({ ready: false, worker: false })
  markWorker('running')
  expect(await checkReadiness()).toMatchObject({ ready: true, worker: true })
  // Its first round hangs.
  const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 121_000)
  expect(await checkReadiness()).toMatchObject({ worker: false })
  clock.mockRestore()
  markRound()
  expect(await checkReadiness()).toMatchObject({ ready: true, worker: true })
  markWorker('stopped')
  expect(await checkReadiness()).toMatchObject({ ready: false, worker: false })
})

test('not ready while our clock is more than a minute from the database’s', async () => {
  const real = Date.now
  const clock = vi.spyOn(Date, 'now')
  for (const [seconds, isNear] of [
    [50, true],
    [70, false],
    [-70, false],
  ] as const) {
    clock.mockImplementation(() => real() + seconds * 1_000)
    expect(await checkReadiness()).toMatchObject({ ready: isNear, clock: isNear, database: true })
  }
  clock.mockRestore()
})

test('not ready once it is told to stop (fault:D5)', async () => {
  markStopping()
  expect(await checkReadiness()).toMatchObject({ ready: false, stopping: true, database: true })
})

test('not ready without a key of the vault', async () => {
  process.env.VAULT_KEYS = ''
  expect(await checkReadiness()).toMatchObject({ ready: false, vault: false, database: true })
})

/** Changes a setting for every new connection of this database, and closes existing ones. */
async function setForAll(setting: string): Promise<void> {
  const [row] = await db().$queryRaw<{ name: string }[]>`SELECT current_database() AS name`
  const admin = new pg.Client({ connectionString: process.env.DATABASE_URL })
  await admin.connect()
  // This session must be able to undo the change that makes everything read-only.
  await admin.query('SET default_transaction_read_only = off')
  await admin.query(`ALTER DATABASE "${row?.name}" ${setting}`)
  await admin.end()
  await closeDb()
  Reflect.deleteProperty(globalThis, 'guichetProcessState')
}

test('ready as a role that may read and write rows alone, which can’t switch off what guards the audit trail', async () => {
  const address = new URL(process.env.DATABASE_URL ?? '')
  const owner = new pg.Client({ connectionString: address.href })
  await owner.connect()
  const role = `rows_${address.pathname.replaceAll(/\W/g, '')}`
  await owner.query(`CREATE ROLE ${role} LOGIN PASSWORD 'x'`)
  await owner.query(`GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO ${role}`)
  await owner.query(`GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO ${role}`)
  await closeDb()
  process.env.DATABASE_URL = Object.assign(new URL(address), { username: role, password: 'x' }).href
  Reflect.deleteProperty(globalThis, 'guichetProcessState')
  expect(await checkReadiness()).toMatchObject({ ready: true })
  await expect(db().$executeRaw`ALTER TABLE "AuditEvent" DISABLE TRIGGER ALL`).rejects.toThrow('must be owner')
  await closeDb()
  process.env.DATABASE_URL = address.href
  await owner.query(`DROP OWNED BY ${role}`)
  await owner.query(`DROP ROLE ${role}`)
  await owner.end()
})

describe('a database that answers but stores nothing (H9)', () => {
  test('read-only: not ready, and writes are refused with the time to retry', async () => {
    await setForAll('SET default_transaction_read_only = on')
    expect(await checkReadiness()).toMatchObject({ ready: false, database: true, writes: false, migrations: true })
    const error = await takeTry('ready', { limit: 1, windowSeconds: 60 }).catch((thrown: unknown) => thrown)
    expect(isDatabaseAway(error)).toBe(true)
    await setForAll('RESET default_transaction_read_only')
    expect(await checkReadiness()).toMatchObject({ ready: true, writes: true })
  })

  test('no disk space for PostgreSQL’s temporary files: not ready', async () => {
    await setForAll("SET temp_file_limit = '64kB'")
    expect(await checkReadiness()).toMatchObject({ ready: false, database: true, writes: false })
    await setForAll('RESET temp_file_limit')
    expect(await checkReadiness()).toMatchObject({ ready: true, writes: true })
  })

  test('a process writes once however often it is asked, and leaves one row', async () => {
    const written = () => db().$queryRaw<{ by: bigint }[]>`SELECT xmin::text::bigint AS by FROM "WriteProbe"`
    await checkReadiness()
    const [first, ...others] = await written()
    expect(others).toEqual([])
    await Promise.all(Array.from({ length: 20 }, checkReadiness))
    expect(await written()).toEqual([first])
    Reflect.deleteProperty(globalThis, 'guichetProcessState')
    await checkReadiness()
    const again = await written()
    expect(again).toHaveLength(1)
    expect(again).not.toEqual([first])
  })
})

test('not ready if a migration is missing, or without a database', async () => {
  const applied = await db().$queryRaw<{ migration_name: string }[]>`
    DELETE FROM _prisma_migrations WHERE migration_name LIKE '%_first' RETURNING migration_name`
  expect(applied).toHaveLength(1)
  expect(await checkReadiness()).toMatchObject({ ready: false, database: true, migrations: false })
  const address = process.env.DATABASE_URL
  await closeDb()
  process.env.DATABASE_URL = 'postgresql://nobody:x@127.0.0.1:9/none'
  expect(await checkReadiness()).toMatchObject({ ready: false, database: false })
  await closeDb()
  process.env.DATABASE_URL = address
})
