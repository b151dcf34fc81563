import { request } from 'node:http'
import { calibrate, isWithin, judgeTime } from './servers/calibration.ts'
import { openBenchDatabase } from './servers/database.ts'
import { openStack } from './servers/stack-in-use.ts'

/**
 * Pages with transactions, for one person with 100,000, as the server reads them: first page, a distant page, searches, sums,
 * insights. T5 (docs/costs.md), as the time of empty routes: first page 140, search 250, balance sums 85, each at the 95th percentile. Ten
 * other people have rows too. First through the services, then over HTTP from the production build, to the first and to the last
 * byte (BENCH_HTTP=0 skips that).
 */
const rows = Number(process.env.BENCH_ROWS ?? 100_000)
const runs = Number(process.env.BENCH_RUNS ?? 40)

const calibration = await calibrate()
const most = { page: 140, search: 250, sums: 85 }
const database = await openBenchDatabase('pages')
const { closeDb, db } = await import('#lib/db.ts')
const { noFilter } = await import('#lib/domain/accounts/transaction-query.ts')
const { categoriseNew } = await import('#lib/services/accounts/categorise.ts')
const { readHome } = await import('#lib/services/home/read.ts')
const { readInsights } = await import('#lib/services/accounts/insights.ts')
const { exportTransactions } = await import('#lib/services/transactions/exports.ts')
const { searchTransactions } = await import('#lib/services/transactions/list.ts')
const { seedPerson } = await import('./servers/lines.ts')

try {
  const { userId, accountId, cookie } = await seedPerson(rows)
  for (let other = 0; other < 10; other++) await seedPerson(rows / 20)
  await db().$executeRaw`ANALYZE`
  const from = performance.now()
  const filed = await categoriseNew(userId)
  print('filing of new lines', [performance.now() - from], null, { filed })
  await db().$executeRaw`VACUUM ANALYZE "Transaction"`
  const search = (q: string) => () => searchTransactions(userId, { ...noFilter, q })
  const first = await searchTransactions(userId, noFilter)
  await measure('first page', most.page, () => searchTransactions(userId, noFilter))
  const deep = await cursorAt(userId, 200)
  await measure('page 200', most.page, () =>
    searchTransactions(userId, noFilter, deep ?? first.nextCursor ?? undefined),
  )
  await measure('search: a rare word', most.search, search('raretailor'))
  await measure('search: a common word', most.search, search('carte'))
  await measure('search: two words', most.search, search('lyon pharmacie'))
  await measure('search: a misspelt word', most.search, search('pharamcie'))
  await measure('search: an amount', most.search, search('12,34'))
  await measure('search: two letters', most.search, search('ca'))
  await measure('search: nothing found', most.search, search('zzzzqqq'))
  await measure('filter: category, direction, span', most.search, () =>
    searchTransactions(userId, {
      ...noFilter,
      categories: ['health'],
      direction: 'out',
      from: '2025-01-01',
      to: '2025-12-31',
    }),
  )
  await measure('balance sums (home)', most.sums, () => readHome(userId))
  await measure('insights', null, () => readInsights(userId))
  const before = process.memoryUsage().rss
  const exportFrom = performance.now()
  let bytes = 0
  const file = await exportTransactions(userId, {
    filter: noFilter,
    format: 'csv',
    locale: 'fr',
    categoryNames: new Map(),
  })
  for await (const part of file.parts) bytes += part.length
  const grownMb = Math.round((process.memoryUsage().rss - before) / 1e6)
  print('export as CSV', [performance.now() - exportFrom], null, { bytes, grownMb })
  if (process.env.BENCH_HTTP !== '0') await measurePages({ cookie, accountId })
} finally {
  await closeDb()
  await database.drop()
}

async function cursorAt(userId: string, page: number): Promise<string | null> {
  let cursor: string | null = null
  for (let at = 0; at < page; at++) {
    cursor = (await searchTransactions(userId, noFilter, cursor ?? undefined)).nextCursor
    if (cursor === null) break
  }
  return cursor
}

/** One after another, like one person's browser; the servers are warm, and the connection is kept. */
async function measurePages({ cookie, accountId }: { cookie: string; accountId: string }): Promise<void> {
  const stack = await openStack(process.env.DATABASE_URL ?? null)
  try {
    const paths = {
      'first page: /transactions': { path: '/transactions', atMost: most.page },
      'first page: /accounts': { path: `/accounts/${accountId}`, atMost: most.page },
      'home: /home': { path: '/home', atMost: most.page },
      'search: /api/transactions?q=': { path: '/api/transactions?q=lyon%20pharmacie', atMost: most.search },
      'sums: /api/home': { path: '/api/home', atMost: most.sums },
    }
    for (const [what, { path, atMost }] of Object.entries(paths)) {
      for (let warm = 0; warm < 15; warm++) await ask(`${stack.appUrl}${path}`, cookie)
      const firsts: number[] = []
      const lasts: number[] = []
      for (let at = 0; at < runs; at++) {
        const { firstMs, lastMs } = await ask(`${stack.appUrl}${path}`, cookie)
        firsts.push(firstMs)
        lasts.push(lastMs)
      }
      print(`${what}, first byte`, firsts, atMost, {})
      print(`${what}, last byte`, lasts, null, {})
    }
  } finally {
    await stack.stop()
  }
}

function ask(url: string, cookie: string): Promise<{ firstMs: number; lastMs: number }> {
  const from = performance.now()
  return new Promise((done, failed) => {
    const asked = request(url, { headers: { cookie, 'sec-fetch-site': 'same-origin' } }, answer => {
      if (answer.statusCode !== 200) failed(new Error(`${url} answered ${answer.statusCode}`))
      let firstMs = 0
      answer.on('data', () => {
        firstMs ||= performance.now() - from
      })
      answer.on('end', () => done({ firstMs, lastMs: performance.now() - from }))
    })
    asked.on('error', failed)
    asked.end()
  })
}

async function measure(what: string, atMost: number | null, run: () => Promise<unknown>): Promise<void> {
  for (let warm = 0; warm < 5; warm++) await run()
  const times: number[] = []
  for (let at = 0; at < runs; at++) {
    const from = performance.now()
    await run()
    times.push(performance.now() - from)
  }
  print(what, times, atMost, {})
}

function print(what: string, times: number[], atMost: number | null, more: Record<string, number>): void {
  const sorted = times.toSorted((left, right) => left - right)
  const at = (share: number) =>
    Number((sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(1))
  const judged = atMost === null ? {} : { p95: judgeTime(at(0.95), calibration, 'routes', atMost) }
  const ok = isWithin(judged)
  if (!ok) process.exitCode = 1
  console.log(
    JSON.stringify({
      bench: 'pages (T5)',
      what,
      rows,
      runs: times.length,
      p50Ms: at(0.5),
      p95Ms: at(0.95),
      ...more,
      ...(atMost === null ? {} : { judged, ok }),
    }),
  )
}
