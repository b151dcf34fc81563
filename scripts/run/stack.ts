import { mkdirSync } from 'node:fs'
import { get as httpGet } from 'node:http'
import { createConnection } from 'node:net'
import { join } from 'node:path'
import { buildApplication } from '#scripts/build/build.ts'
import { runNode } from '#scripts/command.ts'
import { aheadVariable } from '#server/demonstration.ts'
import { openDesk } from '#tour/bank.ts'
import { applyMigrations } from './migrate.ts'
import { ensureApplicationDatabase, ensurePostgres, freePort, type Postgres } from './postgres.ts'
import {
  firstToEnd,
  forgetProcesses,
  hasEnded,
  rememberProcesses,
  type StackProcess,
  startProcess,
  stopLeftovers,
  stopProcess,
} from './processes.ts'
import type { Running } from './run-until-signal.ts'
import { environmentOf, portVariables, type StackSettings, schemeOf, tlsOf } from './settings.ts'

/**
 * The whole stack: database, certificates, bank, registration, application. Used by the demonstration, the development server,
 * the browser journeys and the benchmarks.
 */
export type Stack = Running & {
  settings: StackSettings
  env: Record<string, string>
  appUrl: string
  /** Null without the guided tour. */
  tourUrl: string | null
}

export type StackOptions = {
  mode: 'production' | 'development'
  /** Additional variables for the bank and the application. */
  extraEnv?: Record<string, string>
  /** With the guided tour beside it, where the application has this machine's own address. */
  tour?: boolean
  /** Aborts the start. */
  signal?: AbortSignal
  report: (step: string) => void
}

/** A stack of its own beside whatever runs here: on ports that are free now. */
export async function settingsOnFreePorts(
  dataDir: string,
  databaseUrl: string | null,
  isTls = false,
): Promise<StackSettings> {
  return {
    dataDir,
    listen: '127.0.0.1',
    appPort: await freePort(),
    bankPort: await freePort(),
    screensPort: await freePort(),
    postgresPort: await freePort(),
    mailPort: await freePort(),
    mailboxPort: await freePort(),
    tourPort: await freePort(),
    databaseUrl,
    isTls,
  }
}

