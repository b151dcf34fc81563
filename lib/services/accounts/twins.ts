import { lockFor } from '#lib/base/locks.ts'
import { jsonText, Prisma, sqlName, type Tx } from '#lib/db.ts'
import { type AccountIdentity, byAccount, idsOfAccount } from '#lib/domain/accounts/counting.ts'

/** One account of several logins: what a person did to it and to its lines stays, whichever login does. */

type Rows = readonly AccountIdentity[]

export type LineKey = { readonly accountId: string; readonly key: string }

export const identityColumns = {
  id: true,
  kind: true,
  iban: true,
  cardId: true,
  currency: true,
  connectionId: true,
  resourceId: true,
  linkedResourceId: true,
  createdAt: true,
  gone: true,
  goneAt: true,
} as const

export function readIdentities(tx: Tx, userId: string): Promise<AccountIdentity[]> {
  return tx.account.findMany({ where: { userId }, select: identityColumns })
}

/** A line of one row of an account, and the same line of another. */
type Twin = LineKey & { readonly twinAccountId: string; readonly twinKey: string }

/**
 * Booked on the same day, of the same amount and text; of equal ones the first is the first. `among`: on the columns
 * of both; `of`: of `line` and `twin`.
 */
function findTwins(tx: Tx, userId: string, rows: Rows, among: Prisma.Sql, of: Prisma.Sql): Promise<Twin[]> {
  const groups = byAccount(rows).flatMap((doubled, same) =>
    doubled.length < 2 ? [] : doubled.map(({ id }) => ({ id, same })),
  )
  if (groups.length === 0) return Promise.resolve([])
  return tx.$queryRaw<Twin[]>`
    WITH numbered AS (
      SELECT stored."accountId", "key", "day", "amountMinor", stored."currency", "label", "categorySource", "note",
        "tags", "parts", "leftOut", "pairChoice", account."same", row_number() OVER (
        PARTITION BY stored."accountId", "day", "amountMinor", stored."currency", "label" ORDER BY "key") AS "ordinal"
      FROM "Transaction" AS stored
      JOIN json_to_recordset(${jsonText(groups)}::json) AS account("id" uuid, "same" int)
        ON account."id" = stored."accountId"
      WHERE stored."userId" = ${userId}::uuid AND "booked" AND ${among})
    SELECT line."accountId", line."key", twin."accountId" AS "twinAccountId", twin."key" AS "twinKey"
    FROM numbered AS line
    JOIN numbered AS twin USING ("same", "day", "amountMinor", "currency", "label", "ordinal")
    WHERE line."accountId" <> twin."accountId" AND ${of}`
}

function isAmong(name: 'line' | 'stored', lines: readonly LineKey[]): Prisma.Sql {
  const [account, key] = [sqlName(name, 'accountId'), sqlName(name, 'key')]
  return Prisma.sql`(${account}, ${key}) IN (SELECT one."accountId", one."key" FROM json_to_recordset(${jsonText(
    lines.map(({ accountId, key }) => ({ accountId, key })),
  )}::json) AS one("accountId" uuid, "key" text))`
}

/** The lines, and what they are for the account's other logins. */
export async function withTwins(
  tx: Tx,
  userId: string,
  lines: readonly LineKey[],
  accounts?: Rows,
): Promise<LineKey[]> {
  const all = accounts ?? (await readIdentities(tx, userId))
  const rows = [...new Set(lines.flatMap(({ accountId }) => idsOfAccount(all, accountId)))]
  const days = Prisma.sql`"day" IN (SELECT "day" FROM "Transaction" AS stored
    WHERE "userId" = ${userId}::uuid AND ${isAmong('stored', lines)})`
  const among = all.filter(({ id }) => rows.includes(id))
  const twins = await findTwins(tx, userId, among, days, isAmong('line', lines))
  const asked = lines.map(({ accountId, key }) => ({ accountId, key }))
  return [...asked, ...twins.map(({ twinAccountId, twinKey }) => ({ accountId: twinAccountId, key: twinKey }))]
}

