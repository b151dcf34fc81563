import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { issueAuthority, issueServer, issueTpp } from '@guichet/sandbox/pki/issue.ts'
import { certificateFingerprint } from '@guichet/stet/registration.ts'
import pg from 'pg'
import { request } from 'undici'
import { closeDb, db } from '#lib/db.ts'
import { hashPassword } from '#lib/services/people/users.ts'
import { buildApplication } from '#scripts/build/build.ts'
import { applyMigrations } from '#scripts/run/migrate.ts'
import { ensureDatabase, ensurePostgres, freePort } from '#scripts/run/postgres.ts'
import { bankDomain, type HostileBank, startHostileBank } from '#testing/bank/scripted.ts'
import type { Case } from '#testing/bank/scripted-answer.ts'
import { forgetDurability } from '#testing/database/forget-durability.ts'

/** The built application in two processes with one database, and the hostile bank in the directory. */

/** One process of the application. */
export type OurServer = {
  readonly name: string
  readonly port: number
  readonly pid: number
  readonly isAlive: () => boolean
}

export type HostileStack = {
  readonly bank: HostileBank
  readonly servers: readonly [OurServer, OurServer]
  /** The public host, in `Host` for either process. */
  readonly host: string
  /** Cases by bank code. */
  readonly cases: ReadonlyMap<string, Case>
  readonly passwordHash: string
  /** The output of both processes so far. */
  readonly log: () => string
  readonly stop: () => Promise<void>
}

export const password = 'trois-ânes-et-un-phare'

/**
 * Builds the application if necessary, and starts everything on free ports. The second process runs the worker.
 */
export async function openHostileStack(cases: readonly Case[]): Promise<HostileStack> {
  await buildApplication(step => console.log(`  ${step}`))
  const directory = mkdtempSync(join(tmpdir(), 'guichet-hostile-'))
  const database = await openDatabase()
  const [first, second] = [await freePort(), await freePort()]
  const host = `localhost:${first}`
  const env = { ...environment(directory, `http://${host}`), DATABASE_URL: database.url }
  Object.assign(process.env, env)
  await makeCertificates(directory)
  const named = new Map(cases.map((one, at) => [String(30_000 + at), one]))
  const bank = await startHostileBank(directory, named)
  await fillDirectory(bank, named, directory)
  const written: string[] = []
  const servers = [
    startServer('web', first, env, written),
    startServer('worker', second, { ...env, GUICHET_WORKER: '1' }, written),
  ] as const
  const stop = async () => {
    await Promise.all(servers.map(({ end }) => end()))
    await bank.stop()
    await closeDb()
    await database.drop()
    rmSync(directory, { recursive: true, force: true })
  }
  try {
    await Promise.all(servers.map(server => waitUntilUp(server, host, written)))
  } catch (error) {
    await stop()
    throw error
  }
  const passwordHash = await hashPassword(password)
  return { bank, servers, host, cases: named, passwordHash, log: () => written.join(''), stop }
}

/** A new database in a cluster of its own, since other tests run beside these. */
async function openDatabase() {
  const postgres = await ensurePostgres(resolve('.data', 'hostile'), await freePort())
  await forgetDurability(postgres)
  const name = `hostile_${randomBytes(4).toString('hex')}`
  await ensureDatabase(postgres, name)
  await applyMigrations(postgres.urlOf(name))
  const drop = async () => {
    const admin = new pg.Client({ connectionString: postgres.urlOf('postgres') })
    await admin.connect()
    await admin.query(`DROP DATABASE ${name} WITH (FORCE)`)
    await admin.end()
    if (!postgres.found) await postgres.stop()
  }
  return { url: postgres.urlOf(name), drop }
}

