import { totalsOf } from '#lib/services/accounts/counted.ts'
import { type AccountRow, findAccounts, isListed, toAccountView, toMoneyView } from '#lib/services/accounts/view.ts'
import type { HomeView } from '#lib/views/banking.ts'
import { readAttention } from './attention.ts'

export async function readHome(userId: string): Promise<HomeView> {
  const rows = (await findAccounts(userId, {})).filter(isListed)
  const shown = rows.filter(isConsented)
  return {
    totals: totalsOf(shown).map(toMoneyView),
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
