import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { z } from 'zod'
import { freePort } from '#scripts/run/postgres.ts'
import { newBackupFolder, runPage, serviceOf } from '#testing/database/clusters.ts'
import { areServersInstalled, binaries, prepareServers, type Servers } from '#testing/database/servers.ts'
import { isProxyInstalled, prepareProxy } from './proxy.ts'
import {
  bankCode,
  beginPayment,
  comeBack,
  countLost,
  finishPayment,
  keepBusy,
  linkAccounts,
  type OpenShop,
  openShop,
  order,
  type Site,
} from './shop.ts'
import { bareEnv, openUnit, type Roots, rootsIn, type Unit } from './units.ts'
import { openVisitor, type Visitor } from './visitor.ts'

export type ProductionReport = { readonly seconds: number; readonly faults: readonly string[] }

const execute = promisify(execFile)

type Tell = (line: Readonly<Record<string, unknown>>) => void
type Step = <Value>(name: string, act: () => Promise<Value>) => Promise<Value>

const login = { user: 'guichet_app', password: randomBytes(24).toString('base64url'), database: 'guichet' }
const operator = { email: 'operator@guichet.example', password: 'trois-ânes-et-un-phare' }

/**
 * Production as docs/operations and examples/production say, from an empty
 * folder: installed, used, its parts killed, upgraded, backed up, destroyed and restored, with the sandbox as the bank. One line for each
 * step. Null without Debian's PostgreSQL 15, PgBouncer and Caddy.
 */
export async function runProduction(tell: Tell): Promise<ProductionReport | null> {
  if (!areServersInstalled() || !isProxyInstalled()) return null
  const folder = mkdtempSync(join(tmpdir(), 'production-'))
  const began = performance.now()
  const faults: string[] = []
  const ends: (() => Promise<unknown>)[] = []
  const step: Step = async (name, act) => {
    const from = performance.now()
    const value = await act()
    const more = typeof value === 'object' && value !== null && !Array.isArray(value) && isPlain(value) ? value : {}
    tell({ production: name, seconds: Math.round((performance.now() - from) / 100) / 10, ...more })
    return value
  }
  try {
    await play({ folder, faults, ends, step })
  } catch (error) {
    faults.push(error instanceof Error ? (error.stack ?? error.message) : String(error))
  } finally {
    for (const end of ends.reverse()) await end().catch(error => faults.push(String(error)))
    if (faults.length === 0) rmSync(folder, { recursive: true, force: true })
  }
  return { seconds: Math.round((performance.now() - began) / 1_000), faults }
}

/** Only numbers: what a step measured. */
const isPlain = (value: object) => Object.values(value).every(one => typeof one === 'number')

type Run = {
  readonly folder: string
  readonly faults: string[]
  /** What ends the parts that were started, in this order. */
  readonly ends: (() => Promise<unknown>)[]
  readonly step: Step
}

async function play(run: Run): Promise<void> {
  const { folder, faults, ends, step } = run
  const roots = rootsIn(folder)
  mkdirSync(roots.etc, { recursive: true })
  mkdirSync(dirname(roots.opt), { recursive: true })
  await step('install', () => install(roots, '1'))
  const servers = await step('database and pooler', () => openDatabase(run))
  const webPorts = [await freePort(), await freePort()]
  const workerPorts = [await freePort(), await freePort()]
  const proxy = await prepareProxy(join(folder, 'caddy'), webPorts, roots.lib)
  ends.push(proxy.kill)
  await step('proxy', proxy.start)
  const bank = await step('bank', () => openBank(run, roots, proxy.authority))
  const site = { origin: proxy.origin, authority: proxy.authority, screensPort: bank.screensPort }
  configure(roots, { servers, bank, origin: proxy.origin })
  await step('migrate', () => npm(roots, 'run', 'migrate'))

  const webs = webPorts.map(port => openUnit('guichet@', port, roots))
  const workers = workerPorts.map(port => openUnit('guichet-worker@', port, roots))
  const units = [...webs, ...workers]
  ends.push(() => Promise.all(units.map(unit => unit.stop())))
  await step('two applications, two workers', () => Promise.all(units.map(unit => unit.start())))
  const person = await step('operator, bank, registration', () => openFor(site, servers, bank))
  await step('an incident announced', () => announce(person))
  await step('link', async () => ({ accounts: await linkAccounts(site, person) }))
  const shop = await step('shop', () => openShop(site, person))
  ends.push(shop.close)
  await step('payment and webhook', async () => finishPayment(shop, await beginPayment(shop)))

  const { acknowledged } = await playKills(run, shop, [
    ['an application is killed', () => (webs[0] as Unit).crash()],
    ['a worker is killed', () => (workers[0] as Unit).crash()],
    ['the pooler is killed', servers.killPooler, servers.startPooler],
    ['the database is killed', servers.killDatabase, servers.restartDatabase],
    ['the proxy is killed', () => proxy.kill().then(proxy.start)],
  ])
  const more = await playUpgrade(run, shop, { roots, webs, workers })
  const later = await playRotation(run, shop, { roots, webs, workers })
  await playRestore(run, shop, { roots, servers, person, webs, workers, orders: [...acknowledged, ...more, ...later] })
  for (const unit of units)
    if (/"level":"(error|fatal)"/.test(unit.log())) faults.push(`${unit.name} logged: ${firstError(unit.log())}`)
}

