import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import pg from 'pg'
import { afterAll, afterEach, expect, inject, vi } from 'vitest'
import { closeDb } from '#lib/db.ts'

/**
 * The files of a worker share their modules, which saves loading them for each. Process-wide state (`globalThis`, the
 * environment) is reset, and a file that replaces modules gets its own: everything is loaded again before and after it.
 */
const shared = globalThis as typeof globalThis & { testWorker?: { mocks: boolean; readonly env: NodeJS.ProcessEnv } }
shared.testWorker ??= { mocks: false, env: { ...process.env } }
const { mocks: mocked, env } = shared.testWorker
shared.testWorker.mocks = readFileSync(expect.getState().testPath ?? '', 'utf8').includes('vi.mock(')
if (mocked || shared.testWorker.mocks) vi.resetModules()
for (const key of Object.keys(globalThis)) if (key.startsWith('guichet')) Reflect.deleteProperty(globalThis, key)
for (const key of Object.keys(process.env)) if (!(key in env)) delete process.env[key]
Object.assign(process.env, env)
// A pool that was not closed would be left to the next file.
afterAll(closeDb)
// Not imported above, since the modules may have been loaded anew.
afterEach(async () => (await import('#lib/clock.ts')).setClock(null))

/** Every test file has its own database, copied from the migrated template, and a complete environment. */
const name = `${inject('templateName')}_${randomBytes(4).toString('hex')}`
const admin = new pg.Client({ connectionString: inject('postgresUrl') })
await admin.connect()
// Copying needs exclusive access to the template, and two files may start at the same moment.
await admin.query('SELECT pg_advisory_lock(1)')
await admin.query(`CREATE DATABASE ${name} TEMPLATE ${inject('templateName')}`)
await admin.query('SELECT pg_advisory_unlock(1)')
await admin.end()

const urlOf = (server: string) => Object.assign(new URL(server), { pathname: `/${name}` }).href
// TEST_POOLER_URL is a pooler in transaction mode in front of the same server (npm run soak -- postgres).
const pooler = process.env.TEST_POOLER_URL
const direct = urlOf(inject('postgresUrl'))
Object.assign(process.env, {
  DATABASE_URL: pooler ? urlOf(pooler) : direct,
  ...(pooler && { DATABASE_DIRECT_URL: direct }),
  AUTH_SECRET: 'a-secret-for-tests-only-0123456789abcdef',
  VAULT_KEYS: `test1:${Buffer.alloc(32, 7).toString('base64url')}`,
  APP_URL: 'http://localhost:3000',
  LEGAL_NAME: 'Guichet SAS',
  LEGAL_AUTHORISATION: 'PSDFR-ACPR-17843',
  LEGAL_CONTACT: 'contact@guichet.example',
  LOG_LEVEL: 'fatal',
})
