import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { findPoolerFaults } from '#scripts/run/start-checks.ts'
import { areServersInstalled, canConnect, prepareServers, type Servers } from '#testing/database/servers.ts'

/** What depends on sessions, prepared statements, notifications, locks and large transactions. */
const files = [
  'lib/db.test.ts',
  'lib/lease.test.ts',
  'lib/jobs/worker.test.ts',
  'lib/base/rotate-vault-keys.test.ts',
  'lib/services/grants/tokens.test.ts',
]

export type PostgresReport = { readonly faults: readonly string[] }

/**
 * PostgreSQL 15 over TLS with a verified certificate, then the same through PgBouncer in transaction mode: which connections are
 * accepted, and the tests in `files`. Null without these programs.
 */
export async function runPostgres(): Promise<PostgresReport | null> {
  if (!areServersInstalled()) return null
  const folder = mkdtempSync(join(tmpdir(), 'postgres-'))
  const servers = await prepareServers(folder)
  try {
    await servers.startDatabase()
    await servers.startPooler()
    return await tryServers(servers)
  } finally {
    await servers.stop()
    rmSync(folder, { recursive: true })
  }
}

async function tryServers({ port, poolerPort, urlOf }: Servers): Promise<PostgresReport> {
  const faults: string[] = []
  for (const [name, at] of [
    ['PostgreSQL', port],
    ['PgBouncer', poolerPort],
  ] as const) {
    if (await canConnect(urlOf(at, { ca: 'other-ca.pem' }))) faults.push(`${name}: another authority is accepted`)
    if (await canConnect(urlOf(at, { host: '127.0.0.1' })))
      faults.push(`${name}: another name than the certificate's is accepted`)
  }
  faults.push(...(await readPoolerFaults(urlOf(poolerPort))))
  const tests = [
    ['directly', { TEST_DATABASE_URL: urlOf(port) }],
    ['through PgBouncer', { TEST_DATABASE_URL: urlOf(port), TEST_POOLER_URL: urlOf(poolerPort) }],
  ] as const
  for (const [how, env] of tests) if (!runTests(env)) faults.push(`tests fail ${how}`)
  return { faults }
}

async function readPoolerFaults(connectionString: string): Promise<readonly string[]> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  const { rows } = await client.query<{ zone: string; limit: string }>(
    `SELECT current_setting('TimeZone') AS zone, current_setting('statement_timeout') AS limit`,
  )
  await client.end()
  return rows.flatMap(({ zone, limit }) => findPoolerFaults(zone, limit))
}

function runTests(env: Readonly<Record<string, string>>): boolean {
  const command = [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--project',
    'integration',
    '--testTimeout=120000',
    ...files,
  ]
  return spawnSync(process.execPath, command, { stdio: 'inherit', env: { ...process.env, ...env } }).status === 0
}