/** The first line that says more than that a database or a bank didn't answer for a while. */
function firstError(log: string): string {
  return (
    log
      .split('\n')
      .find(line => /"level":"(error|fatal)"/.test(line))
      ?.slice(0, 1_000) ?? ''
  )
}

/** A version in its own folder, as docs/operations/upgrade.md says, its static files where the proxy serves them, and the link to it. */
async function install({ opt, etc, lib }: Roots, version: string): Promise<void> {
  const target = `${opt}-${version}`
  mkdirSync(target)
  const files = execFileSync('git', ['archive', '--format=tar', 'HEAD'], { maxBuffer: 1e9 })
  execFileSync('tar', ['-x', '-C', target], { input: files })
  // A version differs from the one before: here in its style sheet.
  appendFileSync(join(target, 'app/globals.css'), `.version-${version} { color: red; }\n`)
  for (const command of [
    ['ci', '--no-audit', '--no-fund'],
    ['run', 'build'],
    ['run', 'publish-static', '--', '--to', lib],
  ])
    await npmIn(target, command)
  symlinkSync(join(etc, 'env'), join(target, '.env'))
  execFileSync('ln', ['-sfn', target, opt])
}

const npm = ({ opt }: Roots, ...command: readonly string[]) => npmIn(opt, command)

/** Not synchronously: what runs meanwhile is read and answered. */
async function npmIn(cwd: string, command: readonly string[]): Promise<string> {
  const env = { ...bareEnv(), NODE_EXTRA_CA_CERTS: process.env.NODE_EXTRA_CA_CERTS }
  const { stdout } = await execute('npm', command, { cwd, env, maxBuffer: 1e8 }).catch(error => {
    throw new Error(`npm ${command.join(' ')}: ${error.stdout ?? error}${error.stderr ?? ''}`)
  })
  return stdout
}

async function openDatabase({ folder, ends }: Run): Promise<Servers> {
  const servers = await prepareServers(join(folder, 'database'), login)
  ends.push(servers.stop)
  await servers.startDatabase()
  await makeDatabase(servers)
  await servers.startPooler()
  return servers
}

