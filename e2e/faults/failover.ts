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
import { makeDue, newOrder, payee, payingBank } from '#testing/shop/orders.ts'
import { type Stack, startStack } from '#testing/stack/start.ts'
import { groundSettings, playCrashes } from './crashes.ts'

type FailoverReport = {
  readonly isSynchronous: boolean
  /** Orders whose creation was acknowledged, and how many of them the new primary doesn't have. */
  readonly acknowledged: number
  readonly lost: number
  readonly executed: number
  /** From the primary's end to the first write that was acknowledged again, and how much of it the promotion took. */
  readonly recoveryMs: number
  readonly promotionMs: number
  readonly faults: readonly string[]
}

/** With and without synchronous replication; only the first may lose nothing. */
export async function runFailover() {
  const synchronous = await playFailover({ isSynchronous: true })
  const asynchronous = await playFailover({ isSynchronous: false })
  return { synchronous, asynchronous, faults: synchronous.faults }
}

/**
 * Kills the primary of a streaming pair while people refresh, consent and pay, and promotes the standby. With synchronous replication
 * nothing that was acknowledged may be lost; without, what is lost is counted. The application knows one address, which leads to the
 * primary, as with a load balancer.
 */
async function playFailover({ isSynchronous }: { readonly isSynchronous: boolean }): Promise<FailoverReport> {
  Object.assign(process.env, groundSettings)
  const primary = await fileBackup.open()
  await applyMigrations(primary.databaseUrl)
  const standby = await addStandby(primary)
  if (isSynchronous) await waitForStandby(primary)
  const address = await openAddress(portOf(primary))
  process.env.DATABASE_URL = Object.assign(new URL(primary.databaseUrl), { port: String(address.port) }).href
  const stack = await startStack({ SANDBOX_ROTATE_REFRESH: '1' })
  const shop = openShop(stack)
  const times = { killedAt: 0, promotionMs: 0 }
  const crash = async () => {
    times.killedAt = performance.now()
    await primary.postgres.crash()
    const from = performance.now()
    await ask(standby, 'SELECT pg_promote(true)')
    times.promotionMs = Math.round(performance.now() - from)
    address.leadTo(portOf(standby))
  }
  try {
    const crashed = await playCrashes({ stack, crash, stop: async () => undefined }, { crashes: 1 })
    const { created, paid } = await shop.close()
    const kept = await db().paymentOrder.count({ where: { id: { in: created.map(({ id }) => id) } } })
    const lost = created.length - kept
    await finishAll(paid)
    const executed = await db().paymentOrder.count({ where: { status: 'executed' } })
    const firstAfter = created.find(({ at }) => at > times.killedAt + times.promotionMs)?.at ?? Number.NaN
    const faults = [...crashed.faults, ...(await findBrokenPayments(stack.running))]
    if (isSynchronous && lost > 0) faults.push(`${lost} acknowledged orders are lost`)
    if (executed === 0) faults.push('nothing was paid')
    const measured = { recoveryMs: Math.round(firstAfter - times.killedAt), promotionMs: times.promotionMs }
    return { isSynchronous, acknowledged: created.length, lost, executed, ...measured, faults }
  } finally {
    await shop.close()
    await stack.stop()
    await closeDb()
    address.close()
    await standby.remove()
    await primary.remove()
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
