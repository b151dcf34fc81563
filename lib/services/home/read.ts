import { parisDay } from '@guichet/values/calendar/paris.ts'
import { toMoneyView } from '@guichet/values/money/minor.ts'
import { now } from '#lib/clock.ts'
import { isFresh, staleOf } from '#lib/domain/accounts/freshness.ts'
import type { Person } from '#lib/domain/who.ts'
import { type Held, heldOnce, lastReadAt, totalsOf } from '#lib/services/accounts/counted.ts'
import { type AccountRow, findAccounts, isListed, toAccountView } from '#lib/services/accounts/view.ts'
import type { HomeView } from '#lib/views/banking.ts'
import { readAttention } from './attention.ts'

/** `known`: all their accounts, if they were read already. */
export async function readHome({ userId }: Person, known: readonly AccountRow[] | null = null): Promise<HomeView> {
  const all = known ?? (await findAccounts({ userId }, {}))
  const attention = await readAttention(userId, all)
  const rows = all.filter(isListed)
  const shown = rows.filter(isConsented)
  const held = heldOnce(shown)
  return {
    totals: totalsOf(shown).map(total => ({ ...toMoneyView(total), ...ageOf(held, total.currency) })),
    accounts: shown.map(row => toAccountView(row, rows)),
    ...attention,
    unconsentedCount: rows.filter(
      row => row.kind === 'account' && row.connection.status === 'active' && !isConsented(row),
    ).length,
  }
}

function isConsented(row: AccountRow): boolean {
  return row.mayBalances || row.mayTransactions || row.mayOwners || row.mayOverdrafts
}

/** When the fresh part was read, and how much is older. */
function ageOf(all: readonly Held[], currency: string): Pick<HomeView['totals'][number], 'readAt' | 'stale'> {
  const held = all.filter(({ main }) => main.amount.currency === currency)
  const parts = held.map(({ row, main: { amount } }) => {
    const readAt = lastReadAt(row)
    return { amountMinor: amount.amountMinor, readAt, readOn: parisDay(new Date(readAt)) }
  })
  const today = parisDay(now())
  const stale = staleOf(parts, today)
  const fresh = parts.filter(({ readOn }) => stale === null || stale.isAll || isFresh(readOn, today))
  const oldest = Math.min(...fresh.map(({ readAt }) => readAt))
  return {
    readAt: Number.isFinite(oldest) ? new Date(oldest).toISOString() : null,
    stale:
      stale === null || stale.isAll
        ? null
        : { amount: toMoneyView({ amountMinor: stale.amountMinor, currency }).amount, day: stale.day },
  }
}
