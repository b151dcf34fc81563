import { sumByCurrency } from '@guichet/values/money/minor.ts'
import { mainBalance } from '#lib/domain/accounts/balance.ts'
import {
  type AccountRow,
  countedOnce,
  findAccounts,
  toAccountView,
  toMoneyView,
  toReading,
} from '#lib/services/accounts/view.ts'
import type { HomeView } from '#lib/views/banking.ts'
import { readAttention } from './attention.ts'

export async function readHome(userId: string): Promise<HomeView> {
  const rows = (await findAccounts(userId, {})).filter(row => !row.gone && row.connection.status !== 'disconnected')
  const shown = rows.filter(isConsented)
  return {
    totals: totalsOf(shown),
    accounts: shown.map(row => toAccountView(row, rows, null)),
    ...(await readAttention(userId)),
    unconsentedCount: rows.filter(
      row => row.kind === 'account' && row.connection.status === 'active' && !isConsented(row),
    ).length,
  }
}

function isConsented(row: AccountRow): boolean {
  return row.mayBalances || row.mayTransactions || row.mayOwners || row.mayOverdrafts
}

function totalsOf(rows: readonly AccountRow[]) {
  const mains = countedOnce(rows).flatMap(row => mainBalance(row.balances.map(toReading), 'account') ?? [])
  return sumByCurrency(mains.map(({ amount }) => amount)).map(toMoneyView)
}
