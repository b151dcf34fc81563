import { type ChildProcess, fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { calibrate, isWithin, shareOf, timesOf } from './servers/calibration.ts'
import { canPin, cpuMsOf, cpuMsOfFamily, parentOf, pin } from './servers/cpu.ts'
import { openBenchDatabase } from './servers/database.ts'
import { atOnce, percentile } from './servers/load.ts'
import { createPeoplesBank } from './servers/peoples-bank.ts'
import type { Order } from './servers/worker-in-use.ts'

/**
 * What more people and more processes cost: refreshes, pages, checkouts and webhooks, by the processor time of our processes and of
 * PostgreSQL; its log (WAL), disk and vacuum; and what follows for one PostgreSQL (docs/costs.md). The cost of a refresh may not grow by
 * more than a tenth with the number of people. Ten minutes; three with BENCH_PEOPLE=250,1000 BENCH_VISITORS=40 BENCH_ROUNDS=2.
 */
const sizes = (process.env.BENCH_PEOPLE ?? '1000,10000').split(',').map(Number)
const most = Number(process.env.BENCH_VISITORS ?? 150)
const rounds = Number(process.env.BENCH_ROUNDS ?? 5)
const days = 90
const bankCodes = ['19870', '19871', '19872', '19873', '19874', '19875', '19876', '19877']
const cores = availableParallelism()

const calibration = await calibrate()
const database = await openBenchDatabase('scale')
process.env.WEBHOOK_LOOPBACK = '1'
const { closeBanks } = await import('#lib/banks.ts')
const { closeDb, db } = await import('#lib/db.ts')
const { slotsPerDay } = await import('#lib/domain/bank/schedule.ts')
const { categoriseNew } = await import('#lib/services/accounts/categorise.ts')
const { refreshConnection } = await import('#lib/services/refresh/connection.ts')
const { linkAndConsent } = await import('./servers/linked.ts')
const { openOurSide, median } = await import('./servers/our-side.ts')
const { presence } = await import('#testing/bank/start.ts')
const { addPeople, chooseVisitors } = await import('./servers/people.ts')
const { happen, openReceiver, openShops, returnUrl } = await import('./servers/shops.ts')
const { startWeb } = await import('./servers/web-in-use.ts')
type Visitors = Awaited<ReturnType<typeof chooseVisitors>>

/** Lines that every account has got since the beginning: one with each round. */
let more = 0
const me = await openOurSide(createPeoplesBank({ days, more: () => more }))
const { code: _, ...bankEntry } = await db().bank.findUniqueOrThrow({ where: { code: '19870' } })
for (const code of bankCodes.slice(1)) await db().bank.create({ data: { ...bankEntry, code } })
const connectionId = await linkAndConsent(me)
await refreshConnection(me, connectionId, presence)
await categoriseNew(me.userId)
const template = { userId: me.userId, bankCodes }

const [backend] = await db().$queryRaw<{ pid: number }[]>`SELECT pg_backend_pid() AS "pid"`
const postmaster = parentOf(backend?.pid ?? 0)
const isPinned = canPin()
const appCores = cores > 2 ? `0,2-${cores - 1}` : '0'
if (isPinned) pin(postmaster, '1')
if (isPinned) pin(process.pid, appCores)
const receiver = await openReceiver()
const shops = await openShops(12, receiver.url)
say('machine', { cores, databaseOnItsOwnCore: isPinned, banks: bankCodes.length, linesPerPerson: 2 * days })

type Costs = { readonly appMs: number; readonly databaseMs: number; readonly walBytes: number }
/** Of each size, with one process. */
const refreshes: Costs[] = []
const pages: Costs[] = []
const disk: { person: number; line: number }[] = []

try {
  let before = 0
  for (const size of sizes) {
    await seed(before, size)
    before = size
    const visitors = await chooseVisitors(most, size)
    const counts = size === sizes.at(-1) ? [1, 2, 4].filter(count => count <= cores) : [1]
    for (const count of counts) await measureWorkers(size, count, visitors)
    for (const count of counts) await measureWeb(size, count, visitors)
    await measureVacuum(size)
  }
  await sayCapacity()
} finally {
  await receiver.close()
  await closeBanks()
  await closeDb()
  await database.drop()
}

async function seed(before: number, people: number): Promise<void> {
  const [bytesBefore, from] = [await databaseBytes(), performance.now()]
  await addPeople(template, before + 1, people)
  const added = people - before
  const perPerson = ((await databaseBytes()) - bytesBefore) / added
  const [lines] = await db().$queryRaw<{ bytes: bigint }[]>`
    SELECT pg_total_relation_size('"Transaction"')::bigint / GREATEST(1, count(*)) AS "bytes" FROM "Transaction"`
  disk.push({ person: perPerson, line: Number(lines?.bytes ?? 0) })
  const seconds = rounded((performance.now() - from) / 1_000)
  say('disk', { people, seconds, bytesPerPerson: Math.round(perPerson), bytesPerLine: Number(lines?.bytes ?? 0) })
}

async function measureWorkers(people: number, count: number, visitors: Visitors): Promise<void> {
  const workers = await Promise.all(Array.from({ length: count }, startWorker))
  try {
    for (let warm = 0; warm < 2; warm += 1) await refreshAll(visitors, workers)
    const costs: (Costs & { perSecond: number })[] = []
    for (let round = 0; round < rounds; round += 1) {
      // What production pays most of the time: the first change of a page since the last checkpoint writes the whole page.
      await db().$executeRaw`CHECKPOINT`
      costs.push(await refreshAll(visitors, workers))
    }
    const again = await refreshAll(visitors, workers)
    const of = (key: 'appMs' | 'databaseMs' | 'walBytes' | 'perSecond') => median(costs.map(cost => cost[key]))
    const [appMs, databaseMs] = [of('appMs'), of('databaseMs')]
    if (count === 1) refreshes.push({ appMs, databaseMs, walBytes: of('walBytes') })
    say('accounts refreshed', {
      people,
      workers: count,
      perSecond: Math.round(of('perSecond')),
      perSecondAndCore: Math.round(1_000 / (appMs + databaseMs)),
      ofWorkersMs: rounded(appMs),
      ofDatabaseMs: rounded(databaseMs),
      inSignatures: timesOf(appMs + databaseMs, calibration, 'signatures'),
      walBytes: Math.round(of('walBytes')),
      walBytesOnKnownPages: Math.round(again.walBytes),
    })
    await measureWebhooks(people, workers)
    if (count === 1) await measureIdle(people, workers)
  } finally {
    for (const worker of workers) worker.disconnect()
  }
}

async function startWorker(): Promise<ChildProcess> {
  const worker = fork(new URL('servers/worker-in-use.ts', import.meta.url), [bankCodes.join(), String(days)])
  await new Promise((done, failed) => {
    worker.once('message', done)
    worker.once('exit', code => failed(new Error(`a worker ended with ${code}`)))
  })
  if (isPinned) pin(worker.pid, appCores)
  return worker
}

function tell(workers: readonly ChildProcess[], tasks: Order['tasks']): Promise<unknown> {
  const order: Order = { tasks, more }
  return Promise.all(
    workers.map(worker => {
      const done = new Promise(resolve => worker.once('message', resolve))
      worker.send(order)
      return done
    }),
  )
}

/** Every visitor's connection is due; per account. */
async function refreshAll(visitors: Visitors, workers: readonly ChildProcess[]) {
  const ids = visitors.map(visitor => visitor.connectionId)
  const accounts = 2 * ids.length
  more += 1
  await db().quotaUse.deleteMany({})
  await db().connection.updateMany({ where: { id: { in: ids } }, data: { nextRefreshAt: new Date(0) } })
  const from = new Date()
  const where = { id: { in: ids }, lastSyncedAt: { gte: from } }
  const spent = await spend(workers, accounts, async () => {
    await tell(workers, ['refreshes'])
    while ((await db().connection.count({ where })) < ids.length) await delay(100)
    await tell(workers, [])
  })
  const wrong = await db().account.count({ where: { connectionId: { in: ids }, NOT: { syncState: 'done' } } })
  if (wrong > 0) throw new Error(`${wrong} accounts were not read`)
  const { _max } = await db().connection.aggregate({ where, _max: { lastSyncedAt: true } })
  return { ...spent, perSecond: (1_000 * accounts) / ((_max.lastSyncedAt?.getTime() ?? 0) - from.getTime()) }
}

async function measureWebhooks(people: number, workers: readonly ChildProcess[]): Promise<void> {
  const waiting = 100 * rounds
  const drain = async (count: number) => {
    receiver.arrivedAt.clear()
    await atOnce(8, count, at => happen(shops[at % shops.length] ?? { organisationId: '' }))
    const from = performance.now()
    const spent = await spend(workers, count, async () => {
      await tell(workers, ['webhooks'])
      await receiver.has(count)
    })
    const perSecond = (1_000 * count) / (performance.now() - from)
    await tell(workers, [])
    return { ...spent, perSecond }
  }
  await drain(100)
  const { appMs, databaseMs, walBytes, perSecond } = await drain(waiting)
  say('webhooks', {
    people,
    workers: workers.length,
    perSecond: Math.round(perSecond),
    perSecondAndCore: Math.round(1_000 / (appMs + databaseMs)),
    ofWorkersMs: rounded(appMs),
    ofDatabaseMs: rounded(databaseMs),
    ofEmptyRoute: shareOf(1_000 / (appMs + databaseMs), calibration, 'routes'),
    walBytes: Math.round(walBytes),
  })
}

/**
 * All tasks with nothing due: first every sweep once, then what a worker asks all day, without the vacuum and the checkpoints of what
 * was measured before; and which tables were read from end to end.
 */
async function measureIdle(people: number, workers: readonly ChildProcess[]): Promise<void> {
  const before = await rowsScanned()
  const sweeps = await spend(workers, 1, async () => {
    await tell(workers, null)
    // A process reads every sealed value once when it begins.
    await delay(4_000 + people / 20)
  })
  const seconds = 8
  const asked = await askedMs()
  const idle = await spend(workers, seconds, () => delay(1_000 * seconds))
  const databaseMs = ((await askedMs()) - asked) / seconds
  await tell(workers, [])
  const scanned = (await rowsScanned()).map(({ table, rows }) => {
    const known = before.find(one => one.table === table)?.rows ?? 0
    return { table, rows: rows - known }
  })
  const largest = scanned.filter(({ rows }) => rows >= people).toSorted((one, other) => other.rows - one.rows)
  say('idle worker', {
    people,
    databaseMsOfAllSweeps: Math.round(sweeps.databaseMs),
    databaseMsPerSecond: rounded(databaseMs),
    workerMsPerSecond: rounded(idle.appMs),
    rowsScanned: Object.fromEntries(largest.map(({ table, rows }) => [table, rows])),
  })
}

/** Processor time of what PostgreSQL does for its clients, without its own processes. */
async function askedMs(): Promise<number> {
  const rows = await db().$queryRaw<{ pid: number }[]>`
    SELECT "pid" FROM pg_stat_activity WHERE "backend_type" = 'client backend'`
  return rows.reduce((sum, { pid }) => sum + cpuMsOf(pid), 0)
}

async function measureWeb(people: number, count: number, visitors: Visitors): Promise<void> {
  const web = await startWeb(count)
  if (isPinned) for (const child of web.children) pin(child.pid, appCores)
  const lanes = 2 * count
  const visitorAt = (at: number) => visitors[(at * 7) % visitors.length]
  const paths = ['/home', '/transactions', '/accounts/']
  const open = async (at: number) => {
    const visitor = visitorAt(at)
    const path = paths[at % paths.length] ?? ''
    const headers = { cookie: visitor?.cookie ?? '' }
    await web.ask(path.endsWith('/') ? `${path}${visitor?.accountId}` : path, { headers })
  }
  const sell = async (at: number) => {
    const headers = { authorization: `Bearer ${shops[at % shops.length]?.key}`, 'idempotency-key': randomUUID() }
    const body = { amount: '12.34', reference: `Commande ${at}`, return_url: returnUrl }
    await web.ask('/api/v1/checkout-sessions', { headers, body, status: 201 })
  }
  try {
    const page = await time(web.children, { lanes, warm: 90 * count, runs: 60 * rounds }, open)
    const checkout = await time(web.children, { lanes, warm: 150 * count, runs: 100 * rounds }, sell)
    if (count === 1) pages.push(page)
    say('pages', { people, ...report(count, page), ofEmptyPage: shareOf(1_000 / page.appMs, calibration, 'pages') })
    say('checkouts', {
      people,
      ...report(count, checkout),
      ofEmptyRoute: shareOf(1_000 / checkout.appMs, calibration, 'routes'),
    })
  } finally {
    await web.stop()
  }
}

type Load = { readonly lanes: number; readonly warm: number; readonly runs: number }

async function time(
  children: readonly ChildProcess[],
  { lanes, warm, runs }: Load,
  act: (at: number) => Promise<void>,
) {
  await atOnce(lanes, warm, act)
  const times: number[] = []
  let perSecond = 0
  const spent = await spend(children, runs, async () => {
    perSecond = await atOnce(lanes, runs, async at => {
      const from = performance.now()
      await act(at)
      times.push(performance.now() - from)
    })
  })
  times.sort((one, other) => one - other)
  return { ...spent, perSecond, p50Ms: percentile(times, 0.5), p95Ms: percentile(times, 0.95) }
}

function report(processes: number, measured: Awaited<ReturnType<typeof time>>) {
  const { perSecond, p50Ms, p95Ms, appMs, databaseMs, walBytes } = measured
  return {
    processes,
    perSecond: Math.round(perSecond),
    p50Ms,
    p95Ms,
    ofWebMs: rounded(appMs),
    ofDatabaseMs: rounded(databaseMs),
    walBytes: Math.round(walBytes),
  }
}

/** What autovacuum has to do after the rounds, at once. */
async function measureVacuum(people: number): Promise<void> {
  const client = new pg.Client({ connectionString: process.env.DATABASE_URL })
  await client.connect()
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
  const [cpu, wal, from] = [cpuMsOf(rows[0]?.pid), await walPosition(), performance.now()]
  await client.query('VACUUM ANALYZE')
  say('vacuum', {
    people,
    ms: Math.round(performance.now() - from),
    databaseMs: Math.round(cpuMsOf(rows[0]?.pid) - cpu),
    walBytes: (await walPosition()) - wal,
  })
  await client.end()
}

/**
 * How many people one core of PostgreSQL carries, and one of ours, if all are refreshed as often as allowed, spread over the day, and open
 * three pages a day, at the busiest hour three times the mean; a core is used to six tenths. Then a person's year on disk.
 */
async function sayCapacity(): Promise<void> {
  const [refresh, page, size] = [refreshes.at(-1), pages.at(-1), disk.at(-1)]
  if (!refresh || !page || !size) return
  const daySeconds = { refreshes: 18.5 * 3_600, pages: 86_400 }
  const accountsADay = 2 * slotsPerDay
  const peak = (key: 'appMs' | 'databaseMs') =>
    (accountsADay * refresh[key]) / daySeconds.refreshes + (3 * 3 * page[key]) / daySeconds.pages
  const carries = (key: 'appMs' | 'databaseMs') => Number(((0.6 * 1_000) / peak(key)).toPrecision(2))
  const [calls] = await db().$queryRaw<{ bytes: bigint }[]>`
    SELECT pg_total_relation_size('"BankCall"')::bigint / GREATEST(1, count(*)) AS "bytes" FROM "BankCall"`
  const callBytes = Number(calls?.bytes ?? 0)
  const callsADay = 2.5 * accountsADay
  const flat = refreshes.map(({ appMs, databaseMs }) => appMs + databaseMs)
  const judged = {
    refreshWithMorePeople: { ratio: rounded((flat.at(-1) ?? 0) / (flat[0] ?? 1)), atMost: 1.1 },
  }
  say('one PostgreSQL', {
    peoplePerDatabaseCore: carries('databaseMs'),
    peoplePerCoreOfOurs: carries('appMs'),
    walBytesPerPersonAndDay: Math.round(accountsADay * refresh.walBytes + 3 * page.walBytes),
    bytesPerPersonAtFirst: Math.round(size.person),
    bytesOfLinesPerPersonAndYear: Math.round(2 * 365 * size.line),
    bytesPerCallInTheLog: callBytes,
    bytesOfCallLogPerPersonAndYear: Math.round(callsADay * 365 * callBytes),
    judged,
    ok: isWithin(judged),
  })
  process.exitCode = isWithin(judged) ? 0 : 1
}

/** Costs of each of `units`. */
async function spend(children: readonly ChildProcess[], units: number, act: () => Promise<unknown>): Promise<Costs> {
  const read = async () => ({
    app: children.reduce((sum, { pid }) => sum + cpuMsOf(pid), 0),
    database: cpuMsOfFamily(postmaster),
    wal: await walPosition(),
  })
  const before = await read()
  await act()
  const after = await read()
  return {
    appMs: (after.app - before.app) / units,
    databaseMs: (after.database - before.database) / units,
    walBytes: (after.wal - before.wal) / units,
  }
}

async function walPosition(): Promise<number> {
  const [row] = await db().$queryRaw<{ bytes: bigint }[]>`
    SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::bigint AS "bytes"`
  return Number(row?.bytes ?? 0)
}

async function databaseBytes(): Promise<number> {
  const [row] = await db().$queryRaw<{ bytes: bigint }[]>`SELECT pg_database_size(current_database()) AS "bytes"`
  return Number(row?.bytes ?? 0)
}

async function rowsScanned(): Promise<readonly { table: string; rows: number }[]> {
  const rows = await db().$queryRaw<{ table: string; rows: bigint }[]>`
    SELECT relname AS "table", seq_tup_read AS "rows" FROM pg_stat_user_tables`
  return rows.map(row => ({ table: row.table, rows: Number(row.rows) }))
}

function say(what: string, figures: Readonly<Record<string, unknown>>): void {
  console.log(JSON.stringify({ bench: 'scale', what, ...figures }))
}

function rounded(value: number): number {
  return Number(value.toPrecision(3))
}
