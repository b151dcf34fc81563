import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'

/**
 * Two PostgreSQL under Patroni with etcd, behind HAProxy, by the files of examples/production/cluster. Each of its machines is an
 * address of this one.
 */

const addresses = {
  'db-1.internal': '127.77.0.1',
  'db-2.internal': '127.77.0.2',
  'etcd.internal': '127.77.0.3',
  'bind :': 'bind 127.77.0.4:',
} as const
const [members, etcd] = [['db-1', 'db-2'] as const, 'http://127.77.0.3:2379']
type Member = (typeof members)[number]

export const endings = ['PostgreSQL is killed', 'its machine vanishes', 'a planned switch'] as const

export type PatroniCluster = {
  /** Through HAProxy. */
  readonly databaseUrl: string
  /** Resolves when the other one takes writes; the first comes back as its standby. */
  readonly end: (how: (typeof endings)[number]) => Promise<void>
  readonly close: () => Promise<void>
}

/** As root, since PostgreSQL runs as another user. */
export const canRunPatroni = () =>
  process.getuid?.() === 0 && ['bin/patroni', 'bin/etcd', 'sbin/haproxy'].every(name => existsSync(`/usr/${name}`))

export async function openPatroni(): Promise<PatroniCluster> {
  const folder = mkdtempSync('/var/tmp/patroni-')
  execFileSync('chown', ['postgres:', folder])
  const password = randomBytes(16).toString('hex')
  for (const name of members) writeFileSync(join(folder, `${name}.yml`), memberConfig(name, { folder, password }))
  writeFileSync(join(folder, 'haproxy.cfg'), exampleOf('haproxy.cfg'))
  const programs = openPrograms(folder)
  const end = async (how: (typeof endings)[number]) => {
    const [from, to] = await findPair()
    await programs.end(from, how)
    await until('the standby is promoted', () => isMember(to, 'primary'))
    programs.start(from)
  }
  const close = async () => {
    await programs.killAll()
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
  }
  await findPair().catch(async error => {
    await close()
    throw error
  })
  return { databaseUrl: `postgresql://postgres:${password}@127.77.0.4:5000/postgres`, end, close }
}

function openPrograms(folder: string) {
  const running = new Map<string, ChildProcess>()
  const run = (name: string, ...options: readonly string[]) => void running.set(name, spawnAside(folder, options))
  const start = (name: Member) => void (running.has(name) || run(name, 'patroni', `${name}.yml`))
  const kill = async (name: string) => {
    const child = running.get(name)
    running.delete(name)
    if (child?.kill('SIGKILL')) await once(child, 'exit')
  }
  const killPostgres = (name: Member, signal: NodeJS.Signals) => {
    const file = join(folder, name, 'postmaster.pid')
    if (existsSync(file)) process.kill(Number(readFileSync(file, 'utf8').split('\n')[0]), signal)
  }
  run('etcd', 'etcd', '--data-dir=etcd', `--listen-client-urls=${etcd}`, `--advertise-client-urls=${etcd}`)
  for (const name of members) start(name)
  run('haproxy', 'haproxy', '-f', 'haproxy.cfg')
  return {
    start,
    end: async (name: Member, how: (typeof endings)[number]) => {
      const options = ['-c', join(folder, `${name}.yml`), 'switchover', '--master', name, '--force']
      // Not synchronously: the shop is in this process.
      if (how === 'a planned switch') await promisify(execFile)('patronictl', options)
      if (how === 'PostgreSQL is killed') killPostgres(name, 'SIGKILL')
      if (how !== 'its machine vanishes') return
      await kill(name)
      killPostgres(name, 'SIGQUIT')
    },
    killAll: async () => {
      for (const name of running.keys()) await kill(name)
      for (const name of members) killPostgres(name, 'SIGQUIT')
    },
  }
}

function spawnAside(cwd: string, command: readonly string[]): ChildProcess {
  const asPostgres = ['--reuid=postgres', '--regid=postgres', '--clear-groups', '--pdeathsig=KILL']
  return spawn('setpriv', [...asPostgres, ...command], { cwd, stdio: 'ignore', env: { ...process.env, HOME: cwd } })
}

function exampleOf(file: string): string {
  const text = readFileSync(`examples/production/cluster/${file}`, 'utf8')
  return Object.entries(addresses).reduce((all, [name, address]) => all.replaceAll(name, address), text)
}

function memberConfig(
  name: Member,
  { folder, password }: { readonly folder: string; readonly password: string },
): string {
  return exampleOf('patroni.yml')
    .replace('name: db-1', `name: ${name}`)
    .replaceAll(addresses['db-1.internal'], addresses[`${name}.internal`])
    .replace('/var/lib/postgresql/cluster', join(folder, name))
    .replace('/var/run/postgresql', "''")
    .replaceAll('…', password)
}

/** Waits until one is the primary and the other the standby that its commits wait for. */
async function findPair(): Promise<readonly [primary: Member, standby: Member]> {
  const pairs = [
    ['db-1', 'db-2'],
    ['db-2', 'db-1'],
  ] as const
  return until('there are a primary and a synchronous standby', async () => {
    for (const pair of pairs)
      if ((await isMember(pair[0], 'primary')) && (await isMember(pair[1], 'synchronous'))) return pair
    return null
  })
}

/** Throws after two minutes. */
async function until<Found>(what: string, look: () => Promise<Found | null | false>): Promise<Found> {
  for (const deadline = Date.now() + 120_000; Date.now() < deadline; await delay(100)) {
    const found = await look()
    if (found) return found
  }
  throw new Error(`not within two minutes: ${what}`)
}

async function isMember(name: Member, role: 'primary' | 'synchronous'): Promise<boolean> {
  const answer = await fetch(`http://${addresses[`${name}.internal`]}:8008/${role}`).catch(() => null)
  await answer?.body?.cancel()
  return answer?.ok ?? false
}
