import { maskIban } from '@guichet/values/money/iban-text.ts'
import { toMoneyView } from '@guichet/values/money/minor.ts'
import { db, Prisma, type Tx } from '#lib/db.ts'
import { mainBalance } from '#lib/domain/accounts/balance.ts'
import { isForeseen } from '#lib/domain/accounts/open-line.ts'
import { appGrants } from '#lib/domain/apps/allowance.ts'
import { attentionOf } from '#lib/domain/apps/simplefin.ts'
import { readCursor, type SyncCursor, start, toldAs, writeCursor } from '#lib/domain/apps/sync-cursor.ts'
import { Refused } from '#lib/domain/refusals/refused.ts'
import { readNaming } from '#lib/services/accounts/own-names.ts'
import { ownersOf, toIsoDate, toReading } from '#lib/services/accounts/view.ts'
import {
  type TransactionRow,
  toTransactionId,
  toTransactionView,
  transactionColumns,
} from '#lib/services/transactions/list.ts'
import type { TransactionView } from '#lib/views/banking.ts'
import type { Changes, DataAccount, DataTransaction } from '#lib/views/data-v1.ts'
import { type Held, noteReading, type OpenApp, type Reader, readHeld } from './reading.ts'

/** The data API: accounts with their freshness, and transactions as changes since a cursor. What we hold leaves; no bank is called. */

const pageRows = 500

/** In the person's order. Refusals: none. */
export async function readDataAccounts(app: OpenApp, by: Reader): Promise<{ accounts: DataAccount[] }> {
  const accounts = (await readHeld(app, [])).map(toDataAccount)
  await noteReading(app, by, { accounts: accounts.length, transactions: 0, from: null })
  return { accounts }
}

function toDataAccount({ row, leaves }: Held): DataAccount {
  const { connection } = row
  const kind = row.kind === 'card' ? 'card' : 'account'
  const readings = row.balances.map(toReading)
  const main = mainBalance(readings, kind)
  const owners = ownersOf(row.owners)?.persons.map(({ fullName }) => fullName) ?? []
  const balances = readings.map(({ type, name, amount, referenceDate }, index) => {
    const is_main = readings[index] === main || (kind === 'card' && type === main?.type)
    return { type, name, amount: toMoneyView(amount), reference_date: referenceDate, is_main }
  })
  return {
    id: row.id,
    name: row.name,
    kind,
    currency: row.currency,
    bank: { code: connection.bank.code, name: connection.bank.name },
    masked_iban: row.iban === null ? null : maskIban(row.iban),
    grants: appGrants.filter(grant => leaves[grant]),
    ...(leaves.balances ? { balances } : {}),
    ...(leaves.owners ? { owners } : {}),
    freshness: {
      read_at: row.lastSyncedAt?.toISOString() ?? null,
      next_read_at: connection.nextRefreshAt.toISOString(),
      error: attentionOf(connection.status) ?? (row.syncState === 'failed' ? (row.syncError ?? 'failed') : null),
      consent_until: connection.expiresAt?.toISOString() ?? null,
    },
  }
}

/**
 * What changed since a cursor, at most 500 lines; without one, everything. A cursor asked again tells the same lines, as they are by
 * then. What may no longer leave is `removed`. Refusals: `invalid_input` (`cursor`).
 */
export async function readChanges(app: OpenApp, cursorText: string | null, by: Reader): Promise<Changes> {
  const cursor = cursorText === null ? start : readCursor(cursorText)
  if (cursor === null) throw new Refused('invalid_input', { field: 'cursor' })
  const held = await readHeld(app, [])
  const generation = await db().$transaction(tx => advance(tx, app, held))
  if (cursor.until > generation) throw new Refused('invalid_input', { field: 'cursor' })
  const lines = await listChanged(app, cursor, generation)
  const page = lines.slice(0, pageRows)
  const has_more = lines.length > pageRows
  const told = await tell(app, page, cursor.since)
  await noteReading(app, by, {
    accounts: held.length,
    transactions: told.added.length + told.modified.length,
    from: toIsoDate(app.historyFrom) ?? firstDay,
  })
  return { ...told, cursor: writeCursor(nextOf(cursor, page, has_more, generation)), has_more }
}

const firstDay = '1900-01-01'

function nextOf(cursor: SyncCursor, page: readonly Line[], hasMore: boolean, generation: number): SyncCursor {
  const last = page.at(-1)
  if (!hasMore || !last) return { since: generation, until: generation, after: null }
  const { changed, accountId, key } = last
  return { since: cursor.since, until: cursor.until, after: { changed, accountId, key } }
}

type Line = {
  readonly accountId: string
  readonly key: string
  readonly born: number
  readonly changed: number
  readonly isGone: boolean
}

