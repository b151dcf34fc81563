import type { IsoDate } from '@guichet/values/calendar/day.ts'
import { formatAmount } from '@guichet/values/money/minor.ts'
import { db } from '#lib/db.ts'
import { noFilter } from '#lib/domain/accounts/transaction-query.ts'
import { categoriseNew } from '#lib/services/accounts/categorise.ts'
import { countedLines, isSpentOrEarned, whereCounted, whereOnce } from '#lib/services/accounts/counted.ts'
import { toIsoDate } from '#lib/services/accounts/view.ts'
import { searchTransactions } from '#lib/services/transactions/list.ts'
import type { TransactionView } from '#lib/views/banking.ts'
import type { DataTransaction } from '#lib/views/data-v1.ts'
import { toDataTransaction } from './data.ts'
import { type Held, noteReading, type OpenApp, type Reader, readHeld } from './reading.ts'

/** Questions that a program asks for a person, over the accounts that it may read: the same lines and sums as on our pages. */

/** How old the answer is: of the oldest account in it. */
type Freshness = { readonly accounts: number; readonly oldest_read_at: string | null }

const freshnessOf = (held: readonly Held[]): Freshness => {
  const times = held.flatMap(({ row }) => (row.lastSyncedAt ? [row.lastSyncedAt.toISOString()] : []))
  return { accounts: held.length, oldest_read_at: times.sort()[0] ?? null }
}

const readable = async (app: OpenApp, ids: readonly string[]) =>
  (await readHeld(app, ids)).filter(({ leaves }) => leaves.transactions)

export type Search = {
  readonly words: string
  readonly from: IsoDate | null
  readonly to: IsoDate | null
  readonly accountIds: readonly string[]
  readonly cursor: string | null
}

type Found = {
  readonly transactions: readonly DataTransaction[]
  readonly next_cursor: string | null
  readonly freshness: Freshness
}

/** Booked ones by words and days, newest first, fifty and then a hundred at a time. Refusals: `invalid_input` (`cursor`), `too_many_tries`. */
export async function searchForApp(
  app: OpenApp,
  { words, from, to, accountIds, cursor }: Search,
  by: Reader,
): Promise<Found> {
  const held = await readable(app, accountIds)
  const since = later(from, toIsoDate(app.historyFrom))
  const filter = {
    ...noFilter,
    q: words,
    from: since,
    to,
    accounts: held.map(({ row }) => row.id),
    status: 'booked' as const,
  }
  const none = { booked: [] as TransactionView[], nextCursor: null }
  const page = held.length === 0 ? none : await searchTransactions(app, filter, cursor ?? undefined)
  await noteReading(app, by, { accounts: held.length, transactions: page.booked.length, from: since })
  return {
    transactions: page.booked.map(toDataTransaction),
    next_cursor: page.nextCursor,
    freshness: freshnessOf(held),
  }
}

/** What the bank has announced and not booked, soonest first. */
export async function upcomingForApp(app: OpenApp, by: Reader): Promise<Omit<Found, 'next_cursor'>> {
  const held = await readable(app, [])
  const filter = { ...noFilter, accounts: held.map(({ row }) => row.id), status: 'open' as const }
  const { upcoming } = held.length === 0 ? { upcoming: [] } : await searchTransactions(app, filter)
  await noteReading(app, by, { accounts: held.length, transactions: upcoming.length, from: null })
  return { transactions: upcoming.map(toDataTransaction), freshness: freshnessOf(held) }
}

type Spending = {
  readonly month: string
  readonly categories: readonly {
    readonly category: string
    readonly amount: string
    readonly currency: string
    readonly count: number
  }[]
  readonly freshness: Freshness
}

/** Sums of a month by category, as insights count: each account once, without own transfers, savings and what was left out. `month`: `2026-11`. */
export async function spendingForApp(app: OpenApp, month: string, by: Reader): Promise<Spending> {
  await categoriseNew(app.userId)
  const held = await readable(app, [])
  const ids = held.map(({ row }) => row.id)
  const since = later(`${month}-01`, toIsoDate(app.historyFrom))
  const rows = ids.length === 0 ? [] : await readSums(app.userId, ids, month, since)
  const categories = rows.map(({ category, currency, minor, count }) => {
    return { category, currency, amount: formatAmount({ amountMinor: minor, currency }), count: Number(count) }
  })
  await noteReading(app, by, { accounts: held.length, transactions: 0, from: since })
  return { month, categories, freshness: freshnessOf(held) }
}

type SumRow = { readonly category: string; readonly currency: string; readonly minor: bigint; readonly count: bigint }

async function readSums(
  userId: string,
  ids: readonly string[],
  month: string,
  since: IsoDate | null,
): Promise<SumRow[]> {
  const counted = await whereCounted(userId, await whereOnce(userId, ids))
  return db().$queryRaw<SumRow[]>`
    SELECT COALESCE("category", 'other') AS "category", "currency", sum("amountMinor")::bigint AS "minor", count(*) AS "count"
    FROM ${countedLines}
    WHERE "userId" = ${userId}::uuid AND "accountId" = ANY(${ids}::uuid[]) AND ${counted} AND ${isSpentOrEarned}
      AND "day" >= ${since}::date AND to_char("day", 'YYYY-MM') = ${month}
    GROUP BY 1, 2 ORDER BY 3, 1`
}

function later(one: IsoDate | null, other: IsoDate | null): IsoDate | null {
  if (one === null || other === null) return one ?? other
  return one > other ? one : other
}
