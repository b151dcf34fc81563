import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { freePort } from '#scripts/postgres.ts'
import { findPoolerFaults } from '#scripts/start-checks.ts'

/** Debian's; the newest version is the embedded one, on which every other test runs. */
const binaries = '/usr/lib/postgresql/15/bin'
const password = 'for-tests-only'

/** What depends on sessions, prepared statements, notifications, locks and large transactions. */
const files = [
  'lib/db.test.ts',
  'lib/lease.test.ts',
  'lib/jobs/worker.test.ts',
  'lib/services/reseal.test.ts',
  'lib/services/grants/tokens.test.ts',
]

export type PostgresReport = { readonly faults: readonly string[] }

/**
 * PostgreSQL 15 over TLS with a verified certificate, then the same through PgBouncer in transaction mode: which connections are
 * accepted, and the tests in `files`. Null without these programs.
 */
export async function runPostgres(): Promise<PostgresReport | null> {
  if (!existsSync(`${binaries}/initdb`) || spawnSync('pgbouncer', ['--version']).error) return null
  const folder = mkdtempSync(join(tmpdir(), 'postgres-'))
  const started: ChildProcess[] = []
  try {
    return await tryServers(folder, started)
  } finally {
    for (const child of started) child.kill('SIGINT')
    await Promise.all(started.map(child => child.exitCode ?? new Promise(done => child.once('exit', done))))
    rmSync(folder, { recursive: true })
  }
}

/** Neither program runs as root: then as the user that Debian makes for them. */
function ownerOf(): { readonly uid: number; readonly gid: number } | null {
  if (process.getuid?.() !== 0) return null
  const idOf = (option: string) => Number(spawnSync('id', [option, 'postgres'], { encoding: 'utf8' }).stdout)
  return { uid: idOf('--user'), gid: idOf('--group') }
}

async function tryServers(folder: string, started: ChildProcess[]): Promise<PostgresReport> {
  const owner = ownerOf()
  const run = (command: string, ...options: string[]) => {
    const { status, stderr, error } = spawnSync(command, options, { cwd: folder, encoding: 'utf8', ...owner })
    if (status !== 0) throw new Error(`${command}: ${error ?? stderr}`)
  }
  const start = (command: string, ...options: string[]) =>
    void started.push(spawn(command, options, { cwd: folder, stdio: 'ignore', ...owner }))
  if (owner) chownSync(folder, owner.uid, owner.gid)
  makeCertificates(run)

  writeFileSync(join(folder, 'password'), password)
  run(
    `${binaries}/initdb`,
    '--pgdata=data',
    '--username=guichet',
    '--auth=scram-sha-256',
    '--pwfile=password',
    '--encoding=UTF8',
    '--no-locale',
    '--no-sync',
  )
  const [port, poolerPort] = [await freePort(), await freePort()]
  // Another zone than ours, as on many servers.
  const settings = {
    port,
    listen_addresses: 'localhost',
    unix_socket_directories: folder,
    ssl: 'on',
    ssl_cert_file: '../server.pem',
    ssl_key_file: '../server.key',
    fsync: 'off',
    timezone: 'Europe/Paris',
    max_connections: 100,
  }
  start(
    `${binaries}/postgres`,
    '-D',
    'data',
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  )
  writeFileSync(join(folder, 'pgbouncer.ini'), poolerSettings(folder, port, poolerPort))
  writeFileSync(join(folder, 'userlist.txt'), `"guichet" "${password}"\n`)
  start('pgbouncer', 'pgbouncer.ini')

  const urlOf = (at: number, host = 'localhost', ca = 'ca.pem') =>
    `postgresql://guichet:${password}@${host}:${at}/postgres?sslmode=verify-full&sslrootcert=${join(folder, ca)}`
  await until(() => connect(urlOf(port)))
  await until(() => connect(urlOf(poolerPort)))
  const faults: string[] = []
  for (const [name, at] of [
    ['PostgreSQL', port],
    ['PgBouncer', poolerPort],
  ] as const) {
    if (await connect(urlOf(at, 'localhost', 'other-ca.pem'))) faults.push(`${name}: another authority is accepted`)
    if (await connect(urlOf(at, '127.0.0.1'))) faults.push(`${name}: another name than the certificate's is accepted`)
  }
  faults.push(...(await readPoolerFaults(urlOf(poolerPort))))
  const tests = [
    ['directly', { TEST_DATABASE_URL: urlOf(port) }],
    ['through PgBouncer', { TEST_DATABASE_URL: urlOf(port), TEST_POOLER_URL: urlOf(poolerPort) }],
  ] as const
  for (const [how, env] of tests) if (!runTests(env)) faults.push(`tests fail ${how}`)
  return { faults }
}

/** Two authorities, and a certificate of the first for `localhost`. */
function makeCertificates(run: (command: string, ...options: string[]) => void): void {
  const days = ['-days', '2', '-nodes', '-newkey', 'rsa:2048']
  for (const name of ['ca', 'other-ca'])
    run('openssl', 'req', '-x509', ...days, '-keyout', `${name}.key`, '-out', `${name}.pem`, '-subj', `/CN=${name}`)
  const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
  run(
    'openssl',
    'req',
    '-x509',
    ...days,
    ...names,
    '-CA',
    'ca.pem',
    '-CAkey',
    'ca.key',
    '-keyout',
    'server.key',
    '-out',
    'server.pem',
    '-addext',
    'basicConstraints=critical,CA:FALSE',
  )
}

/** As in docs/database.md, with TLS on both sides. */
function poolerSettings(folder: string, port: number, poolerPort: number): string {
  return `[databases]
* = host=localhost port=${port} timezone=UTC connect_query='SET statement_timeout = 15000; SET lock_timeout = 5000; SET idle_in_transaction_session_timeout = 20000'
[pgbouncer]
pool_mode = transaction
listen_addr = localhost
listen_port = ${poolerPort}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = userlist.txt
default_pool_size = 5
client_tls_sslmode = require
client_tls_cert_file = ${folder}/server.pem
client_tls_key_file = ${folder}/server.key
server_tls_sslmode = verify-full
server_tls_ca_file = ${folder}/ca.pem
`
}

async function connect(connectionString: string): Promise<boolean> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 5_000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query('SELECT 1')
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => undefined)
  }
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

async function until(isSo: () => Promise<boolean>): Promise<void> {
  const from = performance.now()
  while (!(await isSo())) {
    if (performance.now() - from > 30_000) throw new Error('a server did not start within 30 s')
    await new Promise(resolve => setTimeout(resolve, 200))
  }
}
