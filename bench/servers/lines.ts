import { createHash, randomBytes } from 'node:crypto'
import { db } from '#lib/db.ts'

/** People with many transactions, stored without a bank, to measure pages with. */

const words = [
  'CARREFOUR MARKET LYON',
  'PHARMACIE DES TERREAUX LYON',
  'EDF CLIENTS',
  'SNCF VOYAGEURS',
  'CHEZ NINKASI',
  'MAIF',
]

/** A signed-in person: their id, their first account, and their browser's cookie. */
export type BenchPerson = { readonly userId: string; readonly accountId: string; readonly cookie: string }

/** Four accounts that share `count` transactions of three years; none is due for a refresh. */
export async function seedPerson(count: number): Promise<BenchPerson> {
  const email = `${crypto.randomUUID()}@bench.example`
  const { id: userId } = await db().user.create({ data: { email, name: 'Bench', passwordHash: 'none' } })
  const entry = { name: 'Bank', group: 'Group', bic: 'RIVAFRPP', brandColor: '#000', initials: 'B', supports: [] }
  const bank = { code: '19870', ...entry, baseUrl: 'https://b.example', screensUrl: 'https://b.example' }
  await db().bank.upsert({ where: { code: bank.code }, create: bank, update: {} })
  const never = new Date('2100-01-01')
  const life = { status: 'active' as const, authorisedAt: new Date(), expiresAt: never, nextRefreshAt: never }
  const { id: connectionId } = await db().connection.create({ data: { userId, bankCode: bank.code, ...life } })
  const accountIds: string[] = []
  for (let account = 0; account < 4; account++) {
    const { id } = await db().account.create({
      data: {
        userId,
        connectionId,
        resourceId: `r${account}`,
        name: `Compte ${account}`,
        kind: 'account',
        currency: 'EUR',
        cashAccountType: 'CACC',
        features: [],
        mayTransactions: true,
        mayBalances: true,
        ordinal: account,
        syncState: 'done',
        lastSyncedAt: new Date(),
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
    accountIds.push(id)
  }
  return { userId, accountId: accountIds[0] ?? '', cookie: await signIn(userId) }
}

async function signIn(userId: string): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const tomorrow = new Date(Date.now() + 86_400_000)
  const tokenHash = createHash('sha256').update(token).digest('hex')
  await db().session.create({ data: { userId, tokenHash, idleExpiresAt: tomorrow, absoluteExpiresAt: tomorrow } })
  return `__Host-guichet.session=${token}`
}

/** Three years of transactions; one in ten thousand contains a unique word. */
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
