import { spawnSync } from 'node:child_process'
import { appendFileSync, existsSync, globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import {
  ensureApplicationDatabase,
  ensureDatabase,
  ensurePostgres,
  findClusterDir,
  freePort,
  type Postgres,
  removePostgres,
} from '#scripts/run/postgres.ts'
import { readCommands } from './duties.ts'

/** Database servers of their own, for what operators do with one: back up, restore, fail over. */

export type Server = {
  readonly postgres: Postgres
  readonly dataDir: string
  readonly databaseUrl: string
  /** Destroys it with its data. */
  readonly remove: () => Promise<void>
}

/** A way to back up and restore. A backup is a folder. */
export type BackupWay = {
  /** A new server with an empty database. */
  readonly open: () => Promise<Server>
  readonly backUp: (from: Server, backup: string) => Promise<void>
  /** A new server from a backup. */
  readonly restore: (backup: string) => Promise<Server>
}

const databaseName = 'guichet'

async function serve(
  dataDir: string,
  port: number,
  installed?: Parameters<typeof ensurePostgres>[2],
): Promise<Omit<Server, 'databaseUrl'>> {
  const postgres = await ensurePostgres(dataDir, port, installed)
  return {
    postgres,
    dataDir,
    remove: async () => {
      await postgres.crash()
      await removePostgres(dataDir)
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** A new folder for a server, below the one that a run removes at its end. */
export const newServerFolder = () => mkdtempSync(join(tmpdir(), 'guichet-server-'))

/**
 * With the embedded PostgreSQL, which has no pg_basebackup: the same steps by hand. The copy is the whole server, with its roles and
 * passwords.
 */
export const fileBackup: BackupWay = {
  open: async () => {
    const server = await serve(newServerFolder(), await freePort())
    await ensureDatabase(server.postgres, databaseName)
    return { ...server, databaseUrl: server.postgres.urlOf(databaseName) }
  },
  backUp: (from, backup) => copyCluster(from, backup),
  restore: backup => startCopy(backup),
}

/** Copies a running server's files, as consistent as pg_basebackup does. */
export async function copyCluster({ postgres, dataDir }: Pick<Server, 'postgres' | 'dataDir'>, to: string) {
  const client = new pg.Client({ connectionString: postgres.urlOf('postgres') })
  await client.connect()
  try {
    const from = findClusterDir(dataDir)
    const target = findClusterDir(to)
    await client.query(`SELECT pg_backup_start('copy', fast => true)`)
    run('cp', ['-a', `${from}/.`, target], { mayMiss: true })
    const { rows } = await client.query<{ labelfile: string }>('SELECT labelfile FROM pg_backup_stop()')
    rmSync(join(target, 'pg_wal'), { recursive: true, force: true })
    run('cp', ['-a', join(from, 'pg_wal'), join(target, 'pg_wal')], { mayMiss: true })
    writeFileSync(join(target, 'backup_label'), rows[0]?.labelfile ?? '')
    run('chown', ['--reference', target, join(target, 'backup_label')])
    rmSync(join(target, 'postmaster.pid'), { force: true })
    run('cp', [join(dataDir, 'pg.password'), join(to, 'pg.password')])
  } finally {
    await client.end()
  }
}

/** Starts the server whose copied files are in that folder. */
export async function startCopy(dataDir: string): Promise<Server> {
  const server = await serve(dataDir, await freePort())
  return { ...server, databaseUrl: server.postgres.urlOf(databaseName) }
}

/** Where Debian installs a PostgreSQL; null if it has none. */
export function findInstalled(): { readonly bin: string; readonly version: string } | null {
  for (const version of ['18', '17', '16', '15']) {
    const bin = `/usr/lib/postgresql/${version}/bin`
    if (['postgres', 'pg_dump', 'pg_basebackup'].every(name => existsSync(join(bin, name)))) return { bin, version }
  }
  return null
}

/** With the commands of docs/operations and the system's PostgreSQL. A dump has the database without the server's roles. */
export function dumpBackup(bin: string): BackupWay {
  const open = () => openInstalled(bin)
  return {
    open,
    backUp: async (from, backup) => runPage('Dump', { bin, BACKUP: backup, ...serviceOf(backup, from.databaseUrl) }),
    restore: async backup => {
      const server = await open()
      const env = { ...serviceOf(backup, server.databaseUrl), DATABASE_URL: server.databaseUrl }
      runPage('Restore a dump', { bin, BACKUP: backup, ...env })
      return server
    },
  }
}

async function openInstalled(bin: string): Promise<Server> {
  const installed = { postgres: join(bin, 'postgres'), initdb: join(bin, 'initdb') }
  const server = await serve(newServerFolder(), await freePort(), installed)
  return { ...server, databaseUrl: await ensureApplicationDatabase(server.postgres, server.dataDir, databaseName) }
}

/** The same with a base backup and the archived WAL, restored to the moment at which the backup ended. */
export function momentBackup(bin: string): BackupWay {
  const archive = findClusterDir(newServerFolder())
  const moment = { at: new Date(), applicationUrl: '' }
  return {
    open: async () => {
      const server = await openInstalled(bin)
      const dir = findClusterDir(server.dataDir)
      mkdirSync(join(archive, 'wal'), { recursive: true })
      run('chown', ['-R', '--reference', dir, archive])
      const archiving = `test ! -f ${archive}/wal/%f && cp %p ${archive}/wal/%f`
      appendFileSync(join(dir, 'postgresql.conf'), `archive_mode = on\narchive_command = '${archiving}'\n`)
      await server.postgres.stop()
      const again = await serve(server.dataDir, Number(new URL(server.databaseUrl).port), {
        postgres: join(bin, 'postgres'),
        initdb: join(bin, 'initdb'),
      })
      const remove = async () => {
        await archiveAll(again.postgres)
        await again.remove()
      }
      return { ...again, databaseUrl: server.databaseUrl, remove }
    },
    backUp: async (from, backup) => {
      const administrator = from.postgres.urlOf('postgres')
      runPage('Base backup with the WAL', {
        bin,
        BACKUP: archive,
        ...serviceOf(backup, administrator, 'guichet-admin'),
      })
      run('cp', [join(from.dataDir, 'pg.password'), backup])
      Object.assign(moment, { at: new Date(), applicationUrl: from.databaseUrl })
      await delay(1_000)
    },
    restore: async backup => {
      const dataDir = newServerFolder()
      run('cp', [join(backup, 'pg.password'), dataDir])
      const dir = findClusterDir(dataDir)
      mkdirSync(dir, { mode: 0o700 })
      runPage('Restore to a moment', {
        bin,
        BACKUP: archive,
        BASE: globSync(join(archive, 'base-*')).at(-1) ?? '',
        PGDATA: dir,
        MOMENT: moment.at.toISOString().replace('Z', '+00'),
      })
      run('chown', ['-R', '--reference', join(archive, 'wal'), dir])
      const port = await freePort()
      const installed = { postgres: join(bin, 'postgres'), initdb: join(bin, 'initdb') }
      const server = await serve(dataDir, port, installed)
      await waitFor(server.postgres, 'SELECT NOT pg_is_in_recovery() AS done')
      rmSync(archive, { recursive: true, force: true })
      return { ...server, databaseUrl: Object.assign(new URL(moment.applicationUrl), { port: String(port) }).href }
    },
  }
}

/** Has the last WAL file archived, as a server that ends in order does. */
async function archiveAll(postgres: Postgres): Promise<void> {
  await waitFor(postgres, 'SELECT pg_switch_wal() IS NOT NULL AS done')
  await waitFor(
    postgres,
    `SELECT last_archived_wal >= pg_walfile_name(pg_current_wal_lsn() - 1) AS done FROM pg_stat_archiver`,
  )
}

/** Asks until the answer's `done` is true. */
async function waitFor(postgres: Postgres, question: string): Promise<void> {
  const client = new pg.Client({ connectionString: postgres.urlOf('postgres') })
  await client.connect()
  try {
    while (!(await client.query<{ done: boolean }>(question)).rows[0]?.done) await delay(100)
  } finally {
    await client.end()
  }
}

/** The file that names the server for libpq, so that its password is in no argument. */
export function serviceOf(folder: string, databaseUrl: string, name = 'guichet') {
  const { hostname, port, username, password, pathname } = new URL(databaseUrl)
  const file = join(folder, 'service.conf')
  const lines = [`[${name}]`, `host=${hostname}`, `port=${port}`, `dbname=${pathname.slice(1)}`, `user=${username}`]
  writeFileSync(file, [...lines, `password=${password}`, ''].join('\n'), { mode: 0o600 })
  return { PGSERVICEFILE: file }
}

/** Runs the commands under a heading of docs/operations as they stand there, in this folder or another version's. */
export function runPage(
  heading: string,
  { bin, ...env }: { readonly bin: string } & Readonly<Record<string, string>>,
  cwd = '.',
) {
  const path = [bin, dirname(process.execPath), process.env.PATH].join(':')
  const more = { METRICS: env.BACKUP, ...process.env, ...env, PATH: path }
  for (const commands of readCommands(heading)) run('sh', ['-euc', commands], { env: more, cwd })
}

type RunOptions = { readonly env?: NodeJS.ProcessEnv; readonly cwd?: string; readonly mayMiss?: boolean }

function run(file: string, args: string[], options: RunOptions = {}): void {
  const { mayMiss, ...more } = options
  const { status, stderr, error } = spawnSync(file, args, { encoding: 'utf8', ...more })
  // Files may vanish while a running server is copied: its WAL restores what they held.
  const isMissing = mayMiss && /No such file|file changed/.test(stderr)
  if (status !== 0 && !isMissing) throw new Error(`${file} ${args.join(' ')}: ${stderr || error?.message}`)
}

/** What docs/operations has done to a restored database before anybody works on it. */
export async function endAccess({ databaseUrl }: Server): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  for (const statements of readCommands('Restore')) await client.query(statements)
  await client.end()
}

/** A new folder, below the one that a run removes at its end. */
export function newBackupFolder(): string {
  return mkdtempSync(join(tmpdir(), 'guichet-backup-'))
}
