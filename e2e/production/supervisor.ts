import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { parseEnv, promisify } from 'node:util'

/**
 * `systemctl` where systemd doesn't run: it reads the same unit files, ours and Debian's, and keeps what a process can be given from
 * outside (user, group, umask, folder, variables, no new privileges, restarts). Not the kernel's walls: ProtectSystem,
 * SystemCallFilter, MemoryMax.
 */
export type Supervisor = {
  /** A command of systemctl, as in `restart caddy`. */
  readonly control: (...words: readonly string[]) => Promise<void>
  /** SIGKILL, as by a crash: started again after RestartSec. */
  readonly crash: (unit: string) => Promise<void>
  readonly signal: (unit: string, signal: NodeJS.Signals) => void
  /** What it wrote so far. */
  readonly logOf: (unit: string) => string
  readonly stopAll: () => Promise<void>
}

type Service = ReturnType<typeof readService>
type Running = { child: ChildProcess | null; isWanted: boolean; readonly written: string[] }

const socket = '/run/supervisor.sock'

/** Puts itself in systemctl's place for whatever is started from here. */
export async function openSupervisor(): Promise<Supervisor> {
  const units = new Map<string, Running>()
  const runningOf = (name: string) => {
    const known = units.get(name) ?? { child: null, isWanted: false, written: [] }
    units.set(name, known)
    return known
  }
  const verbs: Readonly<Record<string, (name: string) => Promise<void> | void>> = {
    start: name => start(name, runningOf(name)),
    stop: name => stop(name, runningOf(name)),
    restart: async name => {
      await stop(name, runningOf(name))
      start(name, runningOf(name))
    },
    reload: name => reload(name, runningOf(name)),
    enable: () => undefined,
    'daemon-reload': () => undefined,
  }
  const control = async (...words: readonly string[]) => {
    const [verb = '', ...names] = words.filter(word => !word.startsWith('-'))
    const act = verb === 'enable' && words.includes('--now') ? verbs.start : verbs[verb]
    if (act === undefined) throw new Error(`the supervisor has no ${verb}`)
    for (const name of names) await act(name.replace(/\.service$/, ''))
  }
  const server = createServer(async (request, response) => {
    const fault = await control(...(await text(request)).split(' ')).then(() => '', String)
    response.writeHead(fault === '' ? 200 : 500).end(fault)
  })
  await new Promise<void>(done => server.listen(socket, done))
  writeFileSync(
    '/usr/local/bin/systemctl',
    `#!/bin/sh\nexec curl --silent --show-error --fail-with-body --unix-socket ${socket} --data-raw "$*" http://supervisor/\n`,
  )
  chmodSync('/usr/local/bin/systemctl', 0o755)
  return {
    control,
    crash: async name => {
      const { child } = runningOf(name)
      if (!child) throw new Error(`${name} does not run`)
      const gone = once(child, 'exit')
      child.kill('SIGKILL')
      await gone
    },
    signal: (name, signal) => void runningOf(name).child?.kill(signal),
    logOf: name => runningOf(name).written.join(''),
    stopAll: async () => {
      await Promise.all([...units].map(([name, running]) => stop(name, running)))
      await new Promise(done => server.close(done))
      rmSync('/usr/local/bin/systemctl')
    },
  }
}

function start(name: string, running: Running): void {
  const service = readService(name)
  if (service.isForking) {
    runAside(service, service.command)
    return
  }
  if (isAlive(running.child)) return
  running.isWanted = true
  const child = spawnAs(service, service.command, running)
  running.child = child
  child.once('exit', () => {
    if (running.isWanted && service.restarts)
      setTimeout(() => running.isWanted && start(name, running), service.restartMs)
  })
}

async function stop(name: string, running: Running): Promise<void> {
  const service = readService(name)
  if (service.isForking) return runAside(service, service.stopCommand)
  running.isWanted = false
  const { child } = running
  if (!child || !isAlive(child)) return
  const gone = once(child, 'exit')
  child.kill(service.stopSignal)
  const late = setTimeout(() => child.kill('SIGKILL'), service.stopMs)
  await gone
  clearTimeout(late)
}

async function reload(name: string, { child }: Running): Promise<void> {
  const service = readService(name)
  runAside(service, service.reloadCommand.replace('$MAINPID', String(child?.pid)))
}

const isAlive = (child: ChildProcess | null) => child !== null && child.exitCode === null && child.signalCode === null

