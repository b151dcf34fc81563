import { appendFileSync, writeFileSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { isDatabaseAway } from '#lib/base/database-away.ts'
import { closeDb, db } from '#lib/db.ts'
import { Refused } from '#lib/domain/refusals/refused.ts'
import { workOnce } from '#lib/jobs/tasks.ts'
import { startAttempt } from '#lib/services/payments/attempts.ts'
import { applyMigrations } from '#scripts/run/migrate.ts'
import { findClusterDir } from '#scripts/run/postgres.ts'
import { walkPayment } from '#testing/bank/payer.ts'
import { presence } from '#testing/bank/start.ts'
import { copyCluster, fileBackup, newServerFolder, type Server, startCopy } from '#testing/database/clusters.ts'
import { listenHere } from '#testing/listen-here.ts'
import { arriveAt } from '#testing/processes/payment-calls.ts'
import { findBrokenPayments } from '#testing/processes/payment-invariants.ts'
import bundlePrograms from '#testing/setup/programs.ts'
import { makeDue, newOrder, payee, payingBank } from '#testing/shop/orders.ts'
import { type Stack, startStack } from '#testing/stack/start.ts'
import { groundSettings, playCrashes } from './crashes.ts'
import { canRunPatroni, endings, openPatroni } from './patroni.ts'

type FailoverReport = {
  /** Orders whose creation was acknowledged, and how many of them the new primary doesn't have. */
  readonly acknowledged: number
  readonly lost: number
  readonly executed: number
  /** For each end of a primary the longest time between two acknowledged orders. */
  readonly pauseMs: Readonly<Record<string, number>>
  readonly faults: readonly string[]
}

/** A primary with a standby. `ends`: the ways in which one primary after the other ends; each resolves when the next one takes writes. */
type Pair = {
  readonly databaseUrl: string
  readonly ends: Readonly<Record<string, () => Promise<void>>>
  readonly remove: () => Promise<void>
}

/** With and without synchronous replication; only the first may lose nothing. */
export async function runFailover() {
  const synchronous = await playFailover(() => openStreaming({ isSynchronous: true }))
  const asynchronous = await playFailover(() => openStreaming({ isSynchronous: false }))
  const { lost } = synchronous
  return { synchronous, asynchronous, faults: [...synchronous.faults, ...findLoss(lost)] }
}

/** The same by Patroni, which promotes by itself. Null without it. */
export async function runCluster() {
  if (!canRunPatroni()) return null
  const report = await playFailover(async () => {
    const { databaseUrl, end, close } = await openPatroni()
    return { databaseUrl, ends: Object.fromEntries(endings.map(how => [how, () => end(how)])), remove: close }
  })
  return { ...report, faults: [...report.faults, ...findLoss(report.lost)] }
}

const findLoss = (lost: number) => (lost > 0 ? [`${lost} acknowledged orders are lost`] : [])

/**
 * Ends the primary of a pair while people refresh, consent and pay. With synchronous replication nothing that was acknowledged may be
 * lost; without, what is lost is counted. The application knows one address, which leads to the primary, as with a load balancer.
 */
async function playFailover(open: () => Promise<Pair>): Promise<FailoverReport> {
  Object.assign(process.env, groundSettings)
  await bundlePrograms()
  const { databaseUrl, ends, remove } = await open()
  process.env.DATABASE_URL = databaseUrl
  await applyMigrations(databaseUrl)
  const stack = await startStack({ SANDBOX_ROTATE_REFRESH: '1' })
  const shop = openShop(stack)
  const [left, ended] = [Object.entries(ends), [] as { readonly name: string; readonly at: number }[]]
  const crash = async () => {
    const [name = '', end] = left.shift() ?? []
    ended.push({ name, at: performance.now() })
    await end?.()
  }
  try {
    const crashed = await playCrashes({ stack, crash, stop: async () => undefined }, { crashes: left.length })
    const { created, paid } = await shop.close()
    const kept = await db().paymentOrder.count({ where: { id: { in: created.map(({ id }) => id) } } })
    await finishAll(paid)
    const executed = await db().paymentOrder.count({ where: { status: 'executed' } })
    const faults = [...crashed.faults, ...(await findBrokenPayments(stack.running))]
    if (executed === 0) faults.push('nothing was paid')
    const pauses = ended.map(({ name, at }, index) => [
      name,
      longestPause(created, at, ended[index + 1]?.at ?? Infinity),
    ])
    const counts = { acknowledged: created.length, lost: created.length - kept, executed }
    return { ...counts, pauseMs: Object.fromEntries(pauses), faults }
  } finally {
    await shop.close()
    await stack.stop()
    await closeDb()
    await remove()
  }
}

/** Of those that ended or began between two moments. */
function longestPause(created: readonly { readonly at: number }[], from: number, to: number): number {
  const pauses = created.flatMap(({ at }, index) => {
    const before = created[index - 1]?.at ?? at
    return at > from && before < to ? [at - before] : []
  })
  return Math.round(Math.max(0, ...pauses))
}

/** Two servers of ours; the standby is promoted by hand. */
async function openStreaming({ isSynchronous }: { readonly isSynchronous: boolean }): Promise<Pair> {
  const primary = await fileBackup.open()
  const standby = await addStandby(primary)
  if (isSynchronous) await waitForStandby(primary)
  const address = await openAddress(portOf(primary))
  const killed = async () => {
    await primary.postgres.crash()
    await ask(standby, 'SELECT pg_promote(true)')
    address.leadTo(portOf(standby))
  }
  return {
    databaseUrl: Object.assign(new URL(primary.databaseUrl), { port: String(address.port) }).href,
    ends: { 'killed, the standby promoted': killed },
    remove: async () => {
      address.close()
      await standby.remove()
      await primary.remove()
    },
  }
}

const portOf = ({ databaseUrl }: Server) => Number(new URL(databaseUrl).port)

async function ask(server: Server, ...statements: readonly string[]): Promise<readonly unknown[]> {
  const client = new pg.Client({ connectionString: server.postgres.urlOf('postgres') })
  await client.connect()
  try {
    let rows: readonly unknown[] = []
    for (const statement of statements) rows = (await client.query(statement)).rows
    return rows
  } finally {
    await client.end()
  }
}

/** A copy that follows the primary. */
async function addStandby(primary: Server): Promise<Server> {
  const folder = newServerFolder()
  await copyCluster(primary, folder)
  const dir = findClusterDir(folder)
  const { username, password, port } = new URL(primary.databaseUrl)
  const source = `host=127.0.0.1 port=${port} user=${username} password=${password} application_name=standby`
  appendFileSync(join(dir, 'postgresql.auto.conf'), `primary_conninfo = '${source}'\n`)
  writeFileSync(join(dir, 'standby.signal'), '')
  return startCopy(folder)
}

/** From now on a commit waits until the standby has it on disk, which is what `synchronous_commit = on` means with a named standby. */
async function waitForStandby(primary: Server): Promise<void> {
  await ask(primary, `ALTER SYSTEM SET synchronous_standby_names = 'standby'`, 'SELECT pg_reload_conf()')
  const isReady = `SELECT 1 FROM pg_stat_replication WHERE application_name = 'standby' AND sync_state = 'sync'`
  while ((await ask(primary, isReady)).length === 0) await delay(50)
}

/** One address for a pair of servers. Leading elsewhere ends what is connected, like HAProxy's `on-marked-down shutdown-sessions`. */
async function openAddress(first: number) {
  let port = first
  const open = new Set<Socket>()
  const server = createServer(near => {
    const far = connect(port, '127.0.0.1')
    for (const socket of [near, far]) {
      open.add(socket)
      socket.on('error', () => socket.destroy()).on('close', () => open.delete(socket))
    }
    near.pipe(far).pipe(near)
    near.once('close', () => far.destroy())
    far.once('close', () => near.destroy())
  })
  const here = await listenHere(server)
  const endAll = () => {
    for (const socket of open) socket.destroy()
  }
  return {
    port: here,
    leadTo: (other: number) => {
      port = other
      endAll()
    },
    close: () => {
      endAll()
      server.close()
    },
  }
}

/** A shop that creates orders all the time, and a payer who pays some of them. */
function openShop({ running }: Stack) {
  const created: { readonly id: string; readonly at: number }[] = []
  const paid: string[] = []
  let isOpen = true
  const keepDoing = async (act: () => Promise<void>) => {
    while (isOpen) {
      await act().catch(unlessAway)
      await delay(20)
    }
  }
  const create = async () => {
    const id = await newOrder()
    created.push({ id, at: performance.now() })
  }
  const pay = async () => {
    const id = await newOrder()
    paid.push(id)
    const { redirectTo } = await startAttempt(payee, id, { bankCode: payingBank, presence })
    const { callbackUrl } = await walkPayment(running, new URL(redirectTo), 'camille-bernard')
    await arriveAt(callbackUrl.href)
  }
  const ended = Promise.all([keepDoing(create), keepDoing(pay)])
  return {
    close: async () => {
      isOpen = false
      await ended
      return { created, paid }
    },
  }
}

/** What a person is told is to try again. */
function unlessAway(error: unknown): void {
  if (!isDatabaseAway(error) && !(error instanceof Refused)) throw error
}

/** The workers carry on what was under way. */
async function finishAll(orderIds: readonly string[]): Promise<void> {
  for (let round = 0; round < 4; round += 1) {
    for (const id of orderIds) await makeDue(id)
    await workOnce('payments')
  }
}
