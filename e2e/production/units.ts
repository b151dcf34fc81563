import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseEnv } from 'node:util'

/** The systemd units of examples/production, started as systemd does where there is none. */

export type Unit = {
  readonly name: string
  readonly port: number
  /** Resolves when it is ready. */
  readonly start: () => Promise<void>
  /** SIGTERM, and SIGKILL after TimeoutStopSec. */
  readonly stop: () => Promise<void>
  /** SIGKILL, as by a crash: it is started again after RestartSec. Resolves when it is ready again. */
  readonly crash: () => Promise<void>
  /** What it wrote so far. */
  readonly log: () => string
}

/** Where the folders that the units and the proxy's settings name are here. */
export type Roots = { readonly opt: string; readonly etc: string; readonly lib: string }

type Service = {
  readonly command: readonly string[]
  readonly folder: string
  /** Read at each start. Those of the file win, as with systemd. */
  readonly readVariables: () => Readonly<Record<string, string | undefined>>
  readonly restartMs: number
  readonly stopMs: number
}

/** A unit file's instance; `%i` is the port. */
export function openUnit(file: 'guichet@' | 'guichet-worker@', port: number, roots: Roots): Unit {
  const text = readFileSync(`examples/production/${file}.service`, 'utf8')
  const { command, folder, readVariables, restartMs, stopMs } = readService(text, port, roots)
  const written: string[] = []
  let child: ChildProcess | null = null
  let isWanted = false
  const run = () => {
    const [program = '', ...options] = command
    const started = spawn(program, options, {
      cwd: folder,
      env: { ...bareEnv(), ...readVariables() },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    child = started
    for (const stream of [started.stdout, started.stderr])
      stream?.setEncoding('utf8').on('data', (part: string) => written.push(part))
    started.once('error', error => written.push(error.message))
    started.once('exit', () => {
      if (isWanted) setTimeout(() => isWanted && run(), restartMs)
    })
  }
  const killLeftover = () => child?.kill('SIGKILL')
  process.once('exit', killLeftover)
  const name = `${file}${port}`
  return {
    name,
    port,
    start: async () => {
      isWanted = true
      run()
      await waitUntilReady(name, port, () => written.join(''))
    },
    stop: async () => {
      isWanted = false
      if (!child || child.exitCode !== null || child.signalCode !== null) return
      const gone = once(child, 'exit')
      child.kill('SIGTERM')
      const late = setTimeout(killLeftover, stopMs)
      await gone
      clearTimeout(late)
    },
    crash: async () => {
      if (!child) throw new Error(`${name} does not run`)
      const gone = once(child, 'exit')
      child.kill('SIGKILL')
      await gone
      await waitUntilReady(name, port, () => written.join(''))
    },
    log: () => written.join(''),
  }
}

function readService(text: string, port: number, { opt, etc }: Roots): Service {
  const here = text.replaceAll('%i', String(port)).replaceAll('/opt/guichet', opt).replaceAll('/etc/guichet', etc)
  const all = (key: string) => Array.from(here.matchAll(new RegExp(`^${key}=(.*)$`, 'gm')), ([, value = '']) => value)
  const one = (key: string) => {
    const [value] = all(key)
    if (value === undefined) throw new Error(`the unit has no ${key}`)
    return value
  }
  const own = parseEnv(all('Environment').join('\n'))
  return {
    command: one('ExecStart').split(' '),
    folder: one('WorkingDirectory'),
    readVariables: () => ({ ...own, ...parseEnv(readFileSync(one('EnvironmentFile'), 'utf8')) }),
    restartMs: Number(one('RestartSec')) * 1_000,
    stopMs: Number(one('TimeoutStopSec')) * 1_000,
  }
}

/** Long, because this says nothing of how fast it is: a machine that does other things must not fail the run. */
const readyMs = 300_000

async function waitUntilReady(name: string, port: number, log: () => string): Promise<void> {
  const deadline = Date.now() + readyMs
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
  throw new Error(`${name} is not ready after ${readyMs / 1_000} s:\n${log().slice(-4_000)}`)
}

/** Of our variables only where programs and the home are: what a service or a new shell has. */
export function bareEnv() {
  const { PATH, HOME, NODE_ENV } = process.env
  return { PATH, HOME, NODE_ENV }
}

/** The folders for a run. */
export const rootsIn = (folder: string): Roots => ({
  opt: join(folder, 'opt/guichet'),
  etc: join(folder, 'etc/guichet'),
  lib: join(folder, 'var/lib/guichet'),
})