/** The role and its database, with the statements of docs/operations/install.md. */
async function makeDatabase({ urlOf, port }: Servers): Promise<void> {
  const page = readFileSync('docs/operations/install.md', 'utf8')
  for (const [statement] of page.matchAll(/CREATE (ROLE|DATABASE) [^`]+/g))
    await query(urlOf(port, { path: 'postgres' }), statement.replace('…', login.password))
}

async function query(connectionString: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  await client.query(statement).finally(() => client.end())
}

type Bank = { readonly apiPort: number; readonly screensPort: number; readonly pki: string }

/** The sandbox, which trusts the proxy's authority: it fetches our certificate there. */
async function openBank({ folder, ends }: Run, { opt }: Roots, authority: string): Promise<Bank> {
  const [apiPort, screensPort] = [await freePort(), await freePort()]
  const own = {
    GUICHET_DATA: join(folder, 'bank'),
    SANDBOX_API_PORT: String(apiPort),
    SANDBOX_SCREENS_PORT: String(screensPort),
  }
  const child: ChildProcess = spawn('npm', ['run', 'sandbox'], {
    cwd: opt,
    env: { ...bareEnv(), ...own, NODE_EXTRA_CA_CERTS: authority },
    stdio: 'ignore',
    detached: true,
  })
  ends.push(async () => {
    if (child.exitCode !== null || child.pid === undefined) return
    process.kill(-child.pid, 'SIGTERM')
    await once(child, 'exit')
  })
  const deadline = Date.now() + 300_000
  while (
    !(await fetch(`http://127.0.0.1:${screensPort}/healthz`).then(
      answer => answer.ok,
      () => false,
    ))
  ) {
    if (child.exitCode !== null || Date.now() > deadline) throw new Error('npm run sandbox did not open the bank')
    await delay(200)
  }
  return { apiPort, screensPort, pki: join(folder, 'bank/pki') }
}

/** The variables, in a copy of .env.example. */
function configure(
  { opt, etc }: Roots,
  { servers, bank, origin }: { servers: Servers; bank: Bank; origin: string },
): void {
  const values = {
    DATABASE_URL: servers.urlOf(servers.poolerPort),
    DATABASE_DIRECT_URL: servers.urlOf(servers.port),
    AUTH_SECRET: randomBytes(33).toString('base64'),
    VAULT_KEYS: `k1:${randomBytes(32).toString('base64url')}`,
    TPP_QWAC_CERT: `${bank.pki}/tpp/qwac.pem`,
    TPP_QWAC_KEY: `${bank.pki}/tpp/qwac.key`,
    TPP_QSEAL_CERT: `${bank.pki}/tpp/qseal.pem`,
    TPP_QSEAL_KEY: `${bank.pki}/tpp/qseal.key`,
    BANK_CA: `${bank.pki}/ca.pem`,
    APP_URL: origin,
    TRUSTED_PROXIES: '1',
    LEGAL_NAME: 'Guichet SAS',
    LEGAL_CONTACT: 'contact@guichet.example',
    BANK_SCREENS: `http://*.sandbox.localhost:${bank.screensPort}`,
    WEBHOOK_LOOPBACK: '1',
  }
  const text = Object.entries(values).reduce(
    (said, [name, value]) => {
      const line = new RegExp(`^(# )?${name}=.*$`, 'm')
      if (!line.test(said)) throw new Error(`.env.example has no ${name}`)
      return said.replace(line, () => `${name}="${value}"`)
    },
    readFileSync(join(opt, '.env.example'), 'utf8'),
  )
  writeFileSync(join(etc, 'env'), text, { mode: 0o600 })
}

/** Signs up, becomes the first operator, adds the bank and registers there (docs/operations/install.md). */
async function openFor(site: Site, { urlOf, port }: Servers, bank: Bank): Promise<Visitor> {
  const person = openVisitor(site.origin, site.authority)
  // The proxy holds back a GET, but no POST, until it knows an application that is ready.
  const health = await person.get('/api/health')
  if (health.status !== 200) throw new Error(`the site: ${JSON.stringify(health)}`)
  await person.form('/signup/start', { name: 'Olivia Opération', locale: 'en', ...operator })
  const page = readFileSync('docs/operations/install.md', 'utf8')
  const [, statement] = /`(UPDATE "User" SET role = 'operator'[^`]+)`/.exec(page) ?? []
  if (statement === undefined) throw new Error('docs/operations/install.md says nothing of the first operator')
  await query(urlOf(port), statement.replace('…', operator.email))
  const signedIn = await person.form('/signin/start', { ...operator, next: '/operator' })
  if (signedIn.location !== '/operator') throw new Error(`the operator's sign-in: ${JSON.stringify(signedIn)}`)
  await person.send('POST', '/api/operator/banks', {
    code: bankCode,
    name: 'Banque du Littoral',
    group: 'Groupe Rivages',
    bic: 'RIVLFRPP',
    city: null,
    initials: 'BL',
    baseUrl: `https://${bankCode}.sandbox.localhost:${bank.apiPort}`,
    screensUrl: `http://${bankCode}.sandbox.localhost:${bank.screensPort}`,
    platform: 'sandbox',
    aisVersion: '1.6.2',
    pkce: true,
    appToApp: false,
    supports: ['owners', 'overdrafts', 'payments', 'instant'],
    enabled: true,
    brandColor: '#0B3C6F',
    brandInk: '#FFFFFF',
    connectMs: null,
    attendedMs: null,
    batchMs: null,
    bodyMs: null,
    maxConnections: null,
    parallelPages: null,
    refreshesAtOnce: null,
  })
  await person.send('POST', '/api/operator/registrations/sandbox')
  return person
}

