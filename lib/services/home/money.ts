import { addDays, type IsoDate } from '@guichet/values/calendar/day.ts'
import { parisDay } from '@guichet/values/calendar/paris.ts'
import { formatAmount } from '@guichet/values/money/minor.ts'
import { now } from '#lib/clock.ts'
import { mainBalance } from '#lib/domain/accounts/balance.ts'
import { sumTrends, trendDays, trendOf } from '#lib/domain/accounts/balance-trend.ts'
import { isForeseen } from '#lib/domain/accounts/open-line.ts'
import { noFilter } from '#lib/domain/accounts/transaction-query.ts'
import { horizonDays } from '#lib/domain/accounts/upcoming.ts'
import { anchorOf, readDaySums } from '#lib/services/accounts/booked-balance.ts'
import { heldOnce } from '#lib/services/accounts/counted.ts'
import { type AccountRow, findAccounts, isListed, toReading } from '#lib/services/accounts/view.ts'
import { searchTransactions } from '#lib/services/transactions/list.ts'
import type { HomeMoney } from '#lib/views/home.ts'

const listed = 5

/** A currency has a trend if all its accounts do. */
export async function readHomeMoney(userId: string): Promise<HomeMoney> {
  const today = parisDay(now())
  const [accounts, lines] = await Promise.all([findAccounts(userId, {}), searchTransactions(userId, noFilter)])
  const trends = await readTrends(userId, accounts, today)
  const until = addDays(today, horizonDays)
  // A card's purchases leave with its next debit, which the bank announces on the account.
  const cards = new Set(accounts.flatMap(({ id, kind }) => (kind === 'card' ? [id] : [])))
  const coming = lines.upcoming.filter(
    line => isForeseen(line) && !cards.has(line.accountId) && line.day >= today && line.day <= until,
  )
  return { ...trends, coming: coming.slice(0, listed), latest: lines.booked.slice(0, listed) }
}

async function readTrends(
  userId: string,
  all: readonly AccountRow[],
  today: IsoDate,
): Promise<Pick<HomeMoney, 'totals' | 'accounts'>> {
  const sums = await readDaySums(userId, addDays(today, -trendDays))
  const held = heldOnce(all)
  const accounts = all.flatMap(row => {
    const main = mainBalance(row.balances.map(toReading), 'account')
    if (row.kind !== 'account' || !isListed(row) || main === null) return []
    if (!row.mayTransactions || row.lastSyncedAt === null) return []
    const { amountMinor, currency } = main.amount
    const anchor = anchorOf(
      row.balances.filter(balance => balance.currency === currency),
      today,
    )
    const points = trendOf({
      main: amountMinor,
      booked: anchor ?? { day: today, amountMinor },
      today,
      sums: sums.of(row.id, currency),
    })
    return [{ row, currency, points }]
  })
  const currencies = [...new Set(held.map(({ main }) => main.amount.currency))]
  const totals = currencies.flatMap(currency => {
    const counted = new Set(held.flatMap(({ row, main }) => (main.amount.currency === currency ? [row.id] : [])))
    const trends = accounts.filter(({ row }) => counted.has(row.id)).map(({ points }) => points)
    return trends.length === counted.size ? [toTrend(currency, sumTrends(trends))] : []
  })
  return {
    totals,
    accounts: accounts.map(({ row, currency, points }) => ({ id: row.id, ...toTrend(currency, points) })),
  }
}

function toTrend(currency: string, points: readonly bigint[]) {
  const text = (amountMinor: bigint) => formatAmount({ amountMinor, currency })
  const last = points.at(-1) ?? 0n
  return { currency, change: text(last - (points[0] ?? 0n)), now: text(last), points: points.map(text) }
}