const hasChoice = Prisma.sql`(twin."categorySource" = 'person' OR twin."note" IS NOT NULL OR twin."tags" <> '{}'
  OR twin."parts" IS NOT NULL OR twin."leftOut" OR twin."pairChoice" IS NOT NULL)`

type Fresh = LineKey & { readonly day: Date }

/** New lines take what the person chose for them where another login gave them. */
export async function takeChoices(tx: Tx, userId: string, accounts: Rows, fresh: readonly Fresh[]): Promise<void> {
  const days = fresh.map(({ day }) => day.getTime())
  const [first, last] = [new Date(Math.min(...days)), new Date(Math.max(...days))]
  const among = Prisma.sql`"day" BETWEEN ${first}::date AND ${last}::date`
  await copyChoices(
    tx,
    userId,
    await findTwins(tx, userId, accounts, among, Prisma.sql`${hasChoice} AND ${isAmong('line', fresh)}`),
  )
}

/** What a line has stays. */
async function copyChoices(tx: Tx, userId: string, twins: readonly Twin[]): Promise<void> {
  if (twins.length === 0) return
  const isTaken = Prisma.sql`(old."categorySource" = 'person' AND stored."categorySource" IS DISTINCT FROM 'person')`
  const isPaired = Prisma.sql`(old."pairChoice" IS NOT NULL AND stored."pairChoice" IS NULL)`
  await tx.$executeRaw`
    UPDATE "Transaction" AS stored SET
      "category" = CASE WHEN ${isTaken} THEN old."category" ELSE stored."category" END,
      "categorySource" = CASE WHEN ${isTaken} THEN 'person' ELSE stored."categorySource" END,
      "ruleId" = CASE WHEN ${isTaken} THEN NULL ELSE stored."ruleId" END,
      "note" = COALESCE(stored."note", old."note"), "parts" = COALESCE(stored."parts", old."parts"),
      "tags" = CASE WHEN stored."tags" = '{}' THEN old."tags" ELSE stored."tags" END,
      "leftOut" = stored."leftOut" OR old."leftOut",
      "pairAccountId" = CASE WHEN ${isPaired} THEN old."pairAccountId" ELSE stored."pairAccountId" END,
      "pairKey" = CASE WHEN ${isPaired} THEN old."pairKey" ELSE stored."pairKey" END,
      "pairChoice" = CASE WHEN ${isPaired} THEN old."pairChoice" ELSE stored."pairChoice" END
    FROM ${twinTable(twins)}
    JOIN "Transaction" AS old ON old."accountId" = twin."twinAccountId" AND old."key" = twin."twinKey"
    WHERE stored."userId" = ${userId}::uuid AND stored."accountId" = twin."accountId" AND stored."key" = twin."key"`
}

function twinTable(twins: readonly Twin[]): Prisma.Sql {
  return Prisma.sql`json_to_recordset(${jsonText(twins)}::json)
    AS twin("accountId" uuid, "key" text, "twinAccountId" uuid, "twinKey" text)`
}

/** Of accounts, the row by which another login may still read its transactions; the first is read last. */
export async function findHeirs(tx: Tx, userId: string, accountIds: readonly string[]): Promise<Map<string, string>> {
  const rows = await tx.account.findMany({
    where: { userId, OR: [{ mayTransactions: true }, { id: { in: [...accountIds] } }] },
    select: identityColumns,
    orderBy: [{ gone: 'asc' }, { lastSyncedAt: { sort: 'desc', nulls: 'last' } }, { id: 'asc' }],
  })
  return new Map(
    accountIds.flatMap(id => {
      const heir = idsOfAccount(rows, id).find(one => !accountIds.includes(one))
      return heir === undefined ? [] : [[id, heir]]
    }),
  )
}

