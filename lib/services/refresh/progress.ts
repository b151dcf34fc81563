import { maskIban } from '@guichet/values/money/iban-text.ts'
import { toMoneyView } from '@guichet/values/money/minor.ts'
import { isUuid } from '#lib/base/ids.ts'
import { db } from '#lib/db.ts'
import { mainBalance } from '#lib/domain/accounts/balance.ts'
import { Refused } from '#lib/domain/refusals/refused.ts'
import { anythingAllowedSql } from '#lib/services/accounts/allowed.ts'
import { toReading } from '#lib/services/accounts/view.ts'
import { type ProgressView, syncStates } from '#lib/views/banking.ts'

/** Refusals: `not_found`. */
export async function progressOf({
  userId,
  connectionId,
}: {
  userId: string
  connectionId: string
}): Promise<ProgressView> {
  if (!isUuid(connectionId)) throw new Refused('not_found')
  const rows = await readRows(userId, connectionId)
  const [first] = rows
  if (!first) throw new Refused('not_found')
  const accounts = [...Map.groupBy(rows, ({ id }) => id).values()].flatMap(toAccounts)
  return {
    connectionId,
    running: first.running,
    done: accounts.filter(({ state }) => state !== 'queued' && state !== 'running').length,
    total: accounts.length,
    accounts,
  }
}

type ProgressRow = {
  readonly running: boolean
  /** Null: nothing may be read. */
  readonly id: string | null
  readonly name: string
  readonly iban: string | null
  readonly kind: string
  readonly syncState: string
  readonly syncError: string | null
  readonly syncedRows: number
} & (BalanceColumns | { readonly [column in keyof BalanceColumns]: null })
type BalanceColumns = Omit<Parameters<typeof toReading>[0], 'name'> & { readonly balanceName: string }

/** One statement, as pages poll it. */
function readRows(userId: string, connectionId: string): Promise<ProgressRow[]> {
  return db().$queryRaw<ProgressRow[]>`
    SELECT connection."syncLeaseId" IS NOT NULL AND COALESCE(connection."syncLeaseUntil" > now(), false) AS "running",
      account."id", account."name", account."iban", account."kind", account."syncState", account."syncError",
      account."syncedRows", balance."type", balance."name" AS "balanceName", balance."amountMinor", balance."currency",
      balance."referenceDate"
    FROM "Connection" AS connection
    LEFT JOIN "Account" AS account ON account."connectionId" = connection."id" AND account."userId" = connection."userId"
      AND NOT account."gone"
      AND ${anythingAllowedSql}
    LEFT JOIN "Balance" AS balance ON balance."accountId" = account."id" AND balance."userId" = account."userId"
      AND balance."current"
    WHERE connection."id" = ${connectionId}::uuid AND connection."userId" = ${userId}::uuid
    ORDER BY account."ordinal", account."id", balance."id"`
}

function toAccounts(rows: readonly ProgressRow[]): ProgressView['accounts'] {
  const [row] = rows
  if (!row || row.id === null) return []
  const kind = row.kind === 'card' ? 'card' : 'account'
  const balances = rows.flatMap(one => (one.type === null ? [] : [toReading({ ...one, name: one.balanceName })]))
  const main = mainBalance(balances, kind)
  return [
    {
      id: row.id,
      name: row.name,
      maskedIban: row.iban === null ? null : maskIban(row.iban),
      kind,
      state: syncStates.find(state => state === row.syncState) ?? 'idle',
      error: row.syncError,
      rows: row.syncedRows,
      mainBalance: main === null ? null : toMoneyView(main.amount),
    },
  ]
}