function environment(directory: string, appUrl: string): Record<string, string> {
  return {
    APP_URL: appUrl,
    AUTH_SECRET: randomBytes(32).toString('base64url'),
    VAULT_KEYS: `hostile:${randomBytes(32).toString('base64url')}`,
    TPP_QWAC_CERT: join(directory, 'tpp/qwac.pem'),
    TPP_QWAC_KEY: join(directory, 'tpp/qwac.key'),
    TPP_QSEAL_CERT: join(directory, 'tpp/qseal.pem'),
    TPP_QSEAL_KEY: join(directory, 'tpp/qseal.key'),
    BANK_CA: join(directory, 'ca.pem'),
    LEGAL_NAME: 'Guichet SAS',
    LEGAL_AUTHORISATION: 'PSDFR-ACPR-17843',
    LEGAL_CONTACT: 'contact@guichet.example',
    LOG_LEVEL: 'info',
    // Both are behind a load balancer, which passes on each person's address.
    TRUSTED_PROXIES: '1',
    GUICHET_DATA: directory,
    GUICHET_WORKER: '0',
  }
}

async function makeCertificates(directory: string): Promise<void> {
  await issueAuthority(directory)
  const order = {
    organisationId: 'PSDFR-ACPR-17843',
    name: 'Guichet SAS',
    roles: ['PSP_AI' as const, 'PSP_PI' as const],
  }
  await Promise.all([issueServer(directory, [`*.${bankDomain}`]), issueTpp(directory, order, join(directory, 'tpp'))])
}

/** Time limits for a machine that is busy with other tests. */
const usualLimits = { connectMs: 60_000, attendedMs: 60_000, batchMs: 60_000, bodyMs: 60_000 }

/** Time limits for a bank that is slow by its script: short, because only the end of the wait is tested. */
const slowLimits = { connectMs: 1_000, attendedMs: 1_000, batchMs: 1_000, bodyMs: 1_000 }

async function fillDirectory(bank: HostileBank, cases: ReadonlyMap<string, Case>, directory: string): Promise<void> {
  await db().bank.createMany({
    data: [...cases].map(([code, { version = '1.6.2', isSlow = false }]) => ({
      code,
      name: `Banque ${code}`,
      group: 'Hostile',
      bic: 'RIVHFRPP',
      baseUrl: bank.baseUrlOf(code),
      screensUrl: bank.baseUrlOf(code),
      aisVersion: version,
      brandColor: '#0B3C6F',
      initials: 'H',
      supports: ['accounts', 'cards', 'currencies', 'overdrafts', 'owners', 'payments', 'instant'],
      ...(isSlow ? slowLimits : usualLimits),
    })),
  })
  const fingerprint = certificateFingerprint(readFileSync(join(directory, 'tpp/qseal.pem')))
  const keyId = `${process.env.APP_URL}/certificates/qseal_${fingerprint}.pem`
  await db().registration.create({
    data: { platform: 'sandbox', clientId: 'guichet', keyId, certificateFingerprint: fingerprint, registered: {} },
  })
}

type Started = OurServer & { readonly end: () => Promise<void> }

/** A process of the built application with these variables besides its own; `written` collects what it says. */
export function startServer(name: string, port: number, env: Record<string, string>, written: string[] = []): Started {
  // As in a container of 1 GB: a process that needs more dies here.
  const flags = ['--max-old-space-size=512', '--disable-warning=ExperimentalWarning']
  const child: ChildProcess = spawn(process.execPath, [...flags, 'server/serve.ts'], {
    env: { ...process.env, ...env, PORT: String(port), NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const killLeftover = () => child.kill('SIGKILL')
  process.once('exit', killLeftover)
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => written.push(text))
  }
  const isAlive = () => child.exitCode === null && child.signalCode === null
  return {
    name,
    port,
    pid: child.pid ?? 0,
    isAlive,
    end: async () => {
      process.off('exit', killLeftover)
      if (!isAlive()) return
      const gone = once(child, 'exit')
      child.kill('SIGKILL')
      await gone
    },
  }
}

export async function waitUntilUp(
  { name, port, isAlive }: OurServer,
  host: string,
  written: readonly string[] = [],
): Promise<void> {
  const deadline = Date.now() + 60_000
  for (;;) {
    const status = await request(`http://127.0.0.1:${port}/api/health`, { headers: { host } })
      .then(async answer => {
        await answer.body.dump()
        return answer.statusCode
      })
      .catch(() => null)
    if (status === 200) return
    if (!isAlive() || Date.now() > deadline) throw new Error(`the ${name} process did not start:\n${written.join('')}`)
    await delay(50)
  }
}
