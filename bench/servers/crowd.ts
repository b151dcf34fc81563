import pg from 'pg'

/** People with two accounts each and their lines, made by SQL; none is due for a refresh. */
export async function makeCrowd(databaseUrl: string, people: number, linesEach: number): Promise<void> {
  // The application's connections have a limit of time.
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const run = (sql: string) => client.query(sql)
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
      "remittance", "searchText")
    SELECT "userId", "id", n::text, n::text, true, 'BOOK', -n, 'EUR', current_date - n, 'CARTE ' || n, '{}', 'carte ' || n
    FROM "Account", generate_series(1, ${linesEach}) AS n WHERE "resourceId" IN ('R1', 'R2')`)
  await run(`
    INSERT INTO "BankCall" ("id", "userId", "connectionId", "bankCode", "at", "operation", "method", "path", "attended", "status",
      "durationMs", "requestId")
    SELECT gen_random_uuid(), "userId", "id", '19870', now() - n * interval '8 hours', 'accounts.list', 'GET', '/accounts', false, 200, 80,
      gen_random_uuid()::text FROM "Connection", generate_series(1, ${linesEach}) AS n WHERE "nextRefreshAt" = '2100-01-01'`)
  await run('ANALYZE')
  await client.end()
}
