import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { freePort } from '#scripts/run/postgres.ts'
import { readCommands } from './duties.ts'

/** Debian's PostgreSQL 15 and PgBouncer in transaction mode before it, over TLS, as docs/operations/install.md describes them. */

/** The newest version is the embedded one, on which every other test runs. */
const binaries = '/usr/lib/postgresql/15/bin'
const administrator = 'guichet'
const password = 'for-tests-only'

export type Servers = {
  readonly port: number
  readonly poolerPort: number
  /** An address of either server. `ca` is the file of the authority that must have issued its certificate. */
  readonly urlOf: (port: number, options?: { readonly host?: string; readonly ca?: string }) => string
  /** Makes a new cluster and starts it. */
  readonly startDatabase: () => Promise<void>
  readonly startPooler: () => Promise<void>
  readonly stop: () => Promise<void>
}

/** Whether both programs are installed. */
export const areServersInstalled = () =>
  existsSync(`${binaries}/initdb`) && !spawnSync('pgbouncer', ['--version']).error

/** Prepares both in an empty folder; starts none. The pooler lets the administrator in, to any database. */
export async function prepareServers(folder: string): Promise<Servers> {
  const owner = ownerOf()
  const started = new Map<string, ChildProcess>()
  const run = (command: string, ...options: string[]) => {
    const { status, stderr, error } = spawnSync(command, options, { cwd: folder, encoding: 'utf8', ...owner })
    if (status !== 0) throw new Error(`${command}: ${error ?? stderr}`)
  }
  const start = (command: string, ...options: string[]) =>
    void started.set(command, spawn(command, options, { cwd: folder, stdio: 'ignore', ...owner }))
  const end = async (command: string, signal: 'SIGINT') => {
    const child = started.get(command)
    started.delete(command)
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    child.kill(signal)
    await once(child, 'exit')
  }
  mkdirSync(folder, { recursive: true })
  if (owner) {
    chownSync(folder, owner.uid, owner.gid)
    letThrough(dirname(folder))
  }
  makeCertificates(run)
  // Our processes read the authority's certificate as another user.
  chmodSync(folder, 0o755)

  const [port, poolerPort] = [await freePort(), await freePort()]
  const urlOf: Servers['urlOf'] = (at, { host = 'localhost', ca = 'ca.pem' } = {}) =>
    `postgresql://${administrator}:${password}@${host}:${at}/postgres?sslmode=verify-full&sslrootcert=${join(folder, ca)}`
  writeFileSync(join(folder, 'pgbouncer.ini'), poolerSettings(folder, { port, poolerPort }))
  writeFileSync(join(folder, 'userlist.txt'), `"${administrator}" "${password}"\n`)

  const database = `${binaries}/postgres`
  return {
    port,
    poolerPort,
    urlOf,
    startDatabase: async () => {
      initialise(folder, run)
      start(database, '-D', 'data', ...databaseSettings(folder, port))
      await until(() => canConnect(urlOf(port)))
    },
    startPooler: async () => {
      start('pgbouncer', 'pgbouncer.ini')
      await until(() => canConnect(urlOf(poolerPort)))
    },
    stop: async () => {
      await end('pgbouncer', 'SIGINT')
      await end(database, 'SIGINT')
    },
  }
}

/** Neither program runs as root: then as the user that Debian makes for them. */
function ownerOf(): { readonly uid: number; readonly gid: number } | null {
  if (process.getuid?.() !== 0) return null
  const idOf = (option: string) => Number(spawnSync('id', [option, 'postgres'], { encoding: 'utf8' }).stdout)
  return { uid: idOf('--user'), gid: idOf('--group') }
}

/** Folders of a run are its user's alone: others may pass through them, to what is theirs. */
function letThrough(folder: string): void {
  const { mode } = statSync(folder)
  if ((mode & 0o001) !== 0) return
  chmodSync(folder, mode | 0o011)
  letThrough(dirname(folder))
}

type Run = (command: string, ...options: string[]) => void

/** Two authorities, and a certificate of the first for a server. */
export function makeCertificates(run: Run, name = 'DNS:localhost'): void {
  const days = ['-days', '2', '-nodes', '-newkey', 'rsa:2048']
  for (const name of ['ca', 'other-ca'])
    run('openssl', 'req', '-x509', ...days, '-keyout', `${name}.key`, '-out', `${name}.pem`, '-subj', `/CN=${name}`)
  const names = ['-subj', '/CN=server', '-addext', `subjectAltName=${name}`]
  const issuer = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-addext', 'basicConstraints=critical,CA:FALSE']
  run('openssl', 'req', '-x509', ...days, ...names, ...issuer, '-keyout', 'server.key', '-out', 'server.pem')
}

function initialise(folder: string, run: Run): void {
  writeFileSync(join(folder, 'password'), password)
  const access = ['--auth=scram-sha-256', '--pwfile=password', `--username=${administrator}`]
  run(`${binaries}/initdb`, '--pgdata=data', ...access, '--encoding=UTF8', '--no-locale', '--no-sync')
}

function databaseSettings(folder: string, port: number): readonly string[] {
  const settings = {
    port,
    listen_addresses: 'localhost',
    unix_socket_directories: folder,
    ssl: 'on',
    ssl_cert_file: '../server.pem',
    ssl_key_file: '../server.key',
    fsync: 'off',
    // Another zone than ours, as on many servers.
    timezone: 'Europe/Paris',
    max_connections: 100,
  }
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

type Pooler = { readonly port: number; readonly poolerPort: number }

/** The settings as they stand in docs/operations/install.md, with the addresses and files of this folder. */
function poolerSettings(folder: string, { port, poolerPort }: Pooler): string {
  const blocks = readCommands('PgBouncer', readFileSync('docs/operations/install.md', 'utf8'))
  const text = blocks.slice(blocks.findIndex(block => block.startsWith('[databases]'))).join('\n')
  const changes = [
    [/^guichet = (.*) dbname=guichet/m, '* = $1'],
    ['host=db.internal port=5432', `host=localhost port=${port}`],
    ['listen_addr = *', 'listen_addr = localhost'],
    ['listen_port = 6432', `listen_port = ${poolerPort}`],
    ['/etc/pgbouncer/userlist.txt', 'userlist.txt'],
    ['/etc/pgbouncer/db-ca.pem', `${folder}/ca.pem`],
    ['/etc/pgbouncer/server.pem', `${folder}/server.pem`],
    ['/etc/pgbouncer/server.key', `${folder}/server.key`],
  ] as const
  const changed = changes.reduce((said, [theirs, other]) => {
    if (said.replace(theirs, '') === said) throw new Error(`docs/operations/install.md says nothing of ${theirs}`)
    return said.replace(theirs, other)
  }, text)
  // Fewer sessions than connections, so that they are shared.
  return `${changed}\nunix_socket_dir =\ndefault_pool_size = 5\n`
}

/** Whether that address lets us in and answers. */
export async function canConnect(connectionString: string): Promise<boolean> {
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

async function until(isSo: () => Promise<boolean>): Promise<void> {
  const from = performance.now()
  while (!(await isSo())) {
    if (performance.now() - from > 30_000) throw new Error('a server did not start within 30 s')
    await delay(200)
  }
}
