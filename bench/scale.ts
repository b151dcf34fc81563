import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import pg from 'pg'
import { closeBanks } from '#lib/banks.ts'
import { closeDb, db } from '#lib/db.ts'
import { refreshConnection, takeDueRefreshes } from '#lib/services/refresh/connection.ts'
import { presence } from '#testing/bank/start.ts'
import { calibrate } from './servers/calibration.ts'
import { createConstantBank } from './servers/constant-bank.ts'
import { openBenchDatabase } from './servers/database.ts'
import { cpuMsOf } from './servers/load.ts'
import { addPerson, linkAndConsent, openOurSide, walPosition } from './servers/our-side.ts'

/**
 * Refreshes among so many people on one PostgreSQL, by 1, 2 and 4 workers in processes of their own: processor time of ours and of
 * PostgreSQL, WAL, and what 32 looks for work at once cost. `PEOPLE`: how many (1000); docs/scale.md is its output.
 */
const people = Number(process.env.PEOPLE ?? 1_000)
const linesEach = people > 10_000 ? 10 : 100
const connections = 48
const rounds = 4
/** Not counted: a worker runs for days, and its first thousand refreshes cost up to three times as much. */
const warmRounds = 12

await calibrate()
const database = await openBenchDatabase('scale')
const first = await openOurSide(createConstantBank({ accountsOf: () => 1, pagesPerAccount: 1 }))
const from = performance.now()
await makeCrowd(database.url, people, linesEach)
const [size] = await db().$queryRaw<{ bytes: bigint }[]>`SELECT pg_database_size(current_database()) AS bytes`
print({
  made: people,
  linesEach,
  seconds: Math.round((performance.now() - from) / 1_000),
  mb: Number(size?.bytes ?? 0) / 1e6,
})
const readers = [first, ...(await Promise.all(Array.from({ length: connections - 1 }, addPerson)))]
for (const reader of readers) await refreshConnection(reader, await linkAndConsent(reader), presence)
const ofReaders = { userId: { in: readers.map(({ userId }) => userId) } }
// The first change of a page after a checkpoint writes all of it: how often depends on the checkpoints.
await db().$executeRaw`ALTER SYSTEM SET full_page_writes = off`
await db().$executeRaw`SELECT pg_reload_conf()`
let newLines = 0
for (const each of [0, 1]) for (const processes of [1, 2, 4]) await measure(processes, each)
await measureLooks()
await closeBanks()
await closeDb()
await database.drop()

/** `newEach`: lines that the bank has more each time. */
async function measure(processes: number, newEach: number): Promise<void> {
  const workers = await Promise.all(Array.from({ length: processes }, startWorker))
  const sum = { done: 0, cpuMs: 0, postgresMs: 0, walBytes: 0 }
  for (let count = 0; count < warmRounds * processes + rounds; count += 1) {
    newLines += newEach
    const took = await round(workers)
    if (count < warmRounds * processes) continue
    for (const key of ['done', 'cpuMs', 'postgresMs', 'walBytes'] as const) sum[key] += took[key]
  }
  const { done } = sum
  const each = (total: number) => Math.round((100 * total) / done) / 100
  print({
    processes,
    newEach,
    refreshes: done,
    ourMs: each(sum.cpuMs),
    postgresMs: each(sum.postgresMs),
    walBytes: Math.round(sum.walBytes / done),
  })
  for (const worker of workers) worker.disconnect()
  await Promise.all(workers.map(worker => once(worker, 'exit')))
}

async function startWorker(): Promise<ChildProcess> {
  const worker = fork(new URL('servers/refresher.ts', import.meta.url), {
    execArgv: ['--conditions=react-server', '--disable-warning=ExperimentalWarning'],
  })
  await once(worker, 'message')
  return worker
}

type Told = { readonly done: number; readonly cpuMs: number }

/** All linked connections are due for the first time of a day, and read by whoever comes first. What they took together. */
async function round(workers: readonly ChildProcess[]) {
  await db().quotaUse.deleteMany({})
  await db().connection.updateMany({ where: ofReaders, data: { nextRefreshAt: new Date(0) } })
  const [before, wal] = [await postgresMs(), await walPosition()]
  const telling = workers.map(async worker => {
    const answer = once(worker, 'message')
    worker.send(newLines)
    const [said]: Told[] = await answer
    return said ?? { done: 0, cpuMs: 0 }
  })
  const told = await Promise.all(telling)
  const walBytes = Number((await walPosition()) - wal)
  const total = (key: keyof Told) => told.reduce((sum, one) => sum + one[key], 0)
  return { done: total('done'), cpuMs: total('cpuMs'), postgresMs: msSince(before, await postgresMs()), walBytes }
}

/** Of the server's processes for this database, so far, by process. */
async function postgresMs(): Promise<ReadonlyMap<number, number>> {
  const rows = await db().$queryRaw<
    { pid: number }[]
  >`SELECT pid FROM pg_stat_activity WHERE datname = current_database()`
  return new Map(rows.map(({ pid }) => [pid, cpuMsOf(pid)]))
}