/** To its end. */
function runAside(service: Service, command: string): void {
  const [file, ...options] = wordsOf(service, command)
  const done = spawnSync(file ?? '', options, { cwd: service.folder, env: service.env, encoding: 'utf8' })
  if (done.status !== 0) throw new Error(`${command}: ${done.stderr}${done.stdout}`)
}

function spawnAs(service: Service, command: string, { written }: Running): ChildProcess {
  const [file, ...options] = wordsOf(service, command)
  const child = spawn(file ?? '', options, { cwd: service.folder, env: service.env, stdio: ['ignore', 'pipe', 'pipe'] })
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (part: string) => written.push(part))
  child.once('error', error => written.push(error.message))
  return child
}

function wordsOf({ user, group, umask, isPoor }: Service, command: string): readonly string[] {
  const script = `umask ${umask}; exec ${command}`
  if (user === 'root') return ['/bin/sh', '-c', script]
  const poor = isPoor ? ['--no-new-privs', '--bounding-set=-all'] : []
  return ['setpriv', `--reuid=${user}`, `--regid=${group}`, '--init-groups', ...poor, '/bin/sh', '-c', script]
}

/** A unit file with what lies in its `.d`; `%i` is the instance. */
function readService(name: string) {
  const [template = '', instance = ''] = name.split(/(?<=@)/)
  const files = ['/etc', '/lib'].map(root => `${root}/systemd/system/${template}.service`)
  const file = files.find(one => existsSync(one))
  if (file === undefined) throw new Error(`Unit ${name}.service not found.`)
  const parts = [file, ...globSync(`/etc/systemd/system/${template}.service.d/*.conf`)]
  const written = parts.map(part => readFileSync(part, 'utf8')).join('\n')
  const all = (key: string) =>
    Array.from(written.matchAll(new RegExp(`^${key}=(.*)$`, 'gm')), ([, value = '']) =>
      value.replaceAll(/%[iI]/g, instance),
    )
  const one = (key: string, otherwise = '') => all(key).at(-1) ?? otherwise
  const user = one('User', 'root')
  const fromFiles = all('EnvironmentFile').map(path => parseEnv(readFileSync(path, 'utf8')))
  const PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'
  const home = spawnSync('sh', ['-c', `getent passwd ${user} | cut -d: -f6`], { encoding: 'utf8' }).stdout.trim()
  return {
    command: one('ExecStart').replace(/^-/, ''),
    stopCommand: one('ExecStop'),
    reloadCommand: one('ExecReload'),
    stopSignal: one('KillSignal', 'SIGTERM') as NodeJS.Signals,
    isForking: one('Type') === 'forking',
    user,
    group: one('Group', spawnSync('id', ['-gn', user], { encoding: 'utf8' }).stdout.trim()),
    umask: one('UMask', '0022'),
    isPoor: one('NoNewPrivileges') === 'true' && all('CapabilityBoundingSet').includes(''),
    folder: one('WorkingDirectory', '/'),
    env: { PATH, HOME: home, ...parseEnv(all('Environment').join('\n')), ...Object.assign({}, ...fromFiles) },
    restarts: ['always', 'on-failure'].includes(one('Restart')),
    restartMs: Number(one('RestartSec', '0.1').replace(/s$/, '')) * 1_000,
    stopMs: Number(one('TimeoutStopSec', '90').replace(/s$/, '')) * 1_000,
  }
}

/** Waits until a process of ours answers that it is ready. Long, because this says nothing of how fast it is. */
export async function waitUntilReady(port: number, log: () => string): Promise<void> {
  const deadline = Date.now() + 300_000
  while (Date.now() < deadline) {
    const isReady = await fetch(`http://127.0.0.1:${port}/api/ready`).then(
      async answer => {
        await answer.body?.cancel()
        return answer.ok
      },
      () => false,
    )
    if (isReady) return
    await delay(200)
  }
  throw new Error(`nothing is ready on ${port} after 300 s:\n${log().slice(-4_000)}`)
}

/** A command of the documents, in root's shell; what it says. Not synchronously: what runs meanwhile is answered. */
export async function shell(script: string, { cwd = '/', env = {} }: ShellOptions = {}): Promise<string> {
  const options = { cwd, env: { ...process.env, ...env }, maxBuffer: 1e8 }
  const { stdout } = await promisify(execFile)('/bin/bash', ['--norc', '-euc', script], options).catch(error => {
    throw new Error(`${script}\n${String(error.stdout).slice(-2_000)}${String(error.stderr).slice(-2_000)}`)
  })
  return stdout
}

type ShellOptions = { readonly cwd?: string; readonly env?: Readonly<Record<string, string>> }
