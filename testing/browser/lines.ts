import { randomUUID } from 'node:crypto'
import type pg from 'pg'

/** A person's transactions as after a refresh, stored without a bank, for journeys about transactions only. */

const dayMs = 86_400_000
const daysAgo = (days: number) => new Date(Date.now() - days * dayMs).toISOString().slice(0, 10)

type Line = { accountId: string; day: string; minor: number; label: string; code: [string, string, string] }

/** Of the current account. */
export const linesOfCurrent = 12 * 10

/** A current account and savings with a year of transactions: salary, rent, groceries, a monthly transfer to savings. */
export async function seedLines(database: pg.Client, userId: string): Promise<{ current: string; savings: string }> {
  const [connection, current, savings] = [randomUUID(), randomUUID(), randomUUID()]
  await database.query(
    `INSERT INTO "Connection" (id, "userId", "bankCode", status, "authorisedAt", "expiresAt", "lastSyncedAt", "nextRefreshAt")
     VALUES ($1, $2, '19870', 'active', now(), now() + interval '170 days', now(), now() + interval '1 day')`,
    [connection, userId],
  )
  for (const [id, name, resource] of [
    [current, 'Compte courant', 'r1'],
    [savings, 'Livret bleu', 'r2'],
  ]) {
    await database.query(
      `INSERT INTO "Account" (id, "userId", "connectionId", "resourceId", kind, currency, "cashAccountType", name, features,
         "mayBalances", "mayTransactions", "lastSyncedAt", "syncState")
       VALUES ($1, $2, $3, $4, 'account', 'EUR', 'CACC', $5, '{}', true, true, now(), 'done')`,
      [id, userId, connection, resource, name],
    )
    await database.query(
      `INSERT INTO "Balance" (id, "userId", "accountId", type, name, "amountMinor", currency, "referenceDate", "readAt")
       VALUES ($1, $2, $3, 'CLBD', 'Solde comptable', 214056, 'EUR', $4, now())`,
      [randomUUID(), userId, id, daysAgo(1)],
    )
  }
  const lines = Array.from({ length: 12 }, (_, month) => linesOfMonth(current, savings, month * 30)).flat()
  await insertLines(database, userId, lines)
  return { current, savings }
}

function linesOfMonth(current: string, savings: string, back: number): Line[] {
  const line = (days: number, minor: number, label: string, code: string, accountId = current): Line => ({
    accountId,
    minor,
    label,
    day: daysAgo(back + days),
    code: code.split('/') as [string, string, string],
  })
  return [
    line(28, 268_437, 'VIR SEPA RECU SALAIRE HOSPICES CIVILS', 'PMNT/RCDT/SALA'),
    line(25, -85_000, 'VIR SEPA EMIS FONCIA LYON', 'PMNT/ICDT/STDO'),
    line(20, -20_000, 'VIR SEPA EMIS LIVRET', 'PMNT/ICDT/ESCT'),
    line(20, 20_000, 'VIR SEPA RECU COMPTE COURANT', 'PMNT/RCDT/ESCT', savings),
    line(12, -9_240, 'PRLV SEPA EDF CLIENTS PARTICULIERS', 'PMNT/RDDT/ESDD'),
    ...[3, 9, 16, 23].map(days =>
      line(days, -4_210 - days * 13, 'CARTE 12/11 CARREFOUR MARKET LYON', 'PMNT/CCRD/POSD'),
    ),
    ...[5, 14].map(days => line(days, -1_890 - days, 'CARTE 08/11 CHEZ NINKASI', 'PMNT/CCRD/POSD')),
  ]
}

async function insertLines(database: pg.Client, userId: string, lines: readonly Line[]): Promise<void> {
  const rows = lines.map(({ accountId, day, minor, label, code: [domain, family, sub] }, at) => {
    const amount = (Math.abs(minor) / 100).toFixed(2)
    const search = `${label.toLowerCase()} ${amount} ${amount.replace('.', ',')}`
    return { accountId, key: String(at).padStart(8, '0'), day, minor, label, domain, family, sub, search }
  })
  await database.query(
    `INSERT INTO "Transaction" ("userId", "accountId", key, "entryReference", booked, status, "amountMinor", currency, day,
       "bookingDate", "valueDate", label, remittance, "codeDomain", "codeFamily", "codeSubFamily", "searchText")
     SELECT $1::uuid, "accountId", key, key, true, 'BOOK', minor, 'EUR', day, day, day, label, ARRAY[label], domain, family, sub, search
     FROM json_to_recordset($2::json) AS line("accountId" uuid, key text, day date, minor bigint, label text, domain text,
       family text, sub text, search text)`,
    [userId, JSON.stringify(rows)],
  )
}