/** Without those that ended meanwhile. */
function msSince(before: ReadonlyMap<number, number>, after: ReadonlyMap<number, number>): number {
  return [...after].reduce((sum, [pid, ms]) => sum + ms - (before.get(pid) ?? 0), 0)
}

/** 32 at once, most of which find others' work under way. */
async function measureLooks(): Promise<void> {
  await db().connection.updateMany({ where: ofReaders, data: { nextRefreshAt: new Date(0) } })
  const [looks, before, began] = [32 * 20, await postgresMs(), performance.now()]
  let taken = 0
  for (let count = 0; count < 20; count += 1) {
    const rows = await Promise.all(Array.from({ length: 32 }, () => takeDueRefreshes(1)))
    taken += rows.flat().length
  }
  const postgres = msSince(before, await postgresMs())
  print({
    looks,
    taken,
    postgresMsEach: Math.round((1_000 * postgres) / looks) / 1_000,
    clockMsEach: Math.round((100 * (performance.now() - began)) / looks) / 100,
  })
}

function print(said: object): void {
  console.log(JSON.stringify({ bench: 'scale', people, ...said }))
}

/** People with two accounts each and their lines, made by SQL; none is due for a refresh. */
async function makeCrowd(databaseUrl: string, people: number, linesEach: number): Promise<void> {
  // The application's connections have a limit of time.
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const run = (sql: string) => client.query(sql)
  // Foreign keys aren't checked, and each index is made at once.
  await run(`SET session_replication_role = replica; SET synchronous_commit = off; SET maintenance_work_mem = '512MB'`)
  const { rows: indexes } = await client.query<{ name: string; made: string }>(`
    SELECT indexname AS name, indexdef AS made FROM pg_indexes WHERE tablename = 'Transaction' AND indexname <> 'Transaction_pkey'`)
  for (const { name } of indexes) await run(`DROP INDEX "${name}"`)
  await run(`
    INSERT INTO "User" ("id", "email", "name", "passwordHash")
    SELECT md5('user' || n)::uuid, 'person' || n || '@crowd.example', 'Person', 'none' FROM generate_series(1, ${people}) AS n`)
  await run(`
    INSERT INTO "Connection" ("id", "userId", "bankCode", "status", "nextRefreshAt", "loginFingerprint", "accessSealed", "refreshSealed")
    SELECT md5('connection' || n)::uuid, md5('user' || n)::uuid, '19870', 'active', '2100-01-01', md5('login' || n),
      repeat(md5('access' || n), 12), repeat(md5('refresh' || n), 12) FROM generate_series(1, ${people}) AS n`)
  await run(`
    INSERT INTO "Account" ("id", "userId", "connectionId", "resourceId", "kind", "currency", "cashAccountType", "name", "features",
      "mayBalances", "mayTransactions", "syncState", "lastSyncedAt")
    SELECT md5('account' || n || '.' || a)::uuid, md5('user' || n)::uuid, md5('connection' || n)::uuid, 'R' || a, 'account', 'EUR', 'CACC',
      'Compte', '{}', true, true, 'done', now() FROM generate_series(1, ${people}) AS n, generate_series(1, 2) AS a`)
  await run(`
    INSERT INTO "Balance" ("id", "userId", "accountId", "type", "name", "amountMinor", "currency", "readAt")
    SELECT gen_random_uuid(), "userId", "id", type, type, 123456, 'EUR', now() FROM "Account", unnest('{CLBD,VALU,OTHR}'::text[]) AS type
    WHERE "resourceId" IN ('R1', 'R2')`)
  await run(`
    INSERT INTO "Transaction" ("userId", "accountId", "key", "entryReference", "booked", "status", "amountMinor", "currency", "day", "label",
      "remittance", "searchText", "category", "categorySource", "counterparty")
    SELECT "userId", "id", n::text, n::text, true, 'BOOK', -n, 'EUR', current_date - n, 'CARTE ' || n, '{}', 'carte ' || n,
      'other', 'code', 'carte ' || n
    FROM "Account", generate_series(1, ${linesEach}) AS n WHERE "resourceId" IN ('R1', 'R2')`)
  for (const { made } of indexes) await run(made)
  await run(`
    INSERT INTO "BankCall" ("id", "userId", "connectionId", "bankCode", "at", "operation", "method", "path", "attended", "status",
      "durationMs", "requestId")
    SELECT gen_random_uuid(), "userId", "id", '19870', now() - n * interval '8 hours', 'accounts.list', 'GET', '/accounts', false, 200, 80,
      gen_random_uuid()::text FROM "Connection", generate_series(1, ${linesEach}) AS n WHERE "nextRefreshAt" = '2100-01-01'`)
  await run('ANALYZE')
  await client.end()
}