/** Before rows of accounts, or their transactions, are deleted: what another login may read stays with it. */
export async function handOver(tx: Tx, userId: string, accountIds: readonly string[]): Promise<void> {
  const heirs = await findHeirs(tx, userId, accountIds)
  if (heirs.size === 0) return
  await lockFor(tx, 'categories', userId)
  await tx.$queryRaw`
    SELECT "id"::text FROM "Account" WHERE "id" = ANY(${[...heirs.values()]}::uuid[]) AND "userId" = ${userId}::uuid
    ORDER BY "id" FOR NO KEY UPDATE`
  const accounts = await readIdentities(tx, userId)
  for (const [id, heir] of heirs) {
    const both = accounts.filter(one => one.id === id || one.id === heir)
    const twins = await findTwins(tx, userId, both, Prisma.sql`TRUE`, Prisma.sql`line."accountId" = ${heir}::uuid`)
    await copyChoices(tx, userId, twins)
    await followLines(tx, userId, twins)
    await moveHistory(tx, userId, id, heir)
    await takeArrangement(tx, userId, [heir])
  }
}

/** Receipts, and the other halves of own transfers. */
async function followLines(tx: Tx, userId: string, twins: readonly Twin[]): Promise<void> {
  await tx.$executeRaw`
    UPDATE "Attachment" AS file SET "accountId" = twin."accountId", "key" = twin."key" FROM ${twinTable(twins)}
    WHERE file."userId" = ${userId}::uuid AND file."accountId" = twin."twinAccountId" AND file."key" = twin."twinKey"`
  await tx.$executeRaw`
    UPDATE "Transaction" AS half SET "pairAccountId" = twin."accountId", "pairKey" = twin."key" FROM ${twinTable(twins)}
    WHERE half."userId" = ${userId}::uuid AND half."pairAccountId" = twin."twinAccountId" AND half."pairKey" = twin."twinKey"`
}

/** As it counted: from before the first day that the heir has of the bank. */
async function moveHistory(tx: Tx, userId: string, id: string, heir: string): Promise<void> {
  const { _min: first } = await tx.transaction.aggregate({
    where: { userId, accountId: heir, booked: true, importId: null },
    _min: { day: true },
  })
  await tx.$executeRaw`
    UPDATE "Transaction" AS old SET "accountId" = ${heir}::uuid
    WHERE "userId" = ${userId}::uuid AND "accountId" = ${id}::uuid AND "booked"
      AND (${first.day}::date IS NULL OR "day" < ${first.day}::date)
      AND NOT EXISTS (SELECT 1 FROM "Transaction" AS other WHERE other."accountId" = ${heir}::uuid AND other."key" = old."key")`
  await tx.$executeRaw`
    UPDATE "Transaction" AS half SET "pairAccountId" = ${heir}::uuid
    WHERE half."userId" = ${userId}::uuid AND half."pairAccountId" = ${id}::uuid AND ("pairKey" IS NULL OR EXISTS (
      SELECT 1 FROM "Transaction" AS other WHERE other."accountId" = ${heir}::uuid AND other."key" = half."pairKey"))`
  const [where, data] = [{ userId, accountId: id }, { accountId: heir }]
  await tx.transactionImport.updateMany({ where, data })
  await tx.categoryRule.updateMany({ where, data })
}

/** Name, place and what counts, of rows that the person hasn't arranged, as they arranged the account's others. */
export async function takeArrangement(tx: Tx, userId: string, ids: readonly string[]): Promise<void> {
  const rows = await tx.account.findMany({ where: { userId } })
  const isArranged = (row: (typeof rows)[number]) =>
    row.listedName !== null || row.groupName !== null || row.position !== null || row.hidden || !row.inTotals
  for (const row of rows.filter(({ id }) => ids.includes(id))) {
    const same = idsOfAccount(rows, row.id)
    const from = isArranged(row) ? undefined : rows.find(one => same.includes(one.id) && isArranged(one))
    if (!from) continue
    const { groupName, position, hidden, inTotals } = from
    const named = from.listedName === null ? {} : { name: from.name, listedName: row.name }
    await tx.account.updateMany({
      where: { id: row.id, userId },
      data: { ...named, groupName, position, hidden, inTotals },
    })
  }
}