/** Starts every part in order; after a failure, or when `signal` aborts, the started parts are stopped. */
export async function startStack(settings: StackSettings, options: StackOptions): Promise<Stack> {
  const { dataDir } = settings
  const { signal } = options
  const report = (step: string) => {
    options.report(step)
    signal?.throwIfAborted()
  }
  const parts: StackProcess[] = []
  let postgres: Postgres | null = null
  const stop = async () => {
    for (const part of parts.splice(0).reverse()) await stopProcess(part)
    await postgres?.stop()
    forgetProcesses(dataDir)
  }
  const open = async (name: string, env: Env, args: string[], port: number, health = '/healthz') => {
    signal?.throwIfAborted()
    parts.push(startProcess(name, dataDir, env, args))
    rememberProcesses(dataDir, parts)
    await waitFor(`http://127.0.0.1:${port}${health}`, parts, signal)
    report(`${name.charAt(0).toUpperCase()}${name.slice(1)} opened`)
  }
  try {
    mkdirSync(dataDir, { recursive: true })
    const elsewhere = `give this one another folder and ports: GUICHET_DATA, ${Object.values(portVariables).join(', ')}.`
    const stopped = await stopLeftovers(dataDir, elsewhere, report)
    await checkPorts(settings, stopped ? 5_000 : 0)
    if (!settings.databaseUrl) {
      postgres = await ensurePostgres(dataDir, settings.postgresPort)
      report(postgres.found ? 'PostgreSQL was still running' : 'PostgreSQL started')
    }
    const databaseUrl = postgres
      ? await ensureApplicationDatabase(postgres, dataDir, 'guichet')
      : (settings.databaseUrl ?? '')
    const { env, tourUrl } = prepareEnvironment(settings, options, databaseUrl)
    await prepareCertificates(settings, env, report)
    await prepareDatabase(env, databaseUrl, report, signal)
    const reload = options.mode === 'development' ? ['--watch'] : []
    await open('bank', env, ['--max-semi-space-size=8', ...reload, 'packages/sandbox/main.ts'], settings.screensPort)
    if (!process.env.SMTP_URL)
      await open('mailbox', mailboxEnv(settings, env), ['scripts/run/mailbox/main.ts'], settings.mailboxPort)
    await restoreBank(settings)
    for (const line of (await runTask('scripts/run/register.ts', { env, signal })).trim().split('\n')) report(line)
    if (options.mode === 'production') await buildApplication(report, { signal })
    const ahead = tourUrl !== null ? { [aheadVariable]: String(await readBankAhead(settings)) } : {}
    const appEnv = { ...env, ...ahead, NODE_ENV: options.mode }
    await open('application', appEnv, ['server/serve.ts'], settings.appPort, '/api/health')
    if (tourUrl !== null) await open('tour', tourEnv(settings), ['tour/main.ts'], settings.tourPort)
    const database = postgres ? [postgres.ended().then(() => 'database')] : []
    return {
      settings,
      env,
      appUrl: env.APP_URL ?? '',
      tourUrl,
      ended: Promise.race([firstToEnd(parts), ...database]),
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

type Env = Record<string, string>

function prepareEnvironment(settings: StackSettings, { tour, extraEnv }: StackOptions, databaseUrl: string) {
  const base = environmentOf(settings, databaseUrl)
  const hasTour = tour && new URL(base.APP_URL ?? '').hostname === 'localhost'
  const tourUrl = hasTour ? `${schemeOf(settings)}://tour.localhost:${settings.tourPort}` : null
  const env: Env = { ...base, ...(tourUrl === null ? {} : { TOUR_ORIGIN: tourUrl }), ...extraEnv }
  return { env, tourUrl }
}

/** The guided tour gets the ports of what it shows and the folder for its own keys, and no secret of the stack: where the TPP's keys are, the bank's desk says. */
function tourEnv({
  dataDir,
  listen,
  isTls,
  tourPort,
  appPort,
  screensPort,
  mailboxPort,
}: StackSettings): Record<string, string> {
  return {
    ...tlsOf({ dataDir, isTls }),
    GUICHET_DATA: dataDir,
    LISTEN: listen,
    [portVariables.tourPort]: String(tourPort),
    [portVariables.appPort]: String(appPort),
    [portVariables.screensPort]: String(screensPort),
    [portVariables.mailboxPort]: String(mailboxPort),
  }
}

/** The mailbox gets its own ports and folder, and no secret of the stack. */
function mailboxEnv(
  { dataDir, listen, mailPort, mailboxPort }: StackSettings,
  { APP_URL = '' }: Record<string, string>,
): Record<string, string> {
  return {
    GUICHET_DATA: dataDir,
    LISTEN: listen,
    APP_URL,
    [portVariables.mailPort]: String(mailPort),
    [portVariables.mailboxPort]: String(mailboxPort),
  }
}

async function prepareDatabase(
  env: Record<string, string>,
  databaseUrl: string,
  report: (step: string) => void,
  signal: AbortSignal | undefined,
) {
  const applied = await applyMigrations(databaseUrl)
  report(applied.length ? `Database migrated (${applied.length} new)` : 'Database is up to date')
  await runTask('scripts/run/seed.ts', { env, signal })
  report('Bank directory and demonstration users in place')
}

async function prepareCertificates(
  settings: StackSettings,
  env: Record<string, string>,
  report: (step: string) => void,
) {
  const { ensureLocalTls, ensurePki, listUrlOf } = await import('@guichet/sandbox/pki/ensure.ts')
  const { LOCAL_TLS } = tlsOf(settings)
  if (LOCAL_TLS !== undefined) await ensureLocalTls(LOCAL_TLS)
  await ensurePki(join(settings.dataDir, 'pki'), {
    listUrl: listUrlOf(settings.screensPort),
    tpp: { organisationId: env.LEGAL_AUTHORISATION ?? '', name: env.LEGAL_NAME ?? '', roles: ['PSP_AI', 'PSP_PI'] },
  })
  report('Certificates in place (local authority, bank, QWAC and QSealC of ours)')
}

/** Runs one of our scripts in its own process. */
const runTask = (script: string, options: Parameters<typeof runNode>[2]) =>
  runNode(script, ['--conditions=react-server', '--disable-warning=ExperimentalWarning', script], options)

/** A killed program keeps its ports until its last thread has ended, so it is given `graceMs`. */
async function checkPorts(settings: StackSettings, graceMs: number): Promise<void> {
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

/** Polls until the part answers 200; throws if a part has ended, after a minute, and when `signal` aborts. */
async function waitFor(url: string, parts: readonly StackProcess[], signal: AbortSignal | undefined): Promise<void> {
  const deadline = Date.now() + 60_000
  for (;;) {
    signal?.throwIfAborted()
    const dead = parts.find(({ child }) => hasEnded(child))
    if (dead)
      throw new Error(`The ${dead.name} ended while starting; its log is in the data folder: logs/${dead.name}.log`)
    if (await answers(url)) return
    if (Date.now() > deadline) throw new Error(`${url} does not answer; the logs are in the data folder: logs/`)
    await new Promise(done => setTimeout(done, 100))
  }
}

/** Puts the bank back in service and takes its faults away: a chapter of the tour may have been left in the middle of an outage. */
async function restoreBank({ screensPort }: StackSettings): Promise<void> {
  const desk = openDesk(screensPort)
  await desk.ask('PUT', '/service', { isDown: false })
  await desk.ask('DELETE', '/faults')
}

/** Milliseconds by which the bank's clock is ahead: its control desk may have moved it before a restart. */
async function readBankAhead({ screensPort }: StackSettings): Promise<number> {
  const { offsetSeconds } = await openDesk(screensPort).ask<{ offsetSeconds: number }>('GET', '/clock')
  return offsetSeconds * 1_000
}

function answers(url: string): Promise<boolean> {
  return new Promise(done => {
    const request = httpGet(url, { timeout: 5_000 }, response => {
      response.resume()
      done(response.statusCode === 200)
    })
    request.on('error', () => done(false))
    request.on('timeout', () => request.destroy())
  })
}
