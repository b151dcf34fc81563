import { type IsoDate, isoDay } from '@guichet/values/calendar/day.ts'
import { parisDay } from '@guichet/values/calendar/paris.ts'
import { db } from '#lib/db.ts'
import { mainBalance } from '#lib/domain/accounts/balance.ts'
import type { KnownBalance } from '#lib/domain/accounts/balance-walk.ts'
import type { DayFlow } from '#lib/domain/accounts/forecast.ts'
import { toReading } from './view.ts'

export type BalanceRow = Parameters<typeof toReading>[0] & { readonly readAt: Date }

/**
 * The accounting balance, which matches booked transactions; else the main one as of its day. Expects current
 * balances.
 */
export function anchorOf(balances: readonly BalanceRow[], today: IsoDate): KnownBalance | null {
  const main = mainBalance(balances.map(toReading), 'account')
  const anchor = balances.find(({ type }) => type === 'CLBD') ?? balances.find(({ type }) => type === main?.type)
  return anchor ? { day: dayOf(anchor, today), amountMinor: anchor.amountMinor } : null
}

/** `today` at the latest. */
export function dayOf({ referenceDate, readAt }: BalanceRow, today: IsoDate): IsoDate {
  const day = isoDay(referenceDate) ?? parisDay(readAt)
  return day > today ? today : day
}

export type DaySums = {
  /** Minor units; no entry for days without bookings. */
  of: (accountId: string, currency: string) => ReadonlyMap<IsoDate, bigint>
}

/** Per day since `from`, on one account or all. */
export async function readDaySums(userId: string, from: IsoDate, accountId: string | null = null): Promise<DaySums> {
  const rows = await db().$queryRaw<{ account: string; day: Date; sum: bigint }[]>`
    SELECT "accountId" || ' ' || "currency" AS "account", "day", sum("amountMinor")::bigint AS "sum" FROM "Transaction"
    WHERE "userId" = ${userId}::uuid AND "booked" AND "day" >= ${from}::date
      AND (${accountId}::uuid IS NULL OR "accountId" = ${accountId}::uuid)
    GROUP BY 1, 2`
  const byAccount = Map.groupBy(rows, ({ account }) => account)
  const days = new Map(
    [...byAccount].map(([account, sums]) => [account, new Map(sums.map(({ day, sum }) => [isoDay(day), sum]))]),
  )
  return { of: (id, currency) => days.get(`${id} ${currency}`) ?? new Map() }
}

/** The same, of what was read in one currency. */
export function toDaySums(flows: readonly (DayFlow & { readonly accountId: string })[]): DaySums {
  const byAccount = Map.groupBy(flows, ({ accountId }) => accountId)
  return {
    of: id => {
      const days = new Map<IsoDate, bigint>()
      for (const { day, inMinor, outMinor } of byAccount.get(id) ?? [])
        days.set(day, (days.get(day) ?? 0n) + inMinor + outMinor)
      return days
    },
  }
}
