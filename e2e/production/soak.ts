import { randomBytes, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import { newBackupFolder, runPage, serviceOf } from '#testing/database/clusters.ts'
import {
  checkRole,
  configure,
  makeDatabase,
  makePooler,
  migrate,
  nextVersion,
  openBank,
  ownersUrl,
  portOf,
  postgres,
  prepareSurroundings,
  setVariable,
  startProcesses,
  startProxy,
  webs,
  workers,
} from './install.ts'
import { announce, openForBusiness, site } from './operator.ts'
import {
  beginPayment,
  comeBack,
  countLost,
  finishPayment,
  keepBusy,
  linkAccounts,
  type OpenShop,
  openShop,
  order,
} from './shop.ts'
import { openSupervisor, type Supervisor, shell, waitUntilReady } from './supervisor.ts'
import type { Visitor } from './visitor.ts'

/** Production on a machine of its own (machine.ts): used, its parts killed, upgraded, its key changed, destroyed and restored. */

type Step = <Value>(name: string, act: () => Promise<Value>) => Promise<Value>
type Opened = Supervisor & {
  readonly step: Step
  readonly faults: string[]
  readonly person: Visitor
  readonly bank: number
}
type Run = Opened & { readonly shop: OpenShop }

/** Tells each step with its duration, and the numbers that it measured. */
export const step: Step = async (name, act) => {
  const from = performance.now()
  const value = await act()
  const more = typeof value === 'object' && value !== null && !Array.isArray(value) && isPlain(value) ? value : {}
  console.log(JSON.stringify({ production: name, seconds: Math.round((performance.now() - from) / 100) / 10, ...more }))
  return value
}

const isPlain = (value: object) => Object.values(value).every(one => typeof one === 'number')

/** From the first file to the first payment through the proxy; then `play`. What went wrong is in `faults`. */
export async function openProduction(
  variables: Readonly<Record<string, string>>,
  play: (run: Run) => Promise<void>,
): Promise<readonly string[]> {
  const faults: string[] = []
  const supervisor = await openSupervisor()
  let close = async () => {}
  try {
    await step('names, certificates, disks', prepareSurroundings)
    await step('database', () => makeDatabase(supervisor))
    await step('pooler', () => makePooler(supervisor))
    const bank = await step('bank', openBank)
    await step('variables', () => configure(variables))
    await step('migrate', migrate)
    await step('the application’s role owns nothing', checkRole)
    await step('two applications, two workers', () => startProcesses(supervisor))
    await step('proxy', startProxy)
    const person = await step('operator, bank, registration', openForBusiness)
    await step('an incident announced', () => announce(person))
    await step('link', async () => ({ accounts: await linkAccounts(site, person) }))
    const shop = await step('shop', () => openShop(site, person))
    close = shop.close
    await step('payment and webhook', async () => finishPayment(shop, await beginPayment(shop)))
    await play({ ...supervisor, step, faults, person, bank, shop })
  } catch (error) {
    faults.push(error instanceof Error ? (error.stack ?? error.message) : String(error))
    for (const unit of [...webs, ...workers]) faults.push(`${unit}: ${supervisor.logOf(unit).slice(-1_500)}`)
  }
  await close()
  await supervisor.stopAll().catch(error => faults.push(String(error)))
  return faults
}

export const wantedParts = (process.env.SOAK_PARTS ?? 'kills,growth,upgrade,rotation,restore').split(',')

/** All that follows, or some of it. */
export async function playProduction(run: Run, parts = wantedParts): Promise<void> {
  const isWanted = (part: string) => parts.includes(part)
  const orders: string[] = []
  if (isWanted('kills')) orders.push(...(await playKills(run, killsOf(run))).acknowledged)
  if (isWanted('growth')) orders.push(...(await playGrowth(run)).acknowledged)
  if (isWanted('upgrade')) orders.push(...(await playUpgrade(run)))
  if (isWanted('rotation')) orders.push(...(await playRotation(run)))
  if (isWanted('restore')) await playRestore(run, orders)
  for (const unit of [...webs, ...workers]) {
    const found = run
      .logOf(unit)
      .split('\n')
      .find(line => /"level":"(error|fatal)"/.test(line))
    if (found !== undefined) run.faults.push(`${unit} logged: ${found.slice(0, 1_000)}`)
  }
}

const killDatabase = () =>
  shell(
    'kill -QUIT $(head -1 /var/lib/postgresql/*/main/postmaster.pid); while pgrep -x -r D,R,S postgres; do sleep 0.1; done',
  )

function killsOf({ control, crash }: Supervisor): readonly Kill[] {
  return [
    ['an application is killed', () => crash(webs[0])],
    ['a worker is killed', () => crash(workers[0])],
    ['the pooler is killed', () => crash('pgbouncer'), () => control('start', 'pgbouncer')],
    ['the database is killed', async () => void (await killDatabase()), () => control('start', postgres)],
    ['the proxy is killed', () => crash('caddy').then(() => control('start', 'caddy'))],
  ]
}

/** Twice as many behind the same pooler and proxy, each killed once. */
async function playGrowth(run: Run) {
  const { control, crash, step } = run
  const more = ['guichet@3004', 'guichet@3006', 'guichet-worker@3005', 'guichet-worker@3007']
  await step('four applications, four workers', async () => {
    await control('start', ...more)
    await Promise.all(more.map(unit => waitUntilReady(portOf(unit), () => run.logOf(unit))))
    await shell(`sed -i 's/localhost:3000 localhost:3002/& localhost:3004 localhost:3006/' /etc/caddy/Caddyfile`)
    await control('reload', 'caddy')
  })
  const kills = [...webs, ...workers, ...more].map((unit): Kill => [`${unit} is killed`, () => crash(unit)])
  const traffic = await playKills(run, kills)
  await control('stop', ...more)
  return traffic
}

async function restart({ control, logOf }: Supervisor, unit: string): Promise<void> {
  await control('restart', unit)
  await waitUntilReady(portOf(unit), () => logOf(unit))
  await delay(5_000)
}

/** With `start` the part stays away while browsers come back from the bank. */
type Kill = readonly [name: string, kill: () => Promise<void>, start?: () => Promise<void>]

/** Kills one part after the other while people order and pay. Returns the orders that were acknowledged. */
async function playKills({ faults, step, shop, logOf }: Run, kills: readonly Kill[]) {
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
        // Soon: the bank's code is good for a minute.
        await finishPayment(shop, begun)
        for (const unit of [...webs, ...workers]) await waitUntilReady(portOf(unit), () => logOf(unit))
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

/** The other version and back, in the order of docs/operations/upgrade.md. No request may fail. */
async function playUpgrade(run: Run) {
  const { faults, step, shop } = run
  const traffic = keepBusy(shop)
  const restartAll = async (units: readonly string[]) => {
    for (const unit of units) await restart(run, unit)
    await finishPayment(shop, await beginPayment(shop))
  }
  try {
    await step('upgrade', async () => {
      await shell('npm run publish-static -- --to /var/lib/guichet', { cwd: nextVersion })
      await migrate(nextVersion)
      await shell(`ln -sfn ${nextVersion} /opt/guichet`)
      await restartAll([...workers, ...webs])
    })
    await step('back to the last release', async () => {
      await shell('ln -sfn /opt/guichet-0.1.0 /opt/guichet')
      await restartAll([...webs, ...workers])
      return { orders: traffic.acknowledged.length, failed: traffic.failed.length }
    })
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
async function playRotation(run: Run) {
  const { faults, step, shop } = run
  const [, oldKey = ''] = /^VAULT_KEYS="(.+)"$/m.exec(readFileSync('/etc/guichet/env', 'utf8')) ?? []
  const newKey = `k2:${randomBytes(32).toString('base64url')}`
  const traffic = keepBusy(shop)
  const restartWith = async (list: string) => {
    setVariable('VAULT_KEYS', list)
    for (const unit of [...workers, ...webs]) {
      const begun = await beginPayment(shop)
      await restart(run, unit)
      await finishPayment(shop, begun)
    }
    return { orders: traffic.acknowledged.length, failed: traffic.failed.length }
  }
  try {
    await step('a vault key is added', () => restartWith(`${oldKey},${newKey}`))
    await step('it is put first', () => restartWith(`${newKey},${oldKey}`))
    await step('no value needs the old one', () => waitForVault(/^k1: 0 values;/m))
    await step('the old one is taken out', () => restartWith(newKey))
    await step('every value is read', () => waitForVault(/^k2: \d+ values .+ It encrypts\.\n$/))
  } finally {
    await traffic.stop()
  }
  if (traffic.failed.length > 0) faults.push(`while the vault's key was replaced: ${tally(traffic.failed)}`)
  return traffic.acknowledged
}

/** Throws unless `npm run vault` says so within three minutes. */
async function waitForVault(wanted: RegExp): Promise<void> {
  const deadline = Date.now() + 180_000
  for (;;) {
    const said = await shell('npm --silent run vault', { cwd: '/opt/guichet' })
    if (wanted.test(said)) return
    if (Date.now() > deadline) throw new Error(`npm run vault: ${said}`)
    await delay(5_000)
  }
}

/** Each failure with how often it happened. */
function tally(failed: readonly string[]): string {
  return [...Map.groupBy(failed, text => text)].map(([text, { length }]) => `${length} × ${text}`).join('; ')
}

/** A dump, the cluster destroyed, another one, and the steps of docs/operations/incident.md. An order of before is paid afterwards. */
async function playRestore(run: Run, orders: readonly string[]): Promise<void> {
  const { faults, step, shop, person, control, logOf } = run
  const backup = newBackupFolder()
  const [bin = ''] = (await shell('pg_config --bindir')).split('\n')
  const env = { bin, BACKUP: backup, ...serviceOf(backup, ownersUrl()) }
  const ordered = await order(shop)
  const Check = z.object({ events: z.number(), breaks: z.array(z.unknown()) })
  const check = async () => Check.parse(await person.send('POST', '/api/operator/audit/check'))
  const before = await check()
  const start = async (...units: readonly string[]) => {
    await control('start', ...units)
    for (const unit of units) await waitUntilReady(portOf(unit), () => logOf(unit))
  }
  await step('back up', async () => runPage('Dump', env))
  await step('destroy', async () => {
    await control('stop', ...webs, ...workers)
    await shell('pg_dropcluster --stop $(pg_lsclusters --no-header | cut -d " " -f 1) main')
  })
  await step('restore', async () => {
    await makeDatabase(run)
    runPage('Restore a dump', { ...env, DATABASE_DIRECT_URL: ownersUrl() }, '/opt/guichet')
    await start(workers[0], webs[0])
    await delay(5_000)
    const after = await check()
    if (after.breaks.length > 0 || after.events < before.events)
      faults.push(`the audit trail had ${before.events} events, the restored one ${after.events}, or breaks`)
    await start(workers[1], webs[1])
  })
  await step('an order of before the backup is paid', async () =>
    finishPayment(shop, await beginPayment(shop, ordered)),
  )
  const lost = await countLost(shop, orders)
  if (lost > 0) faults.push(`${lost} of ${orders.length} orders are not in the restored database`)
}
