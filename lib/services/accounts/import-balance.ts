import { parisDay } from '@guichet/values/calendar/paris.ts'
import { formatAmount } from '@guichet/values/money/minor.ts'
import { now } from '#lib/clock.ts'
import { walkBalance } from '#lib/domain/accounts/balance-walk.ts'
import type { BalanceCheck } from '#lib/domain/accounts/import-line.ts'
import { anchorOf, readDaySums } from './booked-balance.ts'
import { findAccounts } from './view.ts'

type FileLine = { readonly day: string; readonly amountMinor: string; readonly currency: string }

/**
 * How much the file's closing balance exceeds the account's on that day: the bank's, walked there by what is stored and new. For a file
 * that adjoins what is stored; null: no balance, or no day.
 */
export async function compareWithBank(
  { userId, accountId }: { readonly userId: string; readonly accountId: string },
  balance: BalanceCheck | null,
  fresh: readonly FileLine[],
): Promise<string | null> {
  const today = parisDay(now())
  const day = balance?.closingDay ?? null
  if (balance === null || day === null || day > today) return null
  const [row] = await findAccounts({ userId }, { id: accountId })
  const { currency } = balance.closing
  const anchor =
    row?.kind === 'account'
      ? anchorOf(
          row.balances.filter(one => one.currency === currency),
          today,
        )
      : null
  if (anchor === null) return null
  const [from = day] = [day, anchor.day].sort()
  const sums = new Map((await readDaySums(userId, from, accountId)).of(accountId, currency))
  for (const line of fresh) sums.set(line.day, (sums.get(line.day) ?? 0n) + BigInt(line.amountMinor))
  const [point] = walkBalance(anchor, sums, { from: day, to: day })
  const amountMinor = balance.closing.amountMinor - (point?.amountMinor ?? anchor.amountMinor)
  return formatAmount({ amountMinor, currency })
}
