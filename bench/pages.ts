import { openBenchDatabase } from './servers/database.ts'

/**
 * Pages about lines at 100,000 rows of one person, as the server reads them: first page, a page far down, searches, sums, what
 * insights need. Targets of quality.md, T5: first page 80 ms, search 150 ms, balance sums 50 ms, each at the 95th percentile.
 * Ten other people's rows lie beside them.
 */
const rows = Number(process.env.BENCH_ROWS ?? 100_000)
const runs = Number(process.env.BENCH_RUNS ?? 40)

const words = [
  'CARREFOUR MARKET LYON',
  'PHARMACIE DES TERREAUX LYON',
  'EDF CLIENTS',
  'SNCF VOYAGEURS',
  'CHEZ NINKASI',
  'MAIF',
]

const database = await openBenchDatabase('pages')
const { closeDb, db } = await import('#lib/db.ts')
const { noFilter } = await import('#lib/domain/transaction-filter.ts')
const { fileNewLines } = await import('#lib/services/filing.ts')
const { readHome } = await import('#lib/services/accounts.ts')
const { readInsights } = await import('#lib/services/insights.ts')
const { exportTransactions } = await import('#lib/services/exports.ts')
const { searchTransactions } = await import('#lib/services/transactions.ts')

try {
  const userId = await seedPerson(rows)
  for (let other = 0; other < 10; other++) await seedPerson(rows / 20)
  await db().$executeRaw`ANALYZE`
  const from = performance.now()
  const filed = await fileNewLines(userId)
  print('filing of new lines', [performance.now() - from], null, { filed })
  await db().$executeRaw`VACUUM ANALYZE "Transaction"`
  const search = (q: string) => () => searchTransactions(userId, { ...noFilter, q })
  const first = await searchTransactions(userId, noFilter)
  await measure('first page', 80, () => searchTransactions(userId, noFilter))
  const deep = await cursorAt(userId, 200)
  await measure('page 200', 80, () => searchTransactions(userId, noFilter, deep ?? first.nextCursor ?? undefined))
  await measure('search: a rare word', 150, search('raretailor'))
  await measure('search: a common word', 150, search('carte'))
  await measure('search: two words', 150, search('lyon pharmacie'))
  await measure('search: an amount', 150, search('12,34'))
  await measure('search: two letters', 150, search('ca'))
  await measure('search: nothing found', 150, search('zzzzqqq'))
  await measure('filter: category, direction, span', 150, () =>
    searchTransactions(userId, {
      ...noFilter,
      categories: ['health'],
      direction: 'out',
      from: '2025-01-01',
      to: '2025-12-31',
    }),
  )
  await measure('balance sums (home)', 50, () => readHome(userId))
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
} finally {
  await closeDb()
  await database.drop()
}

async function seedPerson(count: number): Promise<string> {
  const email = `${crypto.randomUUID()}@bench.example`
  const { id: userId } = await db().user.create({ data: { email, name: 'Bench', passwordHash: 'none' } })
  const entry = { name: 'Bank', group: 'Group', bic: 'RIVAFRPP', brandColor: '#000', initials: 'B', supports: [] }
  const bank = { code: '19870', ...entry, baseUrl: 'https://b.example', screensUrl: 'https://b.example' }
  await db().bank.upsert({ where: { code: bank.code }, create: bank, update: {} })
  const { id: connectionId } = await db().connection.create({ data: { userId, bankCode: bank.code, status: 'active' } })
  for (let account = 0; account < 4; account++) {
    const { id } = await db().account.create({
      data: {
        ...{
          userId,
          connectionId,
          resourceId: `r${account}`,
          name: `Compte ${account}`,
          kind: 'account',
          currency: 'EUR',
        },
        ...{ cashAccountType: 'CACC', features: [], mayTransactions: true, mayBalances: true, ordinal: account },
      },
    })
    await db().balance.create({
      data: {
        userId,
        accountId: id,
        type: 'CLBD',
        name: 'x',
        amountMinor: 100_000n,
        currency: 'EUR',
        readAt: new Date(),
      },
    })
    await seedLines(userId, id, Math.floor(count / 4))
  }
  return userId
}

/** Three years of lines; one in ten thousand says a word that no other says. */
async function seedLines(userId: string, accountId: string, count: number): Promise<void> {
  await db().$executeRaw`
    INSERT INTO "Transaction" ("userId", "accountId", "key", "entryReference", "booked", "status", "amountMinor", "currency", "day",
      "bookingDate", "valueDate", "label", "remittance", "codeDomain", "codeFamily", "codeSubFamily", "searchText")
    SELECT ${userId}::uuid, ${accountId}::uuid, lpad(n::text, 9, '0'), lpad(n::text, 9, '0'), true, 'BOOK', -(n % 9000) - 100, 'EUR',
      d, d, d, label, ARRAY[label], 'PMNT', 'CCRD', 'POSD',
      lower(label) || ' ' || ((n % 9000) + 100) / 100 || ',' || lpad((((n % 9000) + 100) % 100)::text, 2, '0')
    FROM (SELECT n, DATE '2026-11-20' - (n % 1095) AS d, 'CARTE ' || n % 28 || '/11 ' || (${words}::text[])[1 + n % 6] ||
      CASE WHEN n % 10000 = 7 THEN ' RARETAILOR' ELSE '' END AS label FROM generate_series(1, ${count}::int) AS n) AS line`
}

async function cursorAt(userId: string, page: number): Promise<string | null> {
  let cursor: string | null = null
  for (let at = 0; at < page; at++) {
    cursor = (await searchTransactions(userId, noFilter, cursor ?? undefined)).nextCursor
    if (cursor === null) break
  }
  return cursor
}

async function measure(what: string, targetMs: number | null, run: () => Promise<unknown>): Promise<void> {
  for (let warm = 0; warm < 5; warm++) await run()
  const times: number[] = []
  for (let at = 0; at < runs; at++) {
    const from = performance.now()
    await run()
    times.push(performance.now() - from)
  }
  print(what, times, targetMs, {})
}

function print(what: string, times: number[], targetMs: number | null, more: Record<string, number>): void {
  const sorted = times.toSorted((left, right) => left - right)
  const at = (share: number) =>
    Number((sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(1))
  const target = targetMs === null ? {} : { target: { p95Ms: targetMs } }
  console.log(
    JSON.stringify({
      bench: 'pages',
      what,
      rows,
      runs: times.length,
      p50Ms: at(0.5),
      p95Ms: at(0.95),
      ...more,
      ...target,
    }),
  )
}
