import { randomUUID } from 'node:crypto'
import { formatAmount } from '@guichet/values/money/minor.ts'
import { isUuid } from '#lib/base/ids.ts'
import { now } from '#lib/clock.ts'
import { db, type Tx } from '#lib/db.ts'
import type { BookedContent } from '#lib/domain/accounts/renumbered.ts'
import { Refused } from '#lib/domain/refusals/refused.ts'
import type { Person } from '#lib/domain/who.ts'
import { TakenBackLine } from '#lib/views/taken-back.ts'
import type { TransactionOwner } from './transaction-store.ts'

/** Lines that a bank gave and took back: the person is told on the account's page. */

const daysNoted = 30
const mostNoted = 50

/** Newest first, of the last thirty days. */
export function takenBackOf(column: unknown): TakenBackLine[] {
  const since = now().getTime() - daysNoted * 86_400_000
  const lines = TakenBackLine.array().safeParse(column).data ?? []
  return lines.filter(({ at }) => Date.parse(at) > since)
}

/** Under the account's lock. */
export async function noteTakenBack(
  tx: Tx,
  { userId, accountId }: TransactionOwner,
  lines: readonly BookedContent[],
): Promise<void> {
  if (lines.length === 0) return
  const where = { id: accountId, userId }
  const row = await tx.account.findFirst({ where, select: { takenBack: true } })
  const at = now().toISOString()
  const noted = lines.map(({ label, day, amountMinor, currency }): TakenBackLine => {
    return { id: randomUUID(), label, day, amount: formatAmount({ amountMinor, currency }), currency, at }
  })
  const takenBack = [...noted, ...takenBackOf(row?.takenBack)].slice(0, mostNoted)
  await tx.account.updateMany({ where, data: { takenBack } })
}

/** Those that were shown: later ones stay. Idempotent. Refusals: `not_found`. */
export async function dismissTakenBack({ userId }: Person, accountId: string, ids: readonly string[]): Promise<void> {
  const where = { id: accountId, userId }
  await db().$transaction(async tx => {
    const [row] = isUuid(accountId)
      ? await tx.$queryRaw<{ takenBack: unknown }[]>`
          SELECT "takenBack" FROM "Account" WHERE "id" = ${accountId}::uuid AND "userId" = ${userId}::uuid FOR UPDATE`
      : []
    if (!row) throw new Refused('not_found')
    const takenBack = takenBackOf(row.takenBack).filter(({ id }) => !ids.includes(id))
    await tx.account.updateMany({ where, data: { takenBack } })
  })
}
