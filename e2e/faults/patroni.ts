import { type ChildProcess, execFile, execFileSync, spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { makeCertificates } from '#testing/database/servers.ts'

/**
 * Three machines with PostgreSQL, Patroni and etcd, behind HAProxy, over TLS, by the files of examples/production/cluster. Each is a
 * network namespace of this one with a disk in memory.
 */

const addresses = { 'db-1': '198.18.77.1', 'db-2': '198.18.77.2', 'db-3': '198.18.77.3' } as const
const proxy = '198.18.77.4'
type Member = keyof typeof addresses
const members: readonly Member[] = ['db-1', 'db-2', 'db-3']

export const endings = [
  'a planned switch',
  'a minor upgrade',
  'PostgreSQL is killed',
  'its machine vanishes',
  'its machine hangs, and goes on later',
  'its network is cut',
  'its disk is full, and an operator switches',
] as const

export type PatroniCluster = {
  /** Through HAProxy. */
  readonly databaseUrl: string
  /** Resolves when the other one takes writes; the first comes back as its standby. */
  readonly end: (how: (typeof endings)[number]) => Promise<void>
  readonly close: () => Promise<void>
}

/** As root, since PostgreSQL runs as another user. */
export const canRunPatroni = () =>
  process.getuid?.() === 0 &&
  ['bin/patroni', 'bin/etcd', 'sbin/haproxy', 'sbin/ip'].every(name => existsSync(`/usr/${name}`))

export async function openPatroni(): Promise<PatroniCluster> {
  const folder = mkdtempSync('/var/tmp/patroni-')
  const password = randomBytes(16).toString('hex')
  for (const name of members) writeFileSync(join(folder, `${name}.yml`), memberConfig(name, { folder, password }))
  writeFileSync(join(folder, 'haproxy.cfg'), exampleOf('haproxy.cfg').replace('bind :', `bind ${proxy}:`))
  makeCertificates(
    (command, ...options) => execFileSync(command, options, { cwd: folder, stdio: 'ignore' }),
    `IP:${proxy}`,
  )
  execFileSync('chown', ['-R', 'postgres:', folder])
  // Our processes read the authority's certificate as another user.
  chmodSync(folder, 0o755)
  const machines = openMachines(folder)
  const programs = openPrograms(folder)
  const restart = (...which: readonly string[]) => patronictl(folder, 'restart', 'guichet', ...which)
  const end = async (how: (typeof endings)[number]) => {
    if (how === 'a minor upgrade') await restart('--role', 'replica')
    const [from, to] = await findPair()
    await programs.end(from, how)
    await until('the standby is promoted', () => isMember(to, 'primary'))
    programs.goOn(from)
    if (how !== 'a minor upgrade') return
    await findPair()
    await restart(from)
  }
  const remove = () => {
    if (!existsSync(folder)) return
    machines.close()
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
  }
  // Also of a run that fails.
  process.once('exit', remove)
  const close = async () => {
    await programs.killAll()
    remove()
  }
  await findPair().catch(async error => {
    await close()
    throw error
  })
  const options = `sslmode=verify-full&sslrootcert=${join(folder, 'ca.pem')}`
  return { databaseUrl: `postgresql://postgres:${password}@${proxy}:5000/postgres?${options}`, end, close }
}

function openPrograms(folder: string) {
  const running = new Map<string, ChildProcess>()
  const run = (name: string, command: readonly string[], env: Record<string, string> = {}, on?: Member) => {
    const child = running.get(name)
    if (child === undefined || child.exitCode !== null) running.set(name, spawnAside(folder, command, env, on))
  }
  const start = (name: Member) => {
    run(`${name} etcd`, ['etcd'], etcdSettings(name), name)
    run(`${name} patroni`, ['patroni', `${name}.yml`], {}, name)
  }
  const kill = async (name: string) => {
    const child = running.get(name)
    running.delete(name)
    if (child?.exitCode === null && child.kill('SIGKILL')) await once(child, 'exit')
  }
  /** What stands still of a machine; it goes on with the same. */
  const stopped: number[] = []
  const stop = (name: Member) => {
    const parts = partsOf(name).flatMap(part => running.get(part)?.pid ?? [])
    stopped.push(...parts, ...postgresOf(folder, name))
    for (const pid of stopped) process.kill(pid, 'SIGSTOP')
  }
  const vanish = async (name: Member) => {
    for (const part of partsOf(name)) await kill(part)
    signalPostgres(folder, name, 'SIGQUIT')
  }
  for (const name of members) start(name)
  run('haproxy', ['haproxy', '-f', 'haproxy.cfg'])
  return {
    end: async (name: Member, how: (typeof endings)[number]) => {
      if (how === 'a planned switch' || how === 'a minor upgrade') await switchOver(folder, name)
      if (how === 'PostgreSQL is killed') signalPostgres(folder, name, 'SIGKILL')
      if (how === 'its machine hangs, and goes on later') stop(name)
      if (how === 'its machine vanishes') await vanish(name)
      if (how === 'its network is cut') shell(`ip link set ${name} down`)
      if (how !== 'its disk is full, and an operator switches') return
      // Without an operator PostgreSQL goes on until its log needs room: two minutes without a write, once.
      shell(`dd if=/dev/zero of=${name}/full bs=4K || true`, folder)
      await switchOver(folder, name)
    },
    goOn: (name: Member) => {
      for (const pid of stopped.splice(0)) process.kill(pid, 'SIGCONT')
      shell(`ip link set ${name} up; rm -f ${name}/full`, folder)
      start(name)
    },
    killAll: async () => {
      for (const name of members) await vanish(name)
      await kill('haproxy')
    },
  }
}

const partsOf = (name: Member) => [`${name} etcd`, `${name} patroni`]

const shell = (commands: string, cwd = '/') => execFileSync('sh', ['-ec', commands], { cwd, stdio: 'ignore' })

/** On one network with this one, each with a disk of its own. */
function openMachines(folder: string) {
  shell(`ip link add cluster type bridge; ip addr add ${proxy}/24 dev cluster; ip link set cluster up`)
  for (const name of members) {
    shell(`ip netns add ${name}; ip link add ${name} type veth peer name eth0 netns ${name}
      ip link set ${name} master cluster up; ip -n ${name} link set lo up; ip -n ${name} link set eth0 up
      ip -n ${name} addr add ${addresses[name]}/24 dev eth0`)
    shell(`mkdir ${name}; mount -t tmpfs -o size=1g,uid=$(id -u postgres),mode=700 ${name} ${name}`, folder)
  }
  return {
    close: () =>
      shell(
        `ip link del cluster; for name in ${members.join(' ')}; do umount -l $name; ip netns del $name; done`,
        folder,
      ),
  }
}

const switchOver = (folder: string, name: Member) => patronictl(folder, 'switchover', '--master', name)

/** Not synchronously: the shop is in this process. */
async function patronictl(folder: string, ...command: readonly string[]): Promise<void> {
  await promisify(execFile)('patronictl', ['-c', join(folder, 'db-1.yml'), ...command, '--force'])
}

function signalPostgres(folder: string, name: Member, signal: NodeJS.Signals): void {
  for (const pid of postgresOf(folder, name).slice(0, 1)) process.kill(pid, signal)
}

function etcdSettings(name: Member): Record<string, string> {
  const lines = exampleOf('etcd', name).replaceAll('10.0.0.1', addresses[name]).split('\n')
  const settings = Object.fromEntries(lines.filter(line => line.startsWith('ETCD_')).map(splitOnce))
  return { ...settings, ETCD_DATA_DIR: `${name}/etcd` }
}

/** PostgreSQL's processes on a machine, the first above the others. */
function postgresOf(folder: string, name: Member): number[] {
  const file = join(folder, name, 'data/postmaster.pid')
  if (!existsSync(file)) return []
  const [pid = ''] = readFileSync(file, 'utf8').split('\n')
  const children = spawnSync('ps', ['--ppid', pid, '-o', 'pid='], { encoding: 'utf8' }).stdout.split('\n')
  return [pid, ...children].map(Number).filter(one => one > 0)
}

const splitOnce = (line: string): readonly [string, string] => [
  line.slice(0, line.indexOf('=')),
  line.slice(line.indexOf('=') + 1),
]

function spawnAside(cwd: string, command: readonly string[], env: Record<string, string>, on?: Member): ChildProcess {
  const network = on === undefined ? [] : [`--net=/run/netns/${on}`]
  const asPostgres = ['--reuid=postgres', '--regid=postgres', '--clear-groups', '--pdeathsig=KILL']
  const log = openSync(join(cwd, 'log'), 'a')
  return spawn('nsenter', [...network, 'setpriv', ...asPostgres, ...command], {
    cwd,
    stdio: ['ignore', log, log],
    env: { ...process.env, HOME: cwd, ...env },
  })
}

/** The first machine's, as this one has it; what names several machines names them all. */
function exampleOf(file: string, name: Member = 'db-1'): string {
  const lines = readFileSync(`examples/production/cluster/${file}`, 'utf8').split('\n')
  const text = lines.map(line => (line.includes('db-2') ? line : line.replaceAll('db-1', name))).join('\n')
  return members.reduce((all, one) => all.replaceAll(`${one}.internal`, addresses[one]), text)
}

function memberConfig(
  name: Member,
  { folder, password }: { readonly folder: string; readonly password: string },
): string {
  return exampleOf('patroni.yml', name)
    .replace('/var/lib/postgresql/cluster', join(folder, name, 'data'))
    .replace('/var/run/postgresql', "''")
    .replaceAll('/etc/patroni/', `${folder}/`)
    .replaceAll('…', password)
}

/** Waits until one is the primary and another the standby that its commits wait for. */
async function findPair(): Promise<readonly [primary: Member, standby: Member]> {
  return until('there are a primary and a synchronous standby', async () => {
    const roles = await Promise.all(members.map(async name => [name, await roleOf(name)] as const))
    const [[primary] = []] = roles.filter(([, role]) => role === 'primary')
    const [[standby] = []] = roles.filter(([, role]) => role === 'synchronous')
    return roles.every(([, role]) => role !== null) && primary && standby ? ([primary, standby] as const) : null
  })
}

/** Throws after five minutes: a machine that comes back may have to rewind. */
async function until<Found>(what: string, look: () => Promise<Found | null | false>): Promise<Found> {
  for (const deadline = Date.now() + 300_000; Date.now() < deadline; await delay(100)) {
    const found = await look()
    if (found) return found
  }
  throw new Error(`not within five minutes: ${what}`)
}

/** Null: not there, or not following yet. */
async function roleOf(name: Member): Promise<'primary' | 'synchronous' | 'replica' | null> {
  for (const role of ['primary', 'synchronous', 'replica'] as const) if (await isMember(name, role)) return role
  return null
}

async function isMember(name: Member, role: string): Promise<boolean> {
  const signal = AbortSignal.timeout(1_000)
  const answer = await fetch(`http://${addresses[name]}:8008/${role}`, { signal }).catch(() => null)
  await answer?.body?.cancel()
  return answer?.ok ?? false
}
