import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { createWriteStream, mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { readPort } from './settings.ts'

/** Prometheus on the demonstration, with the rules of production (`npm run demo -- --observe`). */

export type Observer = {
  readonly alertsUrl: string
  readonly ended: Promise<string>
  readonly stop: () => Promise<void>
}

type Watched = { readonly dataDir: string; readonly appPort: number; readonly port: number }

/** Where Prometheus answers, and where the traces are collected. Throws with the variable's name for an invalid port. */
export function readObserverPorts(env: Readonly<Record<string, string | undefined>> = process.env) {
  return { prometheus: readPort(env, 'PROMETHEUS_PORT', 9090), collector: readPort(env, 'TRACES_PORT', 4318) }
}

/** Throws with the command that installs it, if there is no Prometheus. To be called before anything is started. */
export function requirePrometheus(): void {
  if (spawnSync('prometheus', ['--version']).status === 0) return
  throw new Error(
    '--observe needs Prometheus, which is not installed: apt-get install prometheus. Nothing was started.',
  )
}

/** What Prometheus reads, as JSON, which is YAML too: the demonstration's one process, and the alert rules of examples/production. */
export function observerConfig(appPort: number): string {
  return JSON.stringify({
    global: { scrape_interval: '5s', evaluation_interval: '5s' },
    rule_files: [resolve('examples/production/prometheus/alerts.yml')],
    scrape_configs: [{ job_name: 'guichet', static_configs: [{ targets: [`127.0.0.1:${appPort}`] }] }],
  })
}

/** Starts it on this machine alone; its data is in the data folder. */
export async function startObserver({ dataDir, appPort, port }: Watched): Promise<Observer> {
  const folder = join(dataDir, 'prometheus')
  mkdirSync(folder, { recursive: true })
  const config = join(folder, 'prometheus.yml')
  writeFileSync(config, observerConfig(appPort))
  const options = [
    `--config.file=${config}`,
    `--storage.tsdb.path=${join(folder, 'data')}`,
    `--web.listen-address=127.0.0.1:${port}`,
  ]
  const child = spawn('prometheus', options, { stdio: ['ignore', 'pipe', 'pipe'] })
  mkdirSync(join(dataDir, 'logs'), { recursive: true })
  const log = createWriteStream(join(dataDir, 'logs', 'prometheus.log'), { flags: 'a' })
  child.stdout.pipe(log)
  child.stderr.pipe(log)
  const ended = new Promise<string>(done => child.once('exit', () => done('observer (prometheus)')))
  const url = `http://127.0.0.1:${port}`
  await waitUntilReady(child, url, log.path.toString())
  // Debian's has only the classic pages.
  const hasNewPages = (await fetch(`${url}/alerts`)).ok
  return {
    alertsUrl: `${url}${hasNewPages ? '/alerts' : '/classic/alerts'}`,
    ended,
    stop: async () => {
      child.kill('SIGTERM')
      await ended
    },
  }
}

async function waitUntilReady(child: ChildProcess, url: string, log: string): Promise<void> {
  const deadline = Date.now() + 30_000
  while (child.exitCode === null && Date.now() < deadline) {
    const isReady = await fetch(`${url}/-/ready`).then(
      answer => answer.ok,
      () => false,
    )
    if (isReady) return
    await delay(200)
  }
  child.kill('SIGKILL')
  throw new Error(`Prometheus did not start: its log is ${log}. Is the port taken? PROMETHEUS_PORT changes it.`)
}