/** The status page says what an operator announced; throws after a minute. */
async function announce(person: Visitor): Promise<void> {
  const texts = { textFr: 'Les virements sont en retard.', textEn: 'Transfers are late.' }
  const made = await person.send('POST', '/api/operator/announcements', texts)
  const { id } = z.object({ id: z.string() }).parse(made)
  const deadline = Date.now() + 60_000
  while (!(await person.get('/status')).text.includes(texts.textEn)) {
    if (Date.now() > deadline) throw new Error('the status page does not say what was announced')
    await delay(1_000)
  }
  await person.send('DELETE', `/api/operator/announcements/${id}`)
}

/** With `start` the part stays away while browsers come back from the bank. */
type Kill = readonly [name: string, kill: () => Promise<void>, start?: () => Promise<void>]

/** Kills one part after the other while people order and pay. Returns the orders that were acknowledged. */
async function playKills({ faults, step }: Run, shop: OpenShop, kills: readonly Kill[]) {
  const traffic = keepBusy(shop)
  try {
    for (const [name, kill, start] of kills) {
      const begun = await beginPayment(shop, await orderSoon(shop))
      await step(name, async () => {
        traffic.takeLongestPauseMs()
        const [orders, failed] = [traffic.acknowledged.length, traffic.failed.length]
        await kill()
        if (start !== undefined) {
          // At once, and when the proxy knows that no application is ready.
          for (const waitMs of [0, 5_000]) {
            await delay(waitMs)
            if (await comeBack(shop, begun)) faults.push(`${name}: a callback was redirected without a database`)
          }
          await start()
        }
        await finishPayment(shop, begun)
        return {
          orders: traffic.acknowledged.length - orders,
          failed: traffic.failed.length - failed,
          longestPauseMs: traffic.takeLongestPauseMs(),
        }
      })
    }
  } finally {
    await traffic.stop()
  }
  const lost = await countLost(shop, traffic.acknowledged)
  if (lost > 0) faults.push(`${lost} of ${traffic.acknowledged.length} acknowledged orders are lost`)
  return traffic
}

/** One order, asked for again until it is acknowledged: the proxy looks every few seconds whether an application is ready again. */
async function orderSoon(shop: OpenShop) {
  const key = randomUUID()
  for (const deadline = Date.now() + 60_000; ; await delay(500))
    try {
      return await order(shop, key)
    } catch (error) {
      if (Date.now() > deadline) throw error
    }
}

type Installed = { readonly roots: Roots; readonly webs: readonly Unit[]; readonly workers: readonly Unit[] }

/** Another version beside the first, and every process restarted on it, in the order of docs/operations/upgrade.md. No request may fail. */
async function playUpgrade({ faults, step }: Run, shop: OpenShop, { roots, webs, workers }: Installed) {
  await step('install the next version', () => install(roots, '2'))
  const traffic = keepBusy(shop)
  try {
    await step('upgrade', async () => {
      await npm(roots, 'run', 'migrate')
      for (const unit of [...workers, ...webs]) {
        await unit.stop()
        await unit.start()
        await delay(5_000)
      }
      return { orders: traffic.acknowledged.length, failed: traffic.failed.length }
    })
    await finishPayment(shop, await beginPayment(shop))
  } finally {
    await traffic.stop()
  }
  if (traffic.failed.length > 0) faults.push(`during the upgrade: ${tally(traffic.failed)}`)
  return traffic.acknowledged
}

/**
 * Another vault key in the three steps of docs/operations/run.md, with every process restarted in each while people order and pay. No request and no
 * payment may fail, and nothing is left that the new key alone can't read.
 */
