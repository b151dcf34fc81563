import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { freePort } from '#scripts/run/postgres.ts'
import { bareEnv } from './units.ts'

/** Debian's Caddy with the Caddyfile of examples/production, and an authority of its own. */
export type Proxy = {
  readonly origin: string
  /** The certificate of its authority, PEM; there once it has started. */
  readonly authority: string
  readonly start: () => Promise<void>
  readonly kill: () => Promise<void>
}

export const isProxyInstalled = () => !spawnSync('caddy', ['version']).error

/**
 * Writes its settings: the file of examples/production, with the change that it asks for without containers, and with `served` as
 * the folder of static files.
 */
export async function prepareProxy(folder: string, ports: readonly number[], served: string): Promise<Proxy> {
  mkdirSync(folder, { recursive: true })
  const [port, plainPort] = [await freePort(), await freePort()]
  const site = readFileSync('examples/production/Caddyfile', 'utf8')
    // Its options, in place of which are ours.
    .replace(/^\{\n[^}]*\n\}\n/, '')
    .replace(/dynamic a \{[^}]*\}/, `to ${ports.map(one => `localhost:${one}`).join(' ')}`)
    .replaceAll('/var/lib/guichet', served)
  const here = ['skip_install_trust', 'admin off', `https_port ${port}`, `http_port ${plainPort}`]
  const file = join(folder, 'Caddyfile')
  writeFileSync(file, `{\n${[...here, `storage file_system ${folder}`].join('\n')}\n}\n${site}`)
  const authority = join(folder, 'pki/authorities/local/root.crt')
  const log = openSync(join(folder, 'caddy.log'), 'a')
  let child: ChildProcess | null = null
  const kill = async () => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  process.once('exit', () => child?.kill('SIGKILL'))
  return {
    origin: `https://localhost:${port}`,
    authority,
    start: async () => {
      const started = spawn('caddy', ['run', '--config', file, '--adapter', 'caddyfile'], {
        stdio: ['ignore', log, log],
        env: { ...bareEnv(), HOME: folder, SITE: 'localhost' },
      })
      child = started
      const deadline = Date.now() + 30_000
      while (!existsSync(authority) || !(await answers(plainPort))) {
        if (started.exitCode !== null || Date.now() > deadline)
          throw new Error(`Caddy did not start:\n${readFileSync(join(folder, 'caddy.log'), 'utf8').slice(-2_000)}`)
        await delay(100)
      }
    },
    kill,
  }
}

/** Whether it redirects to TLS. */
function answers(port: number): Promise<boolean> {
  return fetch(`http://localhost:${port}/`, { redirect: 'manual' }).then(
    answer => answer.status === 308,
    () => false,
  )
}
