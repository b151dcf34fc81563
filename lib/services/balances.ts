import { now } from '#lib/clock.ts'
import type { Tx } from '#lib/db.ts'
import type { BalanceReading } from '#lib/domain/account.ts'
import { cleanText } from '#lib/domain/text.ts'

type Owner = { readonly userId: string; readonly accountId: string }
type Stored = {
  readonly id: string
  readonly type: string
  readonly name: string
  readonly amountMinor: bigint
  readonly currency: string
  readonly referenceDate: Date | null
}

/**
 * Stores a reading of an account's balances: what is as it was is only seen again, what changed is added and the old kept
 * as history. The caller has made sure, in this transaction, that balances may be read.
 */
export async function storeBalances(tx: Tx, owner: Owner, readings: readonly BalanceReading[]): Promise<void> {
  const current: Stored[] = await tx.balance.findMany({ where: { ...owner, current: true } })
  const fresh = readings.map(reading => toColumns(reading))
  const left = new Map(current.map(row => [row.id, row]))
  const same: string[] = []
  const added = fresh.filter(columns => {
    const known = [...left.values()].find(row => contentOf(row) === contentOf(columns))
    if (known) {
      left.delete(known.id)
      same.push(known.id)
    }
    return known === undefined
  })
  const readAt = now()
  if (left.size > 0) {
    await tx.balance.updateMany({ where: { ...owner, id: { in: [...left.keys()] } }, data: { current: false } })
  }
  if (same.length > 0) await tx.balance.updateMany({ where: { ...owner, id: { in: same } }, data: { readAt } })
  if (added.length > 0) {
    await tx.balance.createMany({ data: added.map(columns => ({ ...owner, ...columns, readAt })) })
  }
}

function toColumns({ type, name, amount, referenceDate }: BalanceReading) {
  return {
    type: cleanText(type, 35),
    name: cleanText(name, 70),
    amountMinor: amount.amountMinor,
    currency: amount.currency,
    referenceDate: referenceDate === null ? null : new Date(referenceDate),
  }
}

function contentOf({ type, name, amountMinor, currency, referenceDate }: Omit<Stored, 'id'>): string {
  return JSON.stringify([type, name, amountMinor.toString(), currency, referenceDate?.toISOString() ?? null])
}
