import { db } from '#lib/db.ts'
import { mainBalance } from '#lib/domain/balance.ts'
import { maskIban } from '#lib/domain/iban-text.ts'
import { Refused } from '#lib/domain/refused.ts'
import { type ProgressView, syncStates } from '#lib/domain/views.ts'
import { toMoneyView, toReading } from '#lib/services/accounts/account-view.ts'
import { isUuid } from '#lib/services/ids.ts'

/** How far the reading of a connection is, from its rows. Refusals: `not_found`. */
export async function progressOf({
  userId,
  connectionId,
}: {
  userId: string
  connectionId: string
}): Promise<ProgressView> {
  if (!isUuid(connectionId)) throw new Refused('not_found')
  const [[connection], accounts] = await Promise.all([
    db().$queryRaw<{ running: boolean }[]>`
      SELECT "syncLeaseId" IS NOT NULL AND COALESCE("syncLeaseUntil" > now(), false) AS "running"
      FROM "Connection" WHERE "id" = ${connectionId}::uuid AND "userId" = ${userId}::uuid`,
    readAccounts(userId, connectionId),
  ])
  if (!connection) throw new Refused('not_found')
  return {
    connectionId,
    running: connection.running,
    done: accounts.filter(({ state }) => state !== 'queued' && state !== 'running').length,
    total: accounts.length,
    accounts,
  }
}

async function readAccounts(userId: string, connectionId: string): Promise<ProgressView['accounts']> {
  const allowed = [{ mayBalances: true }, { mayTransactions: true }, { mayOwners: true }, { mayOverdrafts: true }]
  const rows = await db().account.findMany({
    where: { userId, connectionId, gone: false, OR: allowed },
    orderBy: [{ ordinal: 'asc' }, { id: 'asc' }],
    include: { balances: { where: { current: true }, orderBy: { id: 'asc' } } },
  })
  return rows.map(row => {
    const kind = row.kind === 'card' ? 'card' : 'account'
    const main = mainBalance(row.balances.map(toReading), kind)
    return {
      id: row.id,
      name: row.name,
      maskedIban: row.iban === null ? null : maskIban(row.iban),
      kind,
      state: syncStates.find(state => state === row.syncState) ?? 'idle',
      error: row.syncError,
      rows: row.syncedRows,
      mainBalance: main === null ? null : toMoneyView(main.amount),
    }
  })
}
