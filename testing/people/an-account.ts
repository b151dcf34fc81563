import { db, type Prisma } from '#lib/db.ts'

/** Links a person to bank 19870 without it; returns the connection's id. */
export async function aConnection(userId: string, given: Partial<Prisma.ConnectionUncheckedCreateInput> = {}) {
  return (await db().connection.create({ data: { userId, bankCode: '19870', status: 'active', ...given } })).id
}

type Given = Partial<Prisma.AccountUncheckedCreateInput> & { readonly userId: string; readonly connectionId: string }

/** Makes an account of a connection, whose balances and transactions may be read; returns its id. */
export async function anAccount(given: Given): Promise<string> {
  const what = { resourceId: 'r', kind: 'account', name: 'Compte courant', cashAccountType: 'CACC' } as const
  const may = { features: [], mayBalances: true, mayTransactions: true }
  return (await db().account.create({ data: { ...what, currency: 'EUR', ...may, ...given } })).id
}
