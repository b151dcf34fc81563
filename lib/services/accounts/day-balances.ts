import { addDays, type IsoDate, isoDay } from '@guichet/values/calendar/day.ts'
import { parisDay } from '@guichet/values/calendar/paris.ts'
import { formatAmount, toMoneyView } from '@guichet/values/money/minor.ts'
import { now } from '#lib/clock.ts'
import { db } from '#lib/db.ts'
import { mainBalance } from '#lib/domain/accounts/balance.ts'
import { announcedTrend, trendOf } from '#lib/domain/accounts/balance-trend.ts'
import { isForeseen } from '#lib/domain/accounts/open-line.ts'
import { afterUpcomingDebits, type OpenLine } from '#lib/domain/accounts/upcoming.ts'
import { Refused } from '#lib/domain/refusals/refused.ts'
import type { Person } from '#lib/domain/who.ts'
import type { AccountMoney } from '#lib/views/account-money.ts'
import { anchorOf, readDaySums } from './booked-balance.ts'
import { type AccountRow, findBeside, toReading } from './view.ts'

/** Before today. */
const curveDays = 90

/** `known`: it, if read. Refusals: `not_found`. */
export async function readAccountMoney(
  { userId }: Person,
  accountId: string,
  known: readonly AccountRow[] | null = null,
): Promise<AccountMoney> {
  const row = (known ?? (await findBeside({ userId }, accountId))).find(({ id }) => id === accountId)
  if (!row) throw new Refused('not_found')
  const main = mainBalance(row.balances.map(toReading), 'account')
  if (row.kind === 'card' || main === null || !row.mayTransactions || row.lastSyncedAt === null)
    return { curve: null, closing: null, upcoming: null }
  const { currency, amountMinor } = main.amount
  const today = parisDay(now())
  const balances = row.balances.filter(balance => balance.currency === currency)
  const anchor = anchorOf(balances, today) ?? { day: today, amountMinor }
  const from = [addDays(today, -curveDays), anchor.day].sort()[0] ?? today
  const [sums, lines, oldest] = await Promise.all([
    readDaySums(userId, from, accountId).then(sums => sums.of(accountId, currency)),
    readForeseen(row),
    findOldestDay(userId, accountId),
  ])
  const drawn = [...Array(curveDays).keys()].filter(back => addDays(today, -back - 1) >= (oldest ?? today)).length
  const past = trendOf({ main: amountMinor, booked: anchor, sums, today, days: drawn })
  const future = announcedTrend({ balance: main, lines, today })
  const at = (start: number) => (balance: bigint, index: number) => ({
    day: addDays(today, start + index),
    amount: formatAmount({ amountMinor: balance, currency }),
  })
  const agrees = balances.some(({ type }) => type === 'CLBD') || lines.every(({ status }) => status === 'FUTR')
  const { debits, after, count, until } = afterUpcomingDebits({ balance: main, lines, today })
  const later = [...sums].reduce((sum, [day, amount]) => (day > anchor.day ? sum + amount : sum), 0n)
  return {
    curve: { currency, past: past.map(at(-drawn)), future: future.map(at(1)) },
    // An instant balance includes pending transactions: past days can't follow from it.
    closing: agrees ? toMoneyView({ amountMinor: anchor.amountMinor + later, currency }) : null,
    upcoming: { debits: toMoneyView(debits), after: toMoneyView(after), count, until },
  }
}

/** Without refused and informative ones. */
async function readForeseen({ userId, id }: Pick<AccountRow, 'userId' | 'id'>): Promise<OpenLine[]> {
  const open = await db().transaction.findMany({
    where: { userId, accountId: id, booked: false },
    select: { status: true, amountMinor: true, currency: true, day: true, remittance: true },
  })
  return open.filter(isForeseen).map(({ status, amountMinor, currency, day }) => {
    return { status, amount: { amountMinor, currency }, day: isoDay(day) }
  })
}

async function findOldestDay(userId: string, accountId: string): Promise<IsoDate | null> {
  const where = { userId, accountId, booked: true }
  const oldest = await db().transaction.findFirst({ where, orderBy: { day: 'asc' }, select: { day: true } })
  return isoDay(oldest?.day) ?? null
}