/** Compares what may leave with what was told, and numbers the differences; returns the newest number. One at a time per app. */
async function advance(tx: Tx, { id: appId, userId, historyFrom }: OpenApp, held: readonly Held[]): Promise<number> {
  const ids = held.filter(({ leaves }) => leaves.transactions).map(({ row }) => row.id)
  const [app] = await tx.$queryRaw<{ generation: number }[]>`
    SELECT "generation" FROM "App" WHERE "id" = ${appId}::uuid AND "userId" = ${userId}::uuid FOR UPDATE`
  const next = (app?.generation ?? 0) + 1
  const from = historyFrom ?? new Date(firstDay)
  const [{ count } = { count: 0n }] = await tx.$queryRaw<{ count: bigint }[]>`
    WITH current AS (
      SELECT "accountId", "key", md5(concat_ws('|', "booked", "status", "amountMinor", "currency", "day", "valueDate",
        "transactionDate", "label", array_to_string("remittance", chr(10)), "endToEndId", "category", "counterparty")) AS digest
      FROM "Transaction"
      WHERE "userId" = ${userId}::uuid AND "accountId" = ANY(${ids}::uuid[]) AND "day" >= ${from}::date
    ), gone AS (
      UPDATE "AppLine" AS told SET "digest" = '', "changed" = ${next}
      WHERE told."appId" = ${appId}::uuid AND told."userId" = ${userId}::uuid AND told."digest" <> '' AND NOT EXISTS (
        SELECT 1 FROM current WHERE current."accountId" = told."accountId" AND current."key" = told."key")
      RETURNING 1
    ), put AS (
      INSERT INTO "AppLine" AS told ("appId", "userId", "accountId", "key", "digest", "born", "changed")
      SELECT ${appId}::uuid, ${userId}::uuid, "accountId", "key", digest, ${next}, ${next} FROM current
      ON CONFLICT ("appId", "accountId", "key", "userId") DO UPDATE SET
        "digest" = EXCLUDED."digest", "changed" = ${next},
        "born" = CASE WHEN told."digest" = '' THEN ${next} ELSE told."born" END
      WHERE told."digest" <> EXCLUDED."digest"
      RETURNING 1
    ) SELECT (SELECT count(*) FROM gone) + (SELECT count(*) FROM put) AS "count"`
  if (count === 0n) return next - 1
  await tx.app.updateMany({ where: { id: appId, userId }, data: { generation: next } })
  return next
}

/** One more than a page. */
function listChanged({ id: appId, userId }: OpenApp, { until, after }: SyncCursor, newest: number): Promise<Line[]> {
  const beyond =
    after === null
      ? Prisma.sql`"changed" > ${until}`
      : Prisma.sql`("changed", "accountId", "key") > (${after.changed}, ${after.accountId}::uuid, ${after.key})`
  return db().$queryRaw<Line[]>`
    SELECT "accountId", "key", "born", "changed", "digest" = '' AS "isGone" FROM "AppLine"
    WHERE "appId" = ${appId}::uuid AND "userId" = ${userId}::uuid AND ${beyond}
      AND "changed" <= ${newest}
    ORDER BY "changed", "accountId", "key" LIMIT ${pageRows + 1}`
}

async function tell({ userId }: OpenApp, lines: readonly Line[], since: number) {
  const [naming, rows] = await Promise.all([readNaming(userId), readRows(userId, lines)])
  const found = new Map(rows.map(row => [toTransactionId(row), row]))
  const sorted: Record<'added' | 'modified', DataTransaction[]> = { added: [], modified: [] }
  const removed: { id: string; account_id: string }[] = []
  for (const line of lines) {
    const id = toTransactionId(line)
    const row = found.get(id)
    const told = toldAs({ born: line.born, isGone: line.isGone || row === undefined }, since)
    if (told === 'removed') removed.push({ id, account_id: line.accountId })
    else if (told !== null && row) sorted[told].push(toDataTransaction(toTransactionView(row, naming)))
  }
  return { ...sorted, removed }
}

function readRows(userId: string, lines: readonly Line[]): Promise<TransactionRow[]> {
  const there = lines.filter(({ isGone }) => !isGone)
  const [ids, keys] = [there.map(({ accountId }) => accountId), there.map(({ key }) => key)]
  return db().$queryRaw<TransactionRow[]>`
    SELECT ${transactionColumns} FROM "Transaction" JOIN unnest(${ids}::uuid[], ${keys}::text[]) AS wanted (a, k)
      ON "accountId" = a AND "key" = k
    WHERE "userId" = ${userId}::uuid`
}

/** In the words of the API. */
export function toDataTransaction(view: TransactionView): DataTransaction {
  const { id, accountId, amount, day, valueDate, transactionDate, name, remittance, endToEndId, category } = view
  return {
    id,
    account_id: accountId,
    state: view.booked ? 'booked' : view.status === 'FUTR' || !isForeseen(view) ? 'upcoming' : 'pending',
    amount,
    day,
    value_date: valueDate,
    transaction_date: transactionDate,
    name,
    remittance_information: [...remittance],
    end_to_end_id: endToEndId,
    category,
  }
}