async function playRotation({ faults, step }: Run, shop: OpenShop, { roots, webs, workers }: Installed) {
  const file = join(roots.etc, 'env')
  const [, oldKey = ''] = /^VAULT_KEYS="(.+)"$/m.exec(readFileSync(file, 'utf8')) ?? []
  const newKey = `k2:${randomBytes(32).toString('base64url')}`
  const traffic = keepBusy(shop)
  const restartWith = async (list: string) => {
    const text = readFileSync(file, 'utf8').replace(/^VAULT_KEYS=.*$/m, `VAULT_KEYS="${list}"`)
    writeFileSync(file, text, { mode: 0o600 })
    for (const unit of [...workers, ...webs]) {
      const begun = await beginPayment(shop)
      await unit.stop()
      await unit.start()
      await delay(5_000)
      await finishPayment(shop, begun)
    }
    return { orders: traffic.acknowledged.length, failed: traffic.failed.length }
  }
  try {
    await step('a vault key is added', () => restartWith(`${oldKey},${newKey}`))
    await step('it is put first', () => restartWith(`${newKey},${oldKey}`))
    await step('no value needs the old one', () => waitForVault(roots, /^k1: 0 values;/m))
    await step('the old one is taken out', () => restartWith(newKey))
    await step('every value is read', () => waitForVault(roots, /^k2: \d+ values .+ It encrypts\.\n$/))
  } finally {
    await traffic.stop()
  }
  if (traffic.failed.length > 0) faults.push(`while the vault's key was replaced: ${tally(traffic.failed)}`)
  return traffic.acknowledged
}

/** Throws unless `npm run vault` says so within three minutes. */
async function waitForVault(roots: Roots, wanted: RegExp): Promise<void> {
  const deadline = Date.now() + 180_000
  for (;;) {
    const said = await npm(roots, '--silent', 'run', 'vault')
    if (wanted.test(said)) return
    if (Date.now() > deadline) throw new Error(`npm run vault: ${said}`)
    await delay(5_000)
  }
}

/** Each failure with how often it happened. */
function tally(failed: readonly string[]): string {
  return [...Map.groupBy(failed, text => text)].map(([text, { length }]) => `${length} × ${text}`).join('; ')
}

type Restored = Installed & { readonly servers: Servers; readonly person: Visitor; readonly orders: readonly string[] }

/** A dump, the cluster destroyed, another one, and the steps of docs/operations/incident.md. An order of before is paid afterwards. */
async function playRestore({ faults, step }: Run, shop: OpenShop, restored: Restored): Promise<void> {
  const { roots, servers, person, webs, workers, orders } = restored
  const backup = newBackupFolder()
  const env = { bin: binaries, BACKUP: backup, ...serviceOf(backup, servers.urlOf(servers.port)) }
  const ordered = await order(shop)
  const Check = z.object({ events: z.number(), breaks: z.array(z.unknown()) })
  const check = async () => Check.parse(await person.send('POST', '/api/operator/audit/check'))
  const before = await check()
  await step('back up', async () => runPage('Dump', env))
  await step('destroy', async () => {
    await Promise.all([...webs, ...workers].map(unit => unit.stop()))
    await servers.destroyDatabase()
  })
  await step('restore', async () => {
    await servers.startDatabase()
    await makeDatabase(servers)
    runPage('Restore a dump', env, roots.opt)
    const [firstWorker, ...otherWorkers] = workers
    const [firstWeb, ...otherWebs] = webs
    await firstWorker?.start()
    await firstWeb?.start()
    await delay(5_000)
    const after = await check()
    if (after.breaks.length > 0 || after.events < before.events)
      faults.push(`the audit trail had ${before.events} events, the restored one ${after.events}, or breaks`)
    await Promise.all([...otherWorkers, ...otherWebs].map(unit => unit.start()))
  })
  await step('an order of before the backup is paid', async () =>
    finishPayment(shop, await beginPayment(shop, ordered)),
  )
  const lost = await countLost(shop, orders)
  if (lost > 0) faults.push(`${lost} of ${orders.length} orders are not in the restored database`)
}
