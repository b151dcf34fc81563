import { buildApplication } from '#scripts/build/build.ts'
import { freePort } from '#scripts/run/postgres.ts'
import { startServer, waitUntilUp } from '#testing/stack/built.ts'
import { calibrate, isWithin, judgeTime } from './servers/calibration.ts'
import { openBenchDatabase } from './servers/database.ts'
import { cpuMsOf } from './servers/load.ts'

/**
 * T5 (docs/costs.md) for a person with 100,000 transactions, ten others having some too: pages in processor time of the web process,
 * as empty pages of the framework; insights and searches through the services, on the clock, without a hop.
 */
const rows = Number(process.env.BENCH_ROWS ?? 100_000)
const runs = Number(process.env.BENCH_RUNS ?? 40)

const calibration = await calibrate()
const database = await openBenchDatabase('pages')
const { closeDb, db } = await import('#lib/db.ts')
const { noFilter } = await import('#lib/domain/accounts/transaction-query.ts')
const { categoriseNew } = await import('#lib/services/accounts/categorise.ts')
const { readInsights } = await import('#lib/services/accounts/insights.ts')
const { exportTransactions } = await import('#lib/services/transactions/exports.ts')
const { searchTransactions } = await import('#lib/services/transactions/list.ts')
const { seedPerson } = await import('./servers/lines.ts')
const { createConstantBank } = await import('./servers/constant-bank.ts')
const { openOurSide } = await import('./servers/our-side.ts')

try {
  // The web process needs certificates, though no bank is called.
  await openOurSide(createConstantBank({ accountsOf: () => 1, pagesPerAccount: 1 }))
  const { userId, accountId, cookie } = await seedPerson(rows)
  for (let other = 0; other < 10; other++) await seedPerson(rows / 20)
  await db().$executeRaw`ANALYZE`
  await once('categories of all', async () => ({ categorised: await categoriseNew(userId) }))
  await db().$executeRaw`VACUUM ANALYZE "Transaction"`
  const search = (q: string) => () => searchTransactions({ userId }, { ...noFilter, q })
  await measure('insights', 100, () => readInsights({ userId }))
  await measure('search: two letters', 60, search('ca'))
  await measure('search: a rare word', null, search('raretailor'))
  await measure('search: a common word', null, search('carte'))
  await measure('search: a misspelt word', null, search('pharamcie'))
  await measure('search: an amount', null, search('12,34'))
  await measure('search: nothing found', null, search('zzzzqqq'))
  await once('export as CSV', async () => {
    const wish = { filter: noFilter, format: 'csv', locale: 'fr', categoryNames: new Map() } as const
    let bytes = 0
    for await (const part of (await exportTransactions({ userId }, wish)).parts) bytes += part.length
    return { bytes }
  })
  await measurePages({ home: '/home', transactions: '/transactions', account: `/accounts/${accountId}` }, cookie)
} finally {
  await closeDb()
  await database.drop()
}

/** One after another, like one person's browser, once the server is warm. */
async function measurePages(paths: Readonly<Record<string, string>>, cookie: string): Promise<void> {
  await buildApplication(step => console.error(`  ${step}`))
  const port = await freePort()
  const host = `localhost:${port}`
  const secret = 'a secret of the benchmark, of more than 32 characters'
  const env = { APP_URL: `http://${host}`, AUTH_SECRET: secret, LISTEN: '127.0.0.1', GUICHET_WORKER: '0' }
  const web = startServer('web', port, env)
  try {
    await waitUntilUp(web, host)
    const times = async (count: number, path: string) => {
      for (let at = 0; at < count; at++) {
        const answer = await fetch(`http://${host}${path}`, { headers: { cookie, 'accept-encoding': 'gzip' } })
        await answer.arrayBuffer()
        if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`)
      }
    }
    for (const [what, path] of Object.entries(paths)) {
      await times(runs, path)
      const before = cpuMsOf(web.pid)
      await times(runs, path)
      const cpuMs = (cpuMsOf(web.pid) - before) / runs
      say({ what, cpuMs }, judgeTime(cpuMs, calibration, 'pages', 10))
    }
  } finally {
    await web.end()
  }
}

async function measure(what: string, atMostMs: number | null, run: () => Promise<unknown>): Promise<void> {
  const times: number[] = []
  for (let at = 0; at < runs + 5; at++) {
    // A person's searches are limited.
    await db().rateLimit.deleteMany()
    const from = performance.now()
    await run()
    times.push(performance.now() - from)
  }
  const warm = times.slice(5).sort((left, right) => left - right)
  const [p50Ms = 0, p95Ms = 0] = [0.5, 0.95].map(share => Math.round(10 * (warm[Math.floor(runs * share)] ?? 0)) / 10)
  say({ what, rows, p50Ms, p95Ms }, atMostMs === null ? null : { ratio: p50Ms, atMost: atMostMs })
}

async function once(what: string, run: () => Promise<Readonly<Record<string, number>>>): Promise<void> {
  const from = performance.now()
  const found = await run()
  say({ what, ms: Math.round(performance.now() - from), ...found }, null)
}

function say(measured: Readonly<Record<string, unknown>>, judged: Parameters<typeof isWithin>[0][string] | null): void {
  const ok = judged === null || isWithin({ judged })
  if (!ok) process.exitCode = 1
  console.log(JSON.stringify({ bench: 'pages (T5)', ...measured, ...(judged && { judged, ok }) }))
}
