import { db } from '#lib/db.ts'
import type { Person } from '#lib/domain/who.ts'
import { accountOrder } from './view.ts'

export type NamedAccount = {
  readonly id: string
  readonly name: string
  readonly bank: string
  readonly kind: 'account' | 'card'
  readonly currency: string
}

/** Never an IBAN. */
export async function listAccountNames({ userId }: Person): Promise<NamedAccount[]> {
  const rows = await db().account.findMany({
    where: { userId, mayTransactions: true, connection: { status: { not: 'disconnected' } } },
    orderBy: accountOrder,
    select: {
      id: true,
      name: true,
      kind: true,
      currency: true,
      connection: { select: { bank: { select: { name: true } } } },
    },
  })
  return rows.map(({ id, name, kind, currency, connection }) => ({
    id,
    name,
    currency,
    bank: connection.bank.name,
    kind: kind === 'card' ? 'card' : 'account',
  }))
}
