import { isoDay } from '@guichet/values/calendar/day.ts'
import { parisDay } from '@guichet/values/calendar/paris.ts'
import { toMoneyView } from '@guichet/values/money/minor.ts'
import { now } from '#lib/clock.ts'
import { db } from '#lib/db.ts'
import { mainBalance } from '#lib/domain/accounts/balance.ts'
import { isForeseen } from '#lib/domain/accounts/open-line.ts'
import { afterUpcomingDebits, type OpenLine } from '#lib/domain/accounts/upcoming.ts'
import { Refused } from '#lib/domain/refusals/refused.ts'
import type { Person } from '#lib/domain/who.ts'
import { readAccountQuotas } from '#lib/services/banks/quota-use.ts'
import type { AccountView } from '#lib/views/banking.ts'
import { type AccountRow, findBeside, toAccountView, toReading } from './view.ts'

/** With the full IBAN. `known`: it and the others of its login, if read. Refusals: `not_found`. */
export async function readAccount(
  { userId }: Person,
  accountId: string,
  known: readonly AccountRow[] | null = null,
): Promise<AccountView> {
  const rows = known ?? (await findBeside({ userId }, accountId))
  const row = rows.find(({ id }) => id === accountId)
  if (!row) throw new Refused('not_found')
  const [quotas, upcoming] = await Promise.all([readAccountQuotas(userId, [row]), readUpcoming(row)])
  const quota = quotas.get(accountId) ?? null
  return { ...toAccountView(row, rows, { full: true, quota }), upcoming }
}

/** Without refused and informative ones. */
export async function readForeseen({ userId, id }: Pick<AccountRow, 'userId' | 'id'>): Promise<OpenLine[]> {
  const open = await db().transaction.findMany({
    where: { userId, accountId: id, booked: false },
    select: { status: true, amountMinor: true, currency: true, day: true, remittance: true },
  })
  return open.filter(isForeseen).map(({ status, amountMinor, currency, day }) => {
    return { status, amount: { amountMinor, currency }, day: isoDay(day) }
  })
}

/** Null for a card, or if not readable. */
async function readUpcoming(row: AccountRow): Promise<AccountView['upcoming']> {
  const balance = mainBalance(row.balances.map(toReading), 'account')
  if (row.kind === 'card' || balance === null || !row.mayTransactions || row.lastSyncedAt === null) return null
  const lines = await readForeseen(row)
  const { debits, after, count, until } = afterUpcomingDebits({ balance, lines, today: parisDay(now()) })
  return { debits: toMoneyView(debits), after: toMoneyView(after), count, until }
}
