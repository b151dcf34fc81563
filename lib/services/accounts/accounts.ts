import { now } from '#lib/clock.ts'
import { db } from '#lib/db.ts'
import { mainBalance } from '#lib/domain/accounts/balance.ts'
import { afterUpcomingDebits } from '#lib/domain/accounts/upcoming.ts'
import { parisDay } from '#lib/domain/calendar/paris.ts'
import { sumByCurrency } from '#lib/domain/money/minor.ts'
import { Refused } from '#lib/domain/refusals/refused.ts'
import { isUuid } from '#lib/services/ids.ts'
import { readAttention } from '#lib/services/people/attention.ts'
import { readAccountQuotas } from '#lib/services/refresh/quota-use.ts'
import type { AccountView, HomeView } from '#lib/views/banking.ts'
import { type AccountRow, countLines, findAccounts, toAccountView, toMoneyView, toReading } from './account-view.ts'

/** Everything of everybody's banks on one page: accounts that may be read, one sum per currency, what needs a look. */
export async function readHome(userId: string): Promise<HomeView> {
  const rows = (await findAccounts(userId, {})).filter(row => !row.gone && row.connection.status !== 'disconnected')
  const shown = rows.filter(isConsented)
  const counts = await countLines(
    userId,
    shown.map(({ id }) => id),
  )
  return {
    totals: totalsOf(shown),
    accounts: shown.map(row => toAccountView(row, rows, counts.get(row.id) ?? 0)),
    ...(await readAttention(userId)),
    unconsentedCount: rows.filter(
      row => row.kind === 'account' && row.connection.status === 'active' && !isConsented(row),
    ).length,
  }
}

/** One account with its IBAN in full. Refusals: `not_found`. */
export async function readAccount(userId: string, accountId: string): Promise<AccountView> {
  const [row] = isUuid(accountId) ? await findAccounts(userId, { id: accountId }) : []
  if (!row) throw new Refused('not_found')
  const siblings = row.linkedResourceId === null ? [] : await findAccounts(userId, { connectionId: row.connectionId })
  const counts = await countLines(userId, [accountId])
  const quota = (await readAccountQuotas(userId, [row])).get(accountId) ?? null
  const view = toAccountView(row, siblings, counts.get(accountId) ?? 0, { full: true, quota })
  return { ...view, upcoming: await readUpcoming(row) }
}

/** The main balance after the debits known to come; null for a card, and where balance or lines may not be read. */
async function readUpcoming(row: AccountRow): Promise<AccountView['upcoming']> {
  const balance = mainBalance(row.balances.map(toReading), 'account')
  if (row.kind === 'card' || balance === null || !row.mayTransactions || row.lastSyncedAt === null) return null
  const open = await db().transaction.findMany({
    where: { userId: row.userId, accountId: row.id, booked: false },
    select: { status: true, amountMinor: true, currency: true, day: true },
  })
  const lines = open.map(({ status, amountMinor, currency, day }) => {
    return { status, amount: { amountMinor, currency }, day: day.toISOString().slice(0, 10) }
  })
  const { debits, after, count, until } = afterUpcomingDebits({ balance, lines, today: parisDay(now()) })
  return { debits: toMoneyView(debits), after: toMoneyView(after), count, until }
}

function isConsented(row: AccountRow): boolean {
  return row.mayBalances || row.mayTransactions || row.mayOwners || row.mayOverdrafts
}

/** An IBAN two people share, or one person through two logins, is counted once: the newest reading stands for it. */
function totalsOf(rows: readonly AccountRow[]) {
  const accounts = rows.filter(({ kind }) => kind === 'account').toSorted((left, right) => readAt(right) - readAt(left))
  const unique = new Map(accounts.toReversed().map(row => [`${row.iban ?? row.id} ${row.currency}`, row]))
  const counted = new Set(unique.values())
  const order = rows.filter(row => counted.has(row))
  const mains = order.flatMap(row => mainBalance(row.balances.map(toReading), 'account') ?? [])
  return sumByCurrency(mains.map(({ amount }) => amount)).map(toMoneyView)
}

function readAt(row: AccountRow): number {
  return Math.max(0, ...row.balances.map(balance => balance.readAt.getTime()))
}
