import { type ChildProcess, spawn } from 'node:child_process'
import { createWriteStream, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { get as httpGet } from 'node:http'
import { createConnection } from 'node:net'
import { join } from 'node:path'
import { buildApplication } from './build.ts'
import { applyMigrations } from './migrate.ts'
import { ensureDatabase, ensurePostgres, type Postgres } from './postgres.ts'
import { environmentOf, type HouseSettings, portVariables } from './settings.ts'

/**
 * The whole house: database, certificates, bank, registration, application. The demonstration, the development server,
 * the browser journeys and the benchmarks all start it here.
 */
export type House = {
  settings: HouseSettings
  env: Record<string, string>
  appUrl: string
  /** Resolves with the name of the first part that ends by itself. */
  ended: Promise<string>
  stop: () => Promise<void>
}

export type HouseOptions = {
  mode: 'production' | 'development'
  /** More variables for the bank and the application. */
  extraEnv?: Record<string, string>
  report: (step: string) => void
}

type Part = { name: string; child: ChildProcess }

/** Starts every part in order; on any failure what was started is stopped again. */
export async function startHouse(settings: HouseSettings, options: HouseOptions): Promise<House> {
  const { report } = options
  const parts: Part[] = []
  let postgres: Postgres | null = null
  const stop = async () => {
    for (const part of parts.splice(0).reverse()) await stopPart(part)
    await postgres?.stop()
    rmSync(pidFile(settings), { force: true })
  }
  try {
    mkdirSync(join(settings.dataDir, 'logs'), { recursive: true })
    const stopped = await stopLeftovers(settings, report)
    await checkPorts(settings, stopped ? 5_000 : 0)
    if (!settings.databaseUrl) {
      postgres = await ensurePostgres(settings.dataDir, settings.postgresPort)
      report(postgres.found ? 'PostgreSQL was still running' : 'PostgreSQL started')
      await ensureDatabase(postgres, 'guichet')
    }
    const databaseUrl = settings.databaseUrl ?? postgres?.urlOf('guichet') ?? ''
    const env = { ...environmentOf(settings, databaseUrl), ...options.extraEnv }
    await prepareDatabase(env, databaseUrl, report)
    await prepareCertificates(settings, env, report)
    parts.push(
      startPart('bank', settings, env, [
        '--max-semi-space-size=8',
        ...(options.mode === 'development' ? ['--watch'] : []),
        'sandbox/main.ts',
      ]),
    )
    rememberParts(settings, parts)
    await waitFor(
      `http://127.0.0.1:${settings.screensPort}/healthz`,
      parts,
      60_000,
      `sandbox.localhost:${settings.screensPort}`,
    )
    report('Bank opened')
    if (!process.env.SMTP_URL) {
      parts.push(startPart('mailbox', settings, mailboxEnv(settings), ['scripts/mailbox/main.ts']))
      rememberParts(settings, parts)
      await waitFor(`http://127.0.0.1:${settings.mailboxPort}/healthz`, parts, 30_000)
      report('Mailbox opened')
    }
    await register(env, report)
    if (options.mode === 'production') await buildApplication(report)
    const next = [
      'node_modules/next/dist/bin/next',
      options.mode === 'production' ? 'start' : 'dev',
      '-p',
      String(settings.appPort),
    ]
    parts.push(startPart('application', settings, { ...env, NODE_ENV: options.mode }, next))
    rememberParts(settings, parts)
    await waitFor(`http://127.0.0.1:${settings.appPort}/api/health`, parts, 60_000)
    report('Application opened')
    const ended = Promise.race(
      parts.map(({ name, child }) => new Promise<string>(done => child.once('exit', () => done(name)))),
    )
    return { settings, env, appUrl: env.APP_URL ?? '', ended, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** The mailbox knows its own ports and folder, and no secret of the house. */
function mailboxEnv({ dataDir, mailPort, mailboxPort }: HouseSettings): Record<string, string> {
  return {
    GUICHET_DATA: dataDir,
    [portVariables.mailPort]: String(mailPort),
    [portVariables.mailboxPort]: String(mailboxPort),
  }
}

async function prepareDatabase(env: Record<string, string>, databaseUrl: string, report: (step: string) => void) {
  const applied = await applyMigrations(databaseUrl)
  report(applied.length ? `Database migrated (${applied.length} new)` : 'Database is up to date')
  await runTask('scripts/seed.ts', env)
  report('Bank directory and demonstration users in place')
}

async function prepareCertificates(
  settings: HouseSettings,
  env: Record<string, string>,
  report: (step: string) => void,
) {
  const { ensurePki } = await import('#sandbox/pki/ensure.ts')
  await ensurePki(join(settings.dataDir, 'pki'), {
    tpp: { organisationId: env.LEGAL_AUTHORISATION ?? '', name: env.LEGAL_NAME ?? '', roles: ['PSP_AI', 'PSP_PI'] },
  })
  report('Certificates in place (local authority, bank, QWAC and QSealC of ours)')
}

async function register(env: Record<string, string>, report: (step: string) => void) {
  const said = await runTask('scripts/register.ts', env)
  report(said.trim() || 'Registered at the bank')
}

/** Runs one of our scripts to its end in a process of its own, with the environment of the house. */
function runTask(script: string, env: Record<string, string>): Promise<string> {
  return new Promise((done, failed) => {
    const child = spawn(
      process.execPath,
      ['--conditions=react-server', '--disable-warning=ExperimentalWarning', script],
      {
        env: { ...process.env, ...env },
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    )
    let out = ''
    let errors = ''
    child.stdout.on('data', chunk => (out += chunk))
    child.stderr.on('data', chunk => (errors += chunk))
    child.once('error', failed)
    child.once('exit', code => (code === 0 ? done(out) : failed(new Error(`${script} failed:\n${errors || out}`))))
  })
}

/** Parts run in process groups of their own, so that Ctrl-C reaches only us and we stop them in order. */
function startPart(name: string, settings: HouseSettings, env: Record<string, string>, args: string[]): Part {
  const log = createWriteStream(join(settings.dataDir, 'logs', `${name}.log`), { flags: 'a' })
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  child.stdout?.pipe(log)
  child.stderr?.pipe(log)
  return { name, child }
}

async function stopPart({ child }: Part): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || !child.pid) return
  const gone = new Promise(done => child.once('exit', done))
  child.kill('SIGTERM')
  const late = setTimeout(() => child.kill('SIGKILL'), 15_000)
  await gone
  clearTimeout(late)
}

function pidFile(settings: HouseSettings): string {
  return join(settings.dataDir, 'house.json')
}

type Remembered = { starter: number; parts: { name: string; pid: number; marker: string }[] }

function rememberParts(settings: HouseSettings, parts: Part[]): void {
  const remembered: Remembered = {
    starter: process.pid,
    parts: parts.map(({ name, child }) => ({ name, pid: child.pid ?? 0, marker: child.spawnargs.slice(2).join(' ') })),
  }
  writeFileSync(pidFile(settings), JSON.stringify(remembered))
}

/** A start that was killed leaves parts behind; they are ours to stop, unless their starter still lives. */
async function stopLeftovers(settings: HouseSettings, report: (step: string) => void): Promise<boolean> {
  if (!existsSync(pidFile(settings))) return false
  const { starter, parts } = JSON.parse(readFileSync(pidFile(settings), 'utf8')) as Remembered
  if (starter !== process.pid && commandOf(starter)?.includes('scripts/')) {
    throw new Error(
      `Guichet already runs from this data folder (process ${starter}). Stop it with Ctrl-C there, or give this one another folder and ports: GUICHET_DATA, ${Object.values(portVariables).join(', ')}.`,
    )
  }
  for (const { name, pid, marker } of parts) {
    const command = commandOf(pid)
    // Next retitles its process, so its command line is compared by its new title too.
    if (!command || !(command.includes(marker) || /next-server|next/.test(command))) continue
    report(`Stopping the ${name} that an interrupted start left behind`)
    process.kill(pid, 'SIGKILL')
    while (commandOf(pid)) await new Promise(done => setTimeout(done, 20))
  }
  rmSync(pidFile(settings), { force: true })
  return true
}

function commandOf(pid: number): string | null {
  try {
    process.kill(pid, 0)
  } catch {
    return null
  }
  const file = `/proc/${pid}/cmdline`
  if (!existsSync('/proc/self/cmdline')) return 'scripts/'
  return existsSync(file) ? readFileSync(file, 'utf8').replaceAll('\0', ' ').trim() || null : null
}

/** A program that was just killed keeps its ports until its last thread has ended: it is given `graceMs`. */
async function checkPorts(settings: HouseSettings, graceMs: number): Promise<void> {
  const deadline = Date.now() + graceMs
  for (const [key, variable] of Object.entries(portVariables)) {
    if (key === 'postgresPort') continue
    const port = settings[key as keyof typeof portVariables]
    while ((await isTaken(port)) && Date.now() < deadline) await new Promise(done => setTimeout(done, 50))
    if (await isTaken(port))
      throw new Error(
        `Port ${port} is taken by another program. Stop it, or choose another port with ${variable}=<port>.`,
      )
  }
}

function isTaken(port: number): Promise<boolean> {
  return new Promise(done => {
    const socket = createConnection({ port, host: '127.0.0.1' })
    socket.once('connect', () => {
      socket.destroy()
      done(true)
    })
    socket.once('error', () => done(false))
  })
}

/** Asks until the part answers 200, or one of the parts has ended. */
async function waitFor(url: string, parts: Part[], limitMs: number, host?: string): Promise<void> {
  const deadline = Date.now() + limitMs
  for (;;) {
    const dead = parts.find(({ child }) => child.exitCode !== null || child.signalCode !== null)
    if (dead)
      throw new Error(`The ${dead.name} ended while starting; its log is in the data folder: logs/${dead.name}.log`)
    if (await answers(url, host)) return
    if (Date.now() > deadline) throw new Error(`${url} does not answer; the logs are in the data folder: logs/`)
    await new Promise(done => setTimeout(done, 100))
  }
}

function answers(url: string, host?: string): Promise<boolean> {
  return new Promise(done => {
    const request = httpGet(url, { headers: host ? { host } : {}, timeout: 5_000 }, response => {
      response.resume()
      done(response.statusCode === 200)
    })
    request.on('error', () => done(false))
    request.on('timeout', () => request.destroy())
  })
}
